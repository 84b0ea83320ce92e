package dev.edgewise.server.cli.remote;

import dev.edgewise.server.config.Secret;
import dev.edgewise.server.tls.Identity;
import dev.edgewise.server.tls.PemFile;
import dev.edgewise.server.tls.TlsContexts;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a server, as a user says it. What is null was not said.
 *
 * @param server its address
 * @param token a key or JWT
 * @param workspace TENANT/NAME
 * @param authorities a PEM file
 * @param certificate a PEM file
 * @param key a PEM file
 */
public record Connection(
    @Nullable String server,
    @Nullable String token,
    @Nullable String workspace,
    @Nullable String authorities,
    @Nullable String certificate,
    @Nullable String key) {
  private static final String DEFAULT_SERVER = "http://localhost:8085";

  /** The address, that of this machine by default. */
  public String address() {
    return server == null ? DEFAULT_SERVER : server;
  }

  /**
   * Fills in what was not said from a profile. A profile is used for its own server only: its token
   * must not reach another one.
   */
  public Connection orElse(Connection profile) {
    if (server != null && !server.equals(profile.address())) {
      return this;
    }
    boolean identified = certificate != null || key != null;
    return new Connection(
        profile.server,
        token == null ? profile.token : token,
        workspace == null ? profile.workspace : workspace,
        authorities == null ? profile.authorities : authorities,
        identified ? certificate : profile.certificate,
        identified ? key : profile.key);
  }

  /** The same with another token. */
  public Connection with(@Nullable String other) {
    return new Connection(server, other, workspace, authorities, certificate, key);
  }

  ServerAccess access(Map<String, String> headers) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    if (workspace != null) {
      all.put("X-Workspace", workspace);
    }
    return new ServerAccess(
        Client.address(address()), token == null ? null : new Secret(token), all, tls());
  }

  private @Nullable SSLContext tls() {
    if ((certificate == null) != (key == null)) {
      throw new ClientException("--cert-file and --key-file must be given together.");
    }
    String own = certificate;
    String secret = key;
    String trusted = authorities;
    if (own == null && trusted == null) {
      return null;
    }
    Identity identity =
        own == null || secret == null
            ? null
            : named(
                "--cert-file or --key-file", () -> Identity.read(Path.of(own), Path.of(secret)));
    List<X509Certificate> more =
        trusted == null
            ? List.of()
            : named("--ca-file", () -> PemFile.certificates(Path.of(trusted)));
    return TlsContexts.client(more, identity);
  }

  private static <T> T named(String option, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw new ClientException(option + " " + e.getMessage() + ".", e);
    }
  }

  /** Without the token. */
  @Override
  public String toString() {
    return address();
  }
}
