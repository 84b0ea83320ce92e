package dev.edgewise.server.store.commit;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.store.OverloadedException;
import dev.edgewise.server.store.Transactions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Does the work with expressions that nobody else should wait for, one piece after the other. Its
 * thread is one of the operating system, which shares the processors between it and all others.
 */
public final class Aside implements AutoCloseable {
  private final GroupQueue<Piece<?>> queue =
      new GroupQueue<>(
          "aside",
          new GroupQueue.Sizes(1, Limits.COMMANDS_MAX_UNDER_WAY, Duration.ZERO),
          pieces -> pieces.forEach(Piece::run),
          pieces -> pieces.forEach(Piece::refuse));

  /** Some work, and who waits for it. */
  private record Piece<T>(Supplier<T> work, CompletableFuture<T> done) {
    void run() {
      try {
        done.complete(work.get());
      } catch (RuntimeException | Error e) {
        done.completeExceptionally(e);
        VirtualMachineError fatal = ProcessEnd.fatal(e);
        if (fatal != null) {
          throw fatal;
        }
      }
    }

    void refuse() {
      done.completeExceptionally(new OverloadedException("the server is stopping"));
    }
  }

  Aside() {
    queue.start(Thread.ofPlatform().daemon());
  }

  /** Does some work later. */
  public <T> CompletableFuture<T> submit(Supplier<T> work) {
    Piece<T> piece = new Piece<>(work, new CompletableFuture<>());
    if (!queue.put(piece)) {
      piece.refuse();
    }
    return piece.done();
  }

  /** Has some work done and waits for it. */
  <T> T call(Supplier<T> work) {
    return Transactions.await(submit(work));
  }

  Pulse pulse() {
    return queue.pulse();
  }

  /** Finishes what was handed over and stops, unless that takes too long. */
  @Override
  public void close() {
    queue.close();
  }
}
