package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Keeps the beginning of an answer's body, and hangs up on what is longer. */
final class BoundedBody implements BodySubscriber<BoundedBody.Kept> {

  private final int maxBytes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<Kept> kept = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  /** What was kept, and whether that is all there was. */
  record Kept(String text, boolean whole) {}

  BoundedBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public CompletionStage<Kept> getBody() {
    return kept;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      int room = maxBytes - bytes.size();
      byte[] part = new byte[Math.min(room, buffer.remaining())];
      buffer.get(part);
      bytes.writeBytes(part);
      if (buffer.hasRemaining()) {
        if (subscription != null) {
          subscription.cancel();
        }
        complete(false);
        return;
      }
    }
  }

  @Override
  public void onError(Throwable error) {
    kept.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    complete(true);
  }

  private void complete(boolean whole) {
    kept.complete(new Kept(bytes.toString(UTF_8), whole));
  }
}
