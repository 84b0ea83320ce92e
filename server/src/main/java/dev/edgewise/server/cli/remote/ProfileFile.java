package dev.edgewise.server.cli.remote;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The file with the profiles of a user, which only that user can read: it contains keys. */
public final class ProfileFile {
  private static final String CONFIGURATION = "XDG_CONFIG_HOME";

  private ProfileFile() {}

  /** Where it is. */
  public static Path path() {
    return folder().resolve("profiles.json");
  }

  private static Path folder() {
    String named = System.getenv(CONFIGURATION);
    Path folder =
        named == null || named.isBlank()
            ? Path.of(System.getProperty("user.home"), ".config")
            : Path.of(named);
    return folder.resolve("edgewise");
  }

  /** The profiles by name. */
  public static Map<String, Connection> read() {
    Path file = path();
    Map<String, Connection> profiles = new TreeMap<>();
    try {
      ClientJson.read(Files.readString(file))
          .propertyStream()
          .forEach(each -> profiles.put(each.getKey(), connection(each.getValue())));
    } catch (NoSuchFileException e) {
      // There are none.
    } catch (IOException | JacksonException e) {
      throw new ClientException(
          "The profiles in " + file + " cannot be read. Mend the file, or remove it.", e);
    }
    return profiles;
  }

  /** Replaces the profiles. A crash leaves the file as it was. */
  public static void write(Map<String, Connection> profiles) {
    Path file = path();
    Map<String, Object> all = new LinkedHashMap<>();
    profiles.forEach((name, connection) -> all.put(name, members(connection)));
    try {
      Files.createDirectories(folder(), permissions("rwx------"));
      Path written = Files.createTempFile(folder(), "profiles", ".json", permissions("rw-------"));
      try {
        Files.writeString(written, ClientJson.text(all));
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(written);
      }
    } catch (IOException e) {
      throw new ClientException("The profile cannot be stored in " + file + ".", e);
    }
  }

  private static FileAttribute<?>[] permissions(String text) {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
        }
        : new FileAttribute<?>[0];
  }

  private static Connection connection(JsonNode profile) {
    return new Connection(
        member(profile, "server"),
        member(profile, "token"),
        member(profile, "workspace"),
        member(profile, "ca_file"),
        member(profile, "cert_file"),
        member(profile, "key_file"));
  }

  private static @Nullable String member(JsonNode profile, String name) {
    String text = profile.path(name).asString("");
    return text.isEmpty() ? null : text;
  }

  private static Map<String, String> members(Connection connection) {
    Map<String, String> members = new LinkedHashMap<>();
    put(members, "server", connection.address());
    put(members, "token", connection.token());
    put(members, "workspace", connection.workspace());
    put(members, "ca_file", connection.authorities());
    put(members, "cert_file", connection.certificate());
    put(members, "key_file", connection.key());
    return members;
  }

  private static void put(Map<String, String> members, String name, @Nullable String value) {
    if (value != null) {
      members.put(name, value);
    }
  }
}
