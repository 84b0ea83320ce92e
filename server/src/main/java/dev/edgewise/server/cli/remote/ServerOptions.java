package dev.edgewise.server.cli.remote;

import dev.edgewise.server.config.Secret;
import dev.edgewise.server.tls.Identity;
import dev.edgewise.server.tls.PemFile;
import dev.edgewise.server.tls.TlsContexts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of all commands that call a server: how to reach it, the output format, and help. */
final class ServerOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "${env:EDGEWISE_URL:-http://localhost:8085}",
      description = "the server's address (default: EDGEWISE_URL or http://localhost:8085)")
  private String server = "";

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
  interface ServerCall {
    int run(Client client, PrintWriter out) throws Exception;
  }

  int run(ServerCall call) throws Exception {
    try (Client client = new Client(access())) {
      PrintWriter out = command.commandLine().getOut();
      int code = call.run(client, out);
      out.flush();
      return code;
    }
  }

  private ServerAccess access() {
    Map<String, String> all = new LinkedHashMap<>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      all.put(header.substring(0, Math.max(0, colon)).strip(), header.substring(colon + 1).strip());
    }
    if (workspace != null && !workspace.isBlank()) {
      all.put("X-Workspace", workspace.strip());
    }
    return new ServerAccess(Client.address(server), token(), all, tls());
  }

  private @Nullable Secret token() {
    String text = System.getenv("EDGEWISE_TOKEN");
    if (tokenFile != null) {
      try {
        text = Files.readString(tokenFile);
      } catch (IOException e) {
        throw new ClientException("The token file " + tokenFile + " cannot be read.", e);
      }
    }
    return text == null || text.isBlank() ? null : new Secret(text.strip());
  }

  private @Nullable SSLContext tls() {
    if ((certificate == null) != (key == null)) {
      throw new ClientException("--cert-file and --key-file must be given together.");
    }
    Path own = certificate;
    Path secret = key;
    Path trusted = authorities;
    if (own == null && trusted == null) {
      return null;
    }
    Identity identity =
        own == null || secret == null
            ? null
            : named("--cert-file or --key-file", () -> Identity.read(own, secret));
    List<X509Certificate> more =
        trusted == null ? List.of() : named("--ca-file", () -> PemFile.certificates(trusted));
    return TlsContexts.client(more, identity);
  }

  private static <T> T named(String option, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw new ClientException(option + " " + e.getMessage() + ".", e);
    }
  }

  /** Whether to print JSON. */
  boolean json() {
    return json;
  }
}
