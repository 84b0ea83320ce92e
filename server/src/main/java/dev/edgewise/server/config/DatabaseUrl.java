package dev.edgewise.server.config;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of an external PostgreSQL in JDBC form, read from either form of {@code
 * DATABASE_URL}.
 *
 * @param jdbcUrl host, database and parameters
 * @param user null when the JDBC URL names the user or the driver's default applies
 * @param password null when the JDBC URL contains it or none is needed
 */
public record DatabaseUrl(String jdbcUrl, @Nullable String user, @Nullable Secret password) {

  private static final String JDBC = "jdbc:postgresql:";
  private static final Pattern URI_FORM = Pattern.compile("postgres(?:ql)?://(.*)", Pattern.DOTALL);
  private static final Pattern URI_PASSWORD = Pattern.compile("(://[^:/?@]*):[^/?]*@");
  private static final Pattern PARAMETER_PASSWORD =
      Pattern.compile("(?i)([?&](?:ssl)?password=)[^&]*");

  /** Parameters whose name differs between libpq and pgjdbc. */
  private static final Map<String, String> PARAMETER_NAMES =
      Map.of(
          "application_name", "ApplicationName",
          "connect_timeout", "connectTimeout",
          "channel_binding", "channelBinding");

  /** Reads {@code postgres://user:password@host:port/db?...} or {@code jdbc:postgresql:...}. */
  public static DatabaseUrl parse(String text) {
    if (text.startsWith(JDBC)) {
      return new DatabaseUrl(text, null, null);
    }
    var uri = URI_FORM.matcher(text);
    if (!uri.matches()) {
      throw new IllegalArgumentException(
          "must look like postgres://user:password@host:port/database or jdbc:postgresql://...");
    }
    String rest = uri.group(1);
    String query = "";
    int mark = rest.indexOf('?');
    if (mark >= 0) {
      query = rest.substring(mark + 1);
      rest = rest.substring(0, mark);
    }
    int slash = rest.indexOf('/');
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    String database = slash < 0 ? "" : rest.substring(slash + 1);
    int at = authority.lastIndexOf('@');
    String hosts = authority.substring(at + 1);
    if (hosts.isEmpty() || database.isEmpty()) {
      throw new IllegalArgumentException("must name a host and a database");
    }
    String jdbcUrl = JDBC + "//" + hosts + "/" + database + parameters(query);
    if (at < 0) {
      return new DatabaseUrl(jdbcUrl, null, null);
    }
    String[] userInfo = authority.substring(0, at).split(":", 2);
    return new DatabaseUrl(
        jdbcUrl,
        decoded(userInfo[0]),
        userInfo.length == 2 ? new Secret(decoded(userInfo[1])) : null);
  }

  /** The URL with every password replaced by the mask. */
  public static String masked(String text) {
    String withoutUri = URI_PASSWORD.matcher(text).replaceAll("$1:" + Secret.MASK + "@");
    return PARAMETER_PASSWORD.matcher(withoutUri).replaceAll("$1" + Secret.MASK);
  }

  @Override
  public String toString() {
    return masked(jdbcUrl);
  }

  private static String parameters(String query) {
    if (query.isEmpty()) {
      return "";
    }
    var translated = new StringBuilder();
    for (String parameter : query.split("&", -1)) {
      String[] pair = parameter.split("=", 2);
      translated.append(translated.isEmpty() ? '?' : '&');
      translated.append(PARAMETER_NAMES.getOrDefault(pair[0], pair[0]));
      if (pair.length == 2) {
        translated.append('=').append(pair[1]);
      }
    }
    return translated.toString();
  }

  /** Percent-decodes user info, in which a plus sign stands for itself. */
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
