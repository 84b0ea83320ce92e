package dev.edgewise.server.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A TCP proxy that can swallow connections: they are neither closed nor answered. */
public final class TcpProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final InetSocketAddress target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Object generation = new Object();
  private volatile boolean vanished;

  private TcpProxy(ServerSocket listening, InetSocketAddress target) {
    this.listening = listening;
    this.target = target;
    Thread.ofVirtual().start(this::accept);
  }

  /** Forwards to a port of this machine. */
  public static TcpProxy to(int port) {
    try {
      InetAddress here = InetAddress.ofLiteral("127.0.0.1");
      return new TcpProxy(new ServerSocket(0, 50, here), new InetSocketAddress(here, port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** A proxy in front of the database at an address. */
  public static TcpProxy inFrontOf(String jdbcUrl) {
    return to(Integer.parseInt(jdbcUrl.replaceFirst(".*?://[^/]*:(\\d+)/.*", "$1")));
  }

  /** An address with this proxy's port in it. */
  public String through(String jdbcUrl) {
    return jdbcUrl.replaceFirst("://[^/]*/", "://127.0.0.1:" + port() + "/");
  }

  /**
   * Swallows the present connections: nothing that is sent on them arrives, and none is closed.
   * Later connections work.
   */
  public void swallow() {
    generation = new Object();
  }

  /** As {@link #swallow}, and connections that are made later are swallowed too. */
  public void vanish() {
    vanished = true;
    swallow();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        sockets.add(client);
        Socket server = new Socket(target.getAddress(), target.getPort());
        sockets.add(server);
        Object own = vanished ? new Object() : generation;
        Thread.ofVirtual().start(() -> pump(client, server, own));
        Thread.ofVirtual().start(() -> pump(server, client, own));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void pump(Socket from, Socket to, Object own) {
    byte[] bytes = new byte[8192];
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        if (!generation.equals(own)) {
          closed.await();
        }
        out.write(bytes, 0, read);
      }
    } catch (IOException e) {
      // One end is gone, and so is the other.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    listening.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
