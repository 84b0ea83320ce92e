package dev.edgewise.server.config;

import java.net.URI;
import java.nio.file.Path;

/** Where the JSON Web Key Set is that JWTs are verified with. */
public sealed interface JwksLocation {

  /** A set that an issuer publishes. */
  record Url(URI url) implements JwksLocation {}

  /** A set in a file, which is read again when it changes. */
  record File(Path path) implements JwksLocation {}
}
