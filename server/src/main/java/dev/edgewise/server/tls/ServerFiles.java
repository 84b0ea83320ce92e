package dev.edgewise.server.tls;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The files of a server that speaks TLS.
 *
 * @param certificate the server's certificate, followed by those of its issuers
 * @param clientAuthorities those whose certificates clients must present; null when they need none
 */
public record ServerFiles(Path certificate, Path key, @Nullable Path clientAuthorities) {

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException when one is unusable, or they do not fit together; the message
   *     begins with the name of the setting
   */
  public SSLContext context() {
    List<X509Certificate> chain = named("TLS_CERT_FILE", () -> PemFile.certificates(certificate));
    PrivateKey secret = named("TLS_KEY_FILE", () -> PemFile.privateKey(key));
    Identity identity = named("TLS_KEY_FILE", () -> new Identity(chain, secret));
    Path trusted = clientAuthorities;
    List<X509Certificate> authorities =
        trusted == null
            ? List.of()
            : named("TLS_CLIENT_CA_FILE", () -> PemFile.certificates(trusted));
    return named("TLS_CERT_FILE", () -> TlsContexts.server(identity, authorities));
  }

  private static <T> T named(String setting, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(setting + " " + e.getMessage(), e);
    }
  }

  List<Path> all() {
    return Stream.of(certificate, key, clientAuthorities).filter(Objects::nonNull).toList();
  }
}
