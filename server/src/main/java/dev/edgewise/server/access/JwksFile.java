package dev.edgewise.server.access;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.proc.SecurityContext;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.tls.FileVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A key set in a file, read again when the file changes and when a key is missing. While the file
 * cannot be read, the last set stays in use.
 */
final class JwksFile implements JWKSetSource<SecurityContext> {
  private static final Logger log = LoggerFactory.getLogger(JwksFile.class);

  private final Path file;
  private @Nullable JWKSet current;
  private @Nullable FileVersion version;

  JwksFile(Path file) {
    this.file = file;
  }

  @Override
  public synchronized JWKSet getJWKSet(
      JWKSetCacheRefreshEvaluator refresh, long currentTime, @Nullable SecurityContext context)
      throws KeySourceException {
    JWKSet before = current;
    try {
      FileVersion now = FileVersion.of(file);
      if (before == null || !now.equals(version) || refresh.requiresRefresh(before)) {
        // Set first, so that a bad file is reported once.
        version = now;
        current = read();
      }
    } catch (IOException | ParseException e) {
      if (before == null) {
        throw new JWKSetUnavailableException(file + " cannot be read", e);
      }
      log.warn("{} cannot be read; the keys that it had before stay in use", file);
    }
    JWKSet latest = current;
    if (latest == null) {
      throw new JWKSetUnavailableException(file + " cannot be read");
    }
    return latest;
  }

  private JWKSet read() throws IOException, ParseException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(Limits.JWKS_MAX_BYTES + 1);
      if (bytes.length > Limits.JWKS_MAX_BYTES) {
        throw new IOException("more than " + Limits.JWKS_MAX_BYTES + " bytes");
      }
      return JWKSet.parse(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  @Override
  public void close() {}
}
