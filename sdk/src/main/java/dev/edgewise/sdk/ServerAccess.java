package dev.edgewise.sdk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is, and how a client or a worker signs in to it. It never changes: each method
 * returns another one.
 */
public final class ServerAccess {

  private static final String LOCAL = "http://localhost:8085";

  private final URI server;
  private final @Nullable String token;
  private final @Nullable Path tokenFile;
  private final Map<String, String> headers;
  private final @Nullable SSLContext tls;

  private ServerAccess(
      URI server,
      @Nullable String token,
      @Nullable Path tokenFile,
      Map<String, String> headers,
      @Nullable SSLContext tls) {
    this.server = server;
    this.token = token;
    this.tokenFile = tokenFile;
    this.headers = Map.copyOf(headers);
    this.tls = tls;
    if (server.getHost() == null) {
      throw new IllegalArgumentException(
          "'" + server + "' is not the URL of a server. Use one like http://localhost:8085.");
    }
  }

  /** A server at a URL like {@code http://localhost:8085}. */
  public static ServerAccess to(URI server) {
    return new ServerAccess(server, null, null, Map.of(), null);
  }

  /**
   * What the environment says: EDGEWISE_URL, EDGEWISE_TOKEN or EDGEWISE_TOKEN_FILE,
   * EDGEWISE_WORKSPACE and EDGEWISE_CA_FILE. Without EDGEWISE_URL it is the server on this machine.
   */
  public static ServerAccess fromEnvironment() {
    return from(System.getenv());
  }

  static ServerAccess from(Map<String, String> environment) {
    ServerAccess access = to(URI.create(environment.getOrDefault("EDGEWISE_URL", LOCAL)));
    String token = environment.getOrDefault("EDGEWISE_TOKEN", "");
    String file = environment.getOrDefault("EDGEWISE_TOKEN_FILE", "");
    String workspace = environment.getOrDefault("EDGEWISE_WORKSPACE", "");
    String authorities = environment.getOrDefault("EDGEWISE_CA_FILE", "");
    access = token.isBlank() ? access : access.token(token);
    access = file.isBlank() ? access : access.tokenFile(Path.of(file));
    access = workspace.isBlank() ? access : access.workspace(workspace);
    return authorities.isBlank() ? access : access.authorities(Path.of(authorities));
  }

  /** Signs in with a key or JWT. */
  public ServerAccess token(String text) {
    return new ServerAccess(server, checkedToken(text), null, headers, tls);
  }

  /** Signs in with the key or JWT in a file, which is read for each request: it may change. */
  public ServerAccess tokenFile(Path file) {
    return new ServerAccess(server, null, file, headers, tls);
  }

  /** Sends a header with every request, such as a proxy needs. */
  public ServerAccess header(String name, String value) {
    if (name.toLowerCase(Locale.ROOT).equals("authorization")) {
      throw new IllegalArgumentException("Use token() instead of the header Authorization");
    }
    if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+") || !isHeaderText(value)) {
      throw new IllegalArgumentException("The header " + name + " is malformed");
    }
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new ServerAccess(server, token, tokenFile, more, tls);
  }

  /** Chooses the workspace, {@code tenant/name}, in which an administrator acts. */
  public ServerAccess workspace(String name) {
    return header("X-Workspace", name);
  }

  /** Trusts the authorities in a PEM file besides those that the JDK trusts. */
  public ServerAccess authorities(Path file) {
    return tls(Authorities.context(file));
  }

  /** Uses a TLS context, for example with a client's certificate. */
  public ServerAccess tls(SSLContext context) {
    return new ServerAccess(server, token, tokenFile, headers, context);
  }

  URI server() {
    return server;
  }

  @Nullable SSLContext tls() {
    return tls;
  }

  /**
   * The headers of a request.
   *
   * @throws UnreachableException when the token file cannot be read at this moment
   */
  Map<String, String> headers() {
    String current = token;
    if (tokenFile != null) {
      try {
        current = checkedToken(Files.readString(tokenFile));
      } catch (IOException | IllegalArgumentException e) {
        throw new UnreachableException(
            "The token file " + tokenFile + " has no usable token: " + e.getMessage(), e);
      }
    }
    if (current == null) {
      return headers;
    }
    Map<String, String> all = new HashMap<>(headers);
    all.put("Authorization", "Bearer " + current);
    return all;
  }

  private static String checkedToken(String given) {
    String text = given.strip();
    if (text.isEmpty() || !isHeaderText(text)) {
      throw new IllegalArgumentException(
          "A token is not empty and contains no control characters or characters beyond ASCII");
    }
    return text;
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
