package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A receiver that records the bytes of each connection, and answers with given bytes. */
final class WireReceiver implements AutoCloseable {

  static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final ServerSocket server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Behaviour behaviour;
  private final Queue<Received> requests = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Integer> ends = new LinkedBlockingQueue<>();
  private final AtomicInteger connections = new AtomicInteger();

  /** A request, in Latin-1, and the number of the connection it came over. */
  record Received(int connection, String text) {

    String line() {
      return text.substring(0, text.indexOf("\r\n"));
    }

    List<String> headers() {
      return text.substring(0, text.indexOf("\r\n\r\n")).lines().skip(1).toList();
    }

    String body() {
      return text.substring(text.indexOf("\r\n\r\n") + 4);
    }
  }

  /** What to do about a request. */
  @FunctionalInterface
  interface Behaviour {
    void on(Received request, Socket connection) throws Exception;
  }

  WireReceiver(Behaviour behaviour) {
    this.behaviour = behaviour;
    try {
      server = new ServerSocket(0, 100, InetAddress.ofLiteral("127.0.0.1"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  /** A receiver that always gives the same answer. */
  static WireReceiver answering(String answer) {
    return new WireReceiver((_, connection) -> say(connection, answer));
  }

  static void say(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = server.accept();
        int number = connections.incrementAndGet();
        threads.execute(() -> serve(number, connection));
      }
    } catch (IOException _) {
      // It was closed.
    }
  }

  private void serve(int number, Socket connection) {
    try (connection) {
      InputStream in = connection.getInputStream();
      for (String text = request(in); !text.isEmpty(); text = request(in)) {
        Received request = new Received(number, text);
        requests.add(request);
        behaviour.on(request, connection);
      }
    } catch (Exception _) {
      // The other side or the behaviour has closed the connection.
    } finally {
      ends.add(number);
    }
  }

  /** The next request; empty when there is none any more. */
  private static String request(InputStream in) throws IOException {
    var text = new StringBuilder();
    while (text.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      text.append((char) next);
    }
    int length =
        text.toString()
            .lines()
            .map(line -> line.toLowerCase(Locale.ROOT))
            .filter(line -> line.startsWith("content-length:"))
            .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
            .findFirst()
            .orElse(0);
    return text + new String(in.readNBytes(length), ISO_8859_1);
  }

  List<Received> requests() {
    return List.copyOf(requests);
  }

  /** Waits until a connection has ended. */
  int ended() throws InterruptedException {
    return ends.take();
  }

  int port() {
    return server.getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/";
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }
}
