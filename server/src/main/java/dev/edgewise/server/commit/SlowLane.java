package dev.edgewise.server.commit;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.life.WaitClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Does work whose expressions take long, one piece after the other, so that no group waits for it.
 * Its thread is one of the operating system, which shares the processors between it and all others.
 */
public final class SlowLane implements AutoCloseable {
  private final GroupCommit<Piece<?>> pieces;

  /** Some work, and the future of its caller. */
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
  }

  private static final class Pieces implements GroupCommit.Work<Piece<?>> {
    @Override
    public void commit(List<Piece<?>> group) {
      group.forEach(Piece::run);
    }

    @Override
    public void failed(List<Piece<?>> items, Throwable cause) {
      items.forEach(piece -> piece.done().completeExceptionally(cause));
    }
  }

  /**
   * @param name the name of the thread
   */
  public SlowLane(String name) {
    pieces =
        new GroupCommit<>(
            name,
            new GroupCommit.Sizes(1, Limits.COMMANDS_MAX_UNDER_WAY, Duration.ZERO),
            WaitClock.SYSTEM,
            new Pieces());
    pieces.start(Thread.ofPlatform().daemon());
  }

  /** Does some work later. */
  public <T> CompletableFuture<T> submit(Supplier<T> work) {
    Piece<T> piece = new Piece<>(work, new CompletableFuture<>());
    pieces.add(piece);
    return piece.done();
  }

  /** Has some work done and waits for it. */
  <T> T call(Supplier<T> work) {
    return Transactions.await(submit(work));
  }

  /** Returns the liveness of the thread. */
  public Pulse pulse() {
    return pieces.pulse();
  }

  /** Finishes what was handed over and stops, unless that takes too long. */
  @Override
  public void close() {
    pieces.close();
  }
}
