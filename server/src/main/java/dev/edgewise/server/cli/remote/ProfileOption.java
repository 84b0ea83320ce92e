package dev.edgewise.server.cli.remote;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a profile. */
public final class ProfileOption {
  private static final String DEFAULT = "default";

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "${env:EDGEWISE_PROFILE}",
      description = "what `edgewise login` keeps (default: EDGEWISE_PROFILE, or default)")
  private @Nullable String profile;

  /** The profile's name. */
  public String name() {
    return profile == null || profile.isBlank() ? DEFAULT : profile.strip();
  }

  /** The connection that the profile keeps; null when there is none and none was named. */
  @Nullable Connection read() {
    Connection kept = ProfileFile.read().get(name());
    if (kept == null && profile != null && !profile.isBlank()) {
      throw new ClientException(
          "There is no profile %s. `edgewise login --profile %s` makes one, and `edgewise profiles`"
                  .formatted(name(), name())
              + " lists them.");
    }
    return kept;
  }
}
