package dev.edgewise.server.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A webhook receiver on this machine that records its calls and answers as the test says. */
public final class Receiver implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Received> calls = new ConcurrentLinkedQueue<>();
  private volatile Behaviour behaviour = call -> Answer.of(200);

  /** A received call. */
  public record Received(String method, URI uri, Map<String, List<String>> headers, String body) {

    /** The first value of a header, or an empty text. */
    public String header(String name) {
      return headers.entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .map(header -> header.getValue().getFirst())
          .findFirst()
          .orElse("");
    }

    public String key() {
      return header("Idempotency-Key");
    }

    public String trigger() {
      return header("X-Task-Trigger");
    }

    /** The URL to report the completion to. */
    public URI handle() {
      String query = uri.getRawQuery();
      String encoded = query.substring(query.indexOf("handle=") + "handle=".length());
      return URI.create(URLDecoder.decode(encoded, UTF_8));
    }
  }

  /** An answer to a call. */
  public record Answer(int status, String body, Map<String, String> headers) {
    public static Answer of(int status) {
      return new Answer(status, "", Map.of());
    }

    public static Answer of(int status, String body) {
      return new Answer(status, body, Map.of());
    }
  }

  /** Decides the answer to a call. */
  @FunctionalInterface
  public interface Behaviour {
    Answer on(Received call) throws Exception;
  }

  private Receiver(int port) {
    try {
      server =
          HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** A receiver on a free port. */
  public static Receiver start() {
    return new Receiver(0);
  }

  /** A receiver on a port that one had before. */
  public static Receiver startAt(int port) {
    return new Receiver(port);
  }

  public Receiver answering(Behaviour behaviour) {
    this.behaviour = behaviour;
    return this;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Received call =
          new Received(
              exchange.getRequestMethod(),
              exchange.getRequestURI(),
              Map.copyOf(exchange.getRequestHeaders()),
              new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      calls.add(call);
      Answer answer = behaviour.on(call);
      byte[] body = answer.body().getBytes(UTF_8);
      answer.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** Host and port, as lanes and circuits name it. */
  public String host() {
    return "127.0.0.1:" + port();
  }

  public String url(String path) {
    return "http://" + host() + path;
  }

  /** An action that posts to a path of this receiver. */
  public String action(String path) {
    return "{\"kind\":\"Webhook\",\"params\":{\"url\":\"%s\",\"verb\":\"Post\"}}"
        .formatted(url(path));
  }

  /** All calls in the order in which they came. */
  public List<Received> calls() {
    return List.copyOf(calls);
  }

  /** The calls of one trigger. */
  public List<Received> calls(String trigger) {
    return calls.stream().filter(call -> call.trigger().equals(trigger)).toList();
  }

  /** How often each key was called. */
  public Map<String, Integer> callsByKey() {
    Map<String, Integer> counts = new TreeMap<>();
    calls.forEach(call -> counts.merge(call.key(), 1, Integer::sum));
    return counts;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
