package dev.edgewise.server.access;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSetBasedJWKSource;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import dev.edgewise.server.StartException;
import dev.edgewise.server.config.JwksLocation;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import java.io.Closeable;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The keys that the configured issuer signs its JWTs with. */
public final class JwtKeys implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(JwtKeys.class);

  /** A set from a URL is read again in the background this long before it is too old. */
  private static final int REFRESH_AHEAD_SECS = 30;

  private final Settings.Jwt settings;
  private final JwksRetrieval retrieval = new JwksRetrieval();
  private final JWKSource<SecurityContext> source;

  /**
   * @throws StartException when the keys are in a file that cannot be read
   */
  public JwtKeys(Settings.Jwt settings) {
    this.settings = settings;
    this.source =
        switch (settings.jwks()) {
          case JwksLocation.File(Path path) -> ofFile(path);
          case JwksLocation.Url(URI url) -> ofUrl(url);
        };
  }

  Settings.Jwt settings() {
    return settings;
  }

  JWKSource<SecurityContext> source() {
    return source;
  }

  private static JWKSource<SecurityContext> ofFile(Path path) {
    var file = new JwksFile(path);
    try {
      file.getJWKSet(JWKSetCacheRefreshEvaluator.noRefresh(), System.currentTimeMillis(), null);
    } catch (KeySourceException e) {
      throw new StartException(
          "AUTH_JWKS names %s, which is not a readable JSON Web Key Set.".formatted(path));
    }
    return new JWKSetBasedJWKSource<>(file);
  }

  private JWKSource<SecurityContext> ofUrl(URI url) {
    try {
      return JWKSourceBuilder.<SecurityContext>create(url.toURL(), retrieval)
          .cache(
              TimeUnit.SECONDS.toMillis(Limits.JWKS_MAX_AGE_SECS),
              TimeUnit.SECONDS.toMillis(2L * Limits.JWKS_MAX_SECS))
          .refreshAheadCache(
              TimeUnit.SECONDS.toMillis(REFRESH_AHEAD_SECS),
              null,
              Executors.newVirtualThreadPerTaskExecutor(),
              true,
              null,
              false)
          .rateLimited(TimeUnit.SECONDS.toMillis(Limits.JWKS_LEAST_INTERVAL_SECS))
          .outageTolerant(TimeUnit.SECONDS.toMillis(Limits.JWKS_OUTAGE_MAX_SECS))
          .build();
    } catch (MalformedURLException e) {
      throw new StartException("AUTH_JWKS is not a URL that can be read: " + url);
    }
  }

  @Override
  public void close() {
    if (source instanceof Closeable open) {
      try {
        open.close();
      } catch (IOException e) {
        log.debug("The keys of AUTH_JWKS could not be closed", e);
      }
    }
    retrieval.close();
  }
}
