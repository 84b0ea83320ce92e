package dev.edgewise.server.testing;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.store.access.Keys;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** A server with a database of its own, TLS for localhost, and AUTH=keys. */
public final class SecureServer implements AutoCloseable {
  private final TestDatabase database = TestDatabase.open();
  private final TestAuthority authority = new TestAuthority("secure-server");
  private final Path authorityFile;
  private final Edgewise edgewise;

  private SecureServer(Path folder, boolean clientCertificates) {
    authorityFile = authority.write(folder);
    Map<String, String> settings = new HashMap<>();
    settings.put("DATABASE_URL", database.jdbcUrl());
    settings.put("PORT", "0");
    settings.put("BIND_ADDRESS", "127.0.0.1");
    settings.put("AUTH", "keys");
    settings.put("TLS_CERT_FILE", authority.issue("localhost").write(folder, "server").toString());
    settings.put("TLS_KEY_FILE", folder.resolve("server.key").toString());
    if (clientCertificates) {
      settings.put("TLS_CLIENT_CA_FILE", authorityFile.toString());
    }
    edgewise = Edgewise.start((Configuration.Valid) ConfigurationReader.read(Map.of(), settings));
  }

  /** Starts a server whose files are in a folder. */
  public static SecureServer start(Path folder) {
    return new SecureServer(folder, false);
  }

  /** Starts one whose clients must present a certificate of its authority. */
  public static SecureServer needingClientCertificates(Path folder) {
    return new SecureServer(folder, true);
  }

  public URI uri() {
    return edgewise.hostUrl();
  }

  public TestAuthority authority() {
    return authority;
  }

  /** The PEM file of its authority. */
  public Path authorityFile() {
    return authorityFile;
  }

  /** A new key of the default workspace. */
  public String key(Scope... scopes) {
    return new KeyIssue(new Keys(database.database()))
        .create(
            new Caller(Workspace.DEFAULT, "test"), new NewKey("test", Set.of(scopes), null, null))
        .orElseThrow()
        .text()
        .text();
  }

  @Override
  public void close() {
    edgewise.close();
    database.close();
  }
}
