package dev.edgewise.server.http;

import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.tls.ServerFiles;
import dev.edgewise.server.tls.ServerTls;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An HTTP server of its own on a free port, with some routes and a client. */
public final class RunningServer implements AutoCloseable {

  public final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  public final StopSignal stopSignal;
  private final HttpServer server;
  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  public RunningServer(Map<String, String> environment, Route... routes) {
    this(environment, new StopSignal(), routes);
  }

  public RunningServer(Map<String, String> environment, StopSignal stopSignal, Route... routes) {
    this.stopSignal = stopSignal;
    Settings.Http settings = settings(environment).http();
    ServerFiles files = settings.tls();
    this.server =
        HttpServer.start(
            settings,
            files == null ? null : new ServerTls(files),
            new RouteTable(List.of(routes)),
            Gate.openToAll(),
            metrics,
            stopSignal);
    this.port = server.port();
  }

  public static Settings settings(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(Map.of("PORT", "0"));
    all.putAll(environment);
    return switch (ConfigurationReader.read(Map.of(), all)) {
      case Configuration.Valid valid -> valid.settings();
      case Configuration.Invalid(List<String> problems) ->
          throw new IllegalArgumentException(problems.toString());
    };
  }

  public int port() {
    return port;
  }

  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send("GET", path, "");
  }

  public HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(uri(path))
            .version(HttpClient.Version.HTTP_1_1)
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body)));
  }

  public HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  public HttpClient client() {
    return client;
  }

  public void stop() {
    server.close();
  }

  @Override
  public void close() {
    server.close();
    client.shutdownNow();
  }
}
