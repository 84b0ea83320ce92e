package dev.edgewise.server.cli.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of all commands that call a server: how to reach it, the output format, and help. */
public final class ServerOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private final ProfileOption profiles = new ProfileOption();

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "${env:EDGEWISE_URL}",
      description =
          "the server's address (default: EDGEWISE_URL, the profile's, or http://localhost:8085)")
  private @Nullable String server;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      defaultValue = "${env:EDGEWISE_TOKEN_FILE}",
      description =
          "file with the key or JWT to sign in with (default: EDGEWISE_TOKEN_FILE, or the token"
              + " itself in EDGEWISE_TOKEN)")
  private @Nullable Path tokenFile;

  @Option(
      names = "--workspace",
      paramLabel = "TENANT/NAME",
      defaultValue = "${env:EDGEWISE_WORKSPACE}",
      description = "the workspace in which an administrator acts (default: EDGEWISE_WORKSPACE)")
  private @Nullable String workspace;

  @Option(
      names = "--header",
      paramLabel = "'NAME: VALUE'",
      description = "a header to send with every request, such as a proxy needs; repeatable")
  private List<String> headers = List.of();

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      defaultValue = "${env:EDGEWISE_CA_FILE}",
      description =
          "PEM file with authorities to trust besides the public ones (default: EDGEWISE_CA_FILE)")
  private @Nullable Path authorities;

  @Option(
      names = "--cert-file",
      paramLabel = "FILE",
      defaultValue = "${env:EDGEWISE_CERT_FILE}",
      description = "PEM file with the client's certificate (default: EDGEWISE_CERT_FILE)")
  private @Nullable Path certificate;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      defaultValue = "${env:EDGEWISE_KEY_FILE}",
      description = "PEM file with the private key of --cert-file (default: EDGEWISE_KEY_FILE)")
  private @Nullable Path key;

  @Option(names = "--json", description = "print the server's response as JSON")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this help and exit")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean help;

  /** Calls the server, prints the result, and returns the exit code. */
  @FunctionalInterface
  public interface ServerCall {
    int run(Client client, Output out) throws Exception;
  }

  /** Runs a call with a client of the server that is named. */
  public int run(ServerCall call) throws Exception {
    return run(connection(), call);
  }

  /** Runs a call with a client of some server. */
  public int run(Connection connection, ServerCall call) throws Exception {
    try (Client client = new Client(connection.access(headers()))) {
      Output out = output();
      int code = call.run(client, out);
      out.flush();
      return code;
    }
  }

  /** Where the command prints. */
  public Output output() {
    return new Output(command.commandLine().getOut(), command.commandLine().getErr(), json);
  }

  /** The name of the profile that is used, whether it exists or not. */
  public String profile() {
    return profiles.name();
  }

  /** The connection that flags and environment name, and the profile where they do not. */
  public Connection connection() {
    Connection given = given();
    Connection kept = profiles.read();
    return kept == null ? given : given.orElse(kept);
  }

  /** The connection that flags and environment name. */
  public Connection given() {
    String address = blankToNull(server);
    return new Connection(
        address == null ? null : Client.address(address).toString(),
        token(),
        blankToNull(workspace),
        authorities == null ? null : authorities.toAbsolutePath().toString(),
        certificate == null ? null : certificate.toAbsolutePath().toString(),
        key == null ? null : key.toAbsolutePath().toString());
  }

  private static @Nullable String blankToNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text.strip();
  }

  private Map<String, String> headers() {
    Map<String, String> all = new LinkedHashMap<>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      all.put(header.substring(0, Math.max(0, colon)).strip(), header.substring(colon + 1).strip());
    }
    return all;
  }

  private @Nullable String token() {
    String text = System.getenv("EDGEWISE_TOKEN");
    if (tokenFile != null) {
      try {
        text = Files.readString(tokenFile);
      } catch (IOException e) {
        throw new ClientException("The token file " + tokenFile + " cannot be read.", e);
      }
    }
    return blankToNull(text);
  }

  /** Whether to print JSON. */
  public boolean json() {
    return json;
  }
}
