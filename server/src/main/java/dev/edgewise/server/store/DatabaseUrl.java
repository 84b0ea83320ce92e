package dev.edgewise.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The address of a database.
 *
 * @param hosts host and port, or several of them separated by commas
 * @param name the database's name
 * @param user who connects; null lets the driver choose
 * @param password null when none is needed
 * @param parameters the driver's parameters
 */
public record DatabaseUrl(
    String hosts,
    String name,
    @Nullable String user,
    @Nullable String password,
    Map<String, String> parameters) {

  private static final Pattern FORM =
      Pattern.compile(
          "(?:jdbc:postgresql|postgres(?:ql)?)://"
              + "(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?"
              + "(?<hosts>[^/?]*)"
              + "(?:/(?<name>[^?]*))?"
              + "(?:\\?(?<query>.*))?");
  private static final String DEFAULT_HOST = "localhost";

  /** What libpq and the driver call differently. */
  private static final Map<String, String> DRIVER_NAMES =
      Map.of(
          "connect_timeout", "connectTimeout",
          "application_name", "ApplicationName",
          "channel_binding", "channelBinding",
          "gssencmode", "gssEncMode");

  public DatabaseUrl {
    parameters = Map.copyOf(parameters);
  }

  /**
   * Reads {@code postgres://user:password@host:port/name?sslmode=...}, with or without the {@code
   * ql}, or the driver's {@code jdbc:postgresql:} form.
   *
   * @throws IllegalArgumentException with a message that never shows the password
   */
  public static DatabaseUrl parse(String url) {
    Matcher matcher = FORM.matcher(url.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "not of the form postgres://user:password@host:port/database");
    }
    Map<String, String> parameters = parameters(matcher.group("query"));
    String user = decoded(matcher.group("user"));
    String password = decoded(matcher.group("password"));
    String userParameter = parameters.remove("user");
    String passwordParameter = parameters.remove("password");
    String name = decoded(matcher.group("name"));
    return new DatabaseUrl(
        matcher.group("hosts").isEmpty() ? DEFAULT_HOST : matcher.group("hosts"),
        name == null ? "" : name,
        userParameter == null ? user : userParameter,
        passwordParameter == null ? password : passwordParameter,
        parameters);
  }

  /** The driver's form, without user and password. */
  public String jdbcUrl() {
    String query =
        parameters.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    return "jdbc:postgresql://"
        + hosts
        + "/"
        + URLEncoder.encode(name, UTF_8).replace("+", "%20")
        + (query.isEmpty() ? "" : "?" + query);
  }

  /** The address as people may see it. */
  @Override
  public String toString() {
    return "postgres://" + (user == null ? "" : user + ":***@") + hosts + "/" + name;
  }

  private static Map<String, String> parameters(@Nullable String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (query == null || query.isEmpty()) {
      return parameters;
    }
    for (String each : query.split("&", -1)) {
      int equals = each.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("a parameter is not of the form name=value");
      }
      String name = each.substring(0, equals);
      String value = URLDecoder.decode(each.substring(equals + 1).replace("+", "%2B"), UTF_8);
      parameters.put(DRIVER_NAMES.getOrDefault(name, name), value);
    }
    return parameters;
  }

  private static @Nullable String decoded(@Nullable String part) {
    return part == null || part.isEmpty()
        ? null
        : URLDecoder.decode(part.replace("+", "%2B"), UTF_8);
  }
}
