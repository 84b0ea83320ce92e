package dev.edgewise.server.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** A certificate authority of one test, with EC keys. */
public final class TestAuthority {
  private static final byte[] ECDSA_WITH_SHA256 = oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2);
  private static final byte[] COMMON_NAME = oid(0x55, 4, 3);
  private static final byte[] BASIC_CONSTRAINTS = oid(0x55, 0x1d, 0x13);
  private static final byte[] SUBJECT_ALTERNATIVE_NAME = oid(0x55, 0x1d, 0x11);
  private static final byte[] TRUE = der(0x01, new byte[] {-1});
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final char[] PASSWORD = "in-memory".toCharArray();

  private final String name;
  private final KeyPair keys = keyPair();
  private final X509Certificate certificate;

  /** A certificate and its key. */
  public record Issued(X509Certificate certificate, PrivateKey key) {

    /** Writes both as PEM files and returns the first; the second has the extension key. */
    public Path write(Path folder, String name) {
      replace(folder.resolve(name + ".key"), pem("PRIVATE KEY", key.getEncoded()));
      return replace(folder.resolve(name + ".crt"), text(certificate));
    }

    private static Path replace(Path file, String text) {
      try {
        // As a renewal does it: the file is complete at every moment.
        Path next = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
        return Files.move(
            next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public TestAuthority(String name) {
    this.name = name;
    byte[] constraints = der(0x30, TRUE);
    certificate = signed(name, keys.getPublic(), extension(BASIC_CONSTRAINTS, constraints));
  }

  /** Issues a certificate for host names and addresses; the first is its subject. */
  public Issued issue(String... hosts) {
    KeyPair pair = keyPair();
    byte[] names = {};
    for (String host : hosts) {
      boolean address = host.matches("[0-9.]+|.*:.*");
      names =
          joined(
              names,
              address
                  ? der(0x87, InetAddress.ofLiteral(host).getAddress())
                  : der(0x82, host.getBytes(US_ASCII)));
    }
    byte[] extension = extension(SUBJECT_ALTERNATIVE_NAME, der(0x30, names));
    return new Issued(signed(hosts[0], pair.getPublic(), extension), pair.getPrivate());
  }

  /** Writes the authority's certificate as a PEM file. */
  public Path write(Path folder) {
    return Issued.replace(folder.resolve(name + ".ca"), text(certificate));
  }

  /** A TLS context that trusts this authority only and presents a certificate if one is given. */
  public SSLContext context(@Nullable Issued identity) {
    try {
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted());
      var manager = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(null, null);
      if (identity != null) {
        own.setKeyEntry(
            "own", identity.key, PASSWORD, new X509Certificate[] {identity.certificate});
      }
      manager.init(own, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(manager.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * As {@link #context}, but the certificate is presented even to a server that does not accept its
   * authority.
   */
  public SSLContext presenting(Issued identity) throws GeneralSecurityException {
    var always =
        new X509ExtendedKeyManager() {
          @Override
          public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
            return new String[] {"own"};
          }

          @Override
          public String chooseClientAlias(
              String[] types, Principal @Nullable [] issuers, Socket socket) {
            return "own";
          }

          @Override
          public String[] getServerAliases(String type, Principal @Nullable [] issuers) {
            return new String[] {};
          }

          @Override
          public @Nullable String chooseServerAlias(
              String type, Principal @Nullable [] issuers, Socket socket) {
            return null;
          }

          @Override
          public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {identity.certificate};
          }

          @Override
          public PrivateKey getPrivateKey(String alias) {
            return identity.key;
          }
        };
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {always}, trust.getTrustManagers(), null);
    return context;
  }

  private KeyStore trusted() throws GeneralSecurityException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("authority", certificate);
      return store;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(X509Certificate certificate) {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A PEM block. */
  public static String pem(String label, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, base64, label);
  }

  private X509Certificate signed(String subject, PublicKey open, byte[] extension) {
    byte[] algorithm = der(0x30, ECDSA_WITH_SHA256);
    Instant now = Instant.now();
    byte[] validity =
        der(0x30, joined(time(now.minusSeconds(86_400)), time(now.plusSeconds(10 * 86_400))));
    byte[] content =
        der(
            0x30,
            joined(
                der(0xa0, der(0x02, new byte[] {2})),
                der(0x02, BigInteger.valueOf(System.nanoTime()).toByteArray()),
                algorithm,
                distinguished(name),
                validity,
                distinguished(subject),
                open.getEncoded(),
                der(0xa3, der(0x30, extension))));
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(content);
      byte[] bits = joined(new byte[] {0}, signature.sign());
      byte[] encoded = der(0x30, joined(content, algorithm, der(0x03, bits)));
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(encoded));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair keyPair() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] extension(byte[] oid, byte[] value) {
    return der(0x30, joined(oid, der(0x04, value)));
  }

  private static byte[] distinguished(String commonName) {
    byte[] name = joined(COMMON_NAME, der(0x0c, commonName.getBytes(US_ASCII)));
    return der(0x30, der(0x31, der(0x30, name)));
  }

  private static byte[] time(Instant instant) {
    return der(0x18, TIME.format(instant).getBytes(US_ASCII));
  }

  private static byte[] oid(int... bytes) {
    byte[] content = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      content[i] = (byte) bytes[i];
    }
    return der(0x06, content);
  }

  /** A value in the encoding of certificates: tag, length, content. */
  private static byte[] der(int tag, byte[] content) {
    var out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.length >= 0x80) {
      byte[] length = BigInteger.valueOf(content.length).toByteArray();
      int from = length[0] == 0 ? 1 : 0;
      out.write(0x80 + length.length - from);
      out.write(length, from, length.length - from);
    } else {
      out.write(content.length);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
