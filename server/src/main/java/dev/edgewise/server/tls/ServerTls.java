package dev.edgewise.server.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS context of a server, made anew when its files have changed. Connections keep the context
 * with which they began.
 */
public final class ServerTls {
  private static final Logger log = LoggerFactory.getLogger(ServerTls.class);

  private final ServerFiles files;
  private volatile SSLContext context;
  private List<@Nullable FileVersion> loaded;
  private List<@Nullable FileVersion> seen;

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException when one is unusable
   */
  public ServerTls(ServerFiles files) {
    this.files = files;
    this.loaded = versions();
    this.seen = loaded;
    this.context = files.context();
  }

  /** The context for new connections. */
  public SSLContext context() {
    return context;
  }

  /** Whether clients must present a certificate. */
  public boolean needsClientCertificates() {
    return files.clientAuthorities() != null;
  }

  /**
   * Reads the files again when they have changed since, and not since the last call: then all of
   * them are complete. Unusable ones are logged once, and the context stays.
   */
  public synchronized void refresh() {
    List<@Nullable FileVersion> now = versions();
    boolean settled = now.equals(seen);
    seen = now;
    if (!settled || now.equals(loaded)) {
      return;
    }
    loaded = now;
    try {
      context = files.context();
      log.info("New connections use the changed certificate in {}", files.certificate());
    } catch (IllegalArgumentException e) {
      log.warn("{}; new connections go on with the certificate before", e.getMessage());
    }
  }

  /** The versions of all files, null for one that is missing. */
  private List<@Nullable FileVersion> versions() {
    List<@Nullable FileVersion> versions = new ArrayList<>();
    for (Path file : files.all()) {
      versions.add(version(file));
    }
    return versions;
  }

  private static @Nullable FileVersion version(Path file) {
    try {
      return FileVersion.of(file);
    } catch (IOException e) {
      return null;
    }
  }
}
