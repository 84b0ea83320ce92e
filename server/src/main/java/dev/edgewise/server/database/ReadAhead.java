package dev.edgewise.server.database;

import dev.edgewise.server.life.ProcessEnd;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the next part of a long sequence in the background while the caller uses the current
 * one.
 */
public final class ReadAhead {

  private ReadAhead() {}

  /** Parts computed from their number, each one ahead of its use. */
  public static <T> Iterable<T> of(int count, IntFunction<T> making) {
    return () -> new Parts<>(count, making);
  }

  /** Parts computed from consecutive sublists of a list. */
  public static <S, T> Iterable<T> of(List<S> all, int part, Function<List<S>, T> making) {
    return of(
        (all.size() + part - 1) / part,
        number ->
            making.apply(all.subList(number * part, Math.min((number + 1) * part, all.size()))));
  }

  private static final class Parts<T> implements Iterator<T> {
    private final int count;
    private final IntFunction<T> making;
    private int made;
    private @Nullable CompletableFuture<T> next;

    Parts(int count, IntFunction<T> making) {
      this.count = count;
      this.making = making;
      this.next = make();
    }

    private @Nullable CompletableFuture<T> make() {
      if (made == count) {
        return null;
      }
      int number = made++;
      var part = new CompletableFuture<T>();
      Thread.ofVirtual()
          .start(() -> {
            try {
              part.complete(making.apply(number));
            } catch (RuntimeException | Error e) {
              ProcessEnd.endIfFatal(e);
              part.completeExceptionally(e);
            }
          });
      return part;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public T next() {
      if (next == null) {
        throw new NoSuchElementException();
      }
      T part = Transactions.await(next);
      next = make();
      return part;
    }
  }

  /** The elements of lists, each list computed ahead of its use. */
  public static <T> Stream<T> elements(int count, IntFunction<List<T>> making) {
    Iterator<List<T>> parts = of(count, making).iterator();
    return IntStream.range(0, count).boxed().flatMap(_ -> parts.next().stream());
  }
}
