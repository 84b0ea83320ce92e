package dev.edgewise.server.cli.remote;

import dev.edgewise.server.config.Secret;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is, and how a client signs in to it.
 *
 * @param token a key or JWT; null for none
 * @param headers sent with every request
 * @param tls null for the JDK's default
 */
public record ServerAccess(
    URI server, @Nullable Secret token, Map<String, String> headers, @Nullable SSLContext tls) {

  public ServerAccess {
    headers = Map.copyOf(headers);
    if (token != null && !isHeaderText(token.reveal())) {
      throw new ClientException("The token contains a character that no key or JWT contains.");
    }
    headers.forEach(ServerAccess::check);
  }

  /** A server that asks for nothing. */
  public static ServerAccess to(URI server) {
    return new ServerAccess(server, null, Map.of(), null);
  }

  /** The same with a key. */
  public ServerAccess with(Secret key) {
    return new ServerAccess(server, key, headers, tls);
  }

  /** The headers of a request, the token included. */
  Map<String, String> allHeaders() {
    Map<String, String> all = new LinkedHashMap<>(headers);
    if (token != null) {
      all.put("Authorization", "Bearer " + token.reveal());
    }
    return all;
  }

  private static void check(String name, String value) {
    if (name.toLowerCase(Locale.ROOT).equals("authorization")) {
      throw new ClientException(
          "Put the token into EDGEWISE_TOKEN, or into a file that --token-file names: other users"
              + " of this machine can see the arguments of a command.");
    }
    if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+") || !isHeaderText(value)) {
      throw new ClientException(
          "The header '" + name + "' is malformed: write it like 'X-Team: blue'.");
    }
  }

  private static boolean isHeaderText(String text) {
    return text.chars().allMatch(each -> each >= ' ' && each < 0x7f);
  }

  /** Without the token and the headers, which may be secret. */
  @Override
  public String toString() {
    return server.toString();
  }
}
