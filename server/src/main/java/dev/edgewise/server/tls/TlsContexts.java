package dev.edgewise.server.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Makes TLS contexts. */
public final class TlsContexts {
  private static final char[] IN_MEMORY = "in-memory".toCharArray();

  private TlsContexts() {}

  /**
   * The context of a server.
   *
   * @param authorities those whose certificates clients may present; none when it asks for none
   */
  public static SSLContext server(Identity identity, List<X509Certificate> authorities) {
    return context(identity, authorities);
  }

  /**
   * The context of a client that trusts the authorities that the JDK trusts and some more.
   *
   * @param identity what the client presents when asked; null for nothing
   */
  public static SSLContext client(
      Collection<X509Certificate> authorities, @Nullable Identity identity) {
    try {
      List<X509Certificate> all = new ArrayList<>(authorities);
      all.addAll(Arrays.asList(trust(null).getAcceptedIssuers()));
      return context(identity, all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The context of a client that makes no TLS connection: it trusts nobody. Java's default would
   * read all public authorities.
   */
  public static SSLContext unused() {
    return context(null, List.of());
  }

  private static SSLContext context(
      @Nullable Identity identity, Collection<X509Certificate> authorities) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          identity == null ? new KeyManager[0] : keys(identity),
          authorities.isEmpty()
              ? new TrustManager[0]
              : new TrustManager[] {trust(store(authorities))},
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "must list the certificate of the key first, each followed by that of its issuer", e);
    }
  }

  private static KeyManager[] keys(Identity identity) throws GeneralSecurityException {
    KeyStore store = store(List.of());
    store.setKeyEntry(
        "identity", identity.key(), IN_MEMORY, identity.chain().toArray(X509Certificate[]::new));
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, IN_MEMORY);
    return factory.getKeyManagers();
  }

  private static KeyStore store(Collection<X509Certificate> trusted)
      throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new IllegalStateException("Nothing is read", e);
    }
    for (X509Certificate each : trusted) {
      store.setCertificateEntry("authority-" + store.size(), each);
    }
    return store;
  }

  /**
   * A check of certificates.
   *
   * @param store the trusted authorities; null for those that the JDK trusts
   */
  private static X509TrustManager trust(@Nullable KeyStore store) throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager each : factory.getTrustManagers()) {
      if (each instanceof X509TrustManager trust) {
        return trust;
      }
    }
    throw new IllegalStateException("The JDK has no check of X.509 certificates");
  }
}
