package dev.edgewise.sdk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Certificate authorities that a client trusts. */
final class Authorities {

  private Authorities() {}

  /** A TLS context that trusts the authorities of the JDK and those in a PEM file. */
  static SSLContext context(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> more =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (more.isEmpty()) {
        throw new IllegalArgumentException(file + " contains no certificate");
      }
      KeyStore all = KeyStore.getInstance("PKCS12");
      all.load(null, null);
      for (TrustManager each : managers(null)) {
        if (each instanceof X509TrustManager usual) {
          for (Certificate certificate : usual.getAcceptedIssuers()) {
            all.setCertificateEntry("usual-" + all.size(), certificate);
          }
        }
      }
      for (Certificate certificate : more) {
        all.setCertificateEntry("more-" + all.size(), certificate);
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(all), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          file + " is not a readable PEM file with certificates: " + e.getMessage(), e);
    }
  }

  private static TrustManager[] managers(@Nullable KeyStore trusted)
      throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory.getTrustManagers();
  }
}
