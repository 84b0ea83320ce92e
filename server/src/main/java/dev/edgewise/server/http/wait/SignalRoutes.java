package dev.edgewise.server.http.wait;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Json;
import dev.edgewise.api.KeyedSignal;
import dev.edgewise.api.Scope;
import dev.edgewise.api.SignalAnswer;
import dev.edgewise.api.SignalData;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.store.wait.SentSignals;
import dev.edgewise.server.store.wait.SentSignals.Sent;
import dev.edgewise.server.store.wait.SentSignals.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The routes that send signals to waiting tasks. */
public final class SignalRoutes {
  /** How long a sender pauses when too many signals wait for a task. */
  private static final int TOO_MANY_PAUSE_SECS = 60;

  private final SentSignals signals;

  public SignalRoutes(SentSignals signals) {
    this.signals = signals;
  }

  public List<Route> routes() {
    return List.of(
        Route.post(
                "/v1/batches/{id}/signals/{name}",
                "Signal a batch: end its waits for the name, or keep the signal for the next one")
            .scope(Scope.SUBMIT)
            .operation("signalBatch")
            .takes(SignalData.class)
            .answers(200, SignalAnswer.class)
            .fails(ErrorCode.BATCH_NOT_FOUND, ErrorCode.WRONG_STATE, ErrorCode.TOO_MANY_REQUESTS)
            .by(this::toBatch),
        Route.post(
                "/v1/signals/{name}",
                "Signal a workspace: end the waits for the name and key, or keep the signal for the"
                    + " next one")
            .scope(Scope.SUBMIT)
            .operation("signalWorkspace")
            .takes(KeyedSignal.class)
            .answers(200, SignalAnswer.class)
            .fails(ErrorCode.TOO_MANY_REQUESTS)
            .by(this::toWorkspace));
  }

  private Answer toBatch(Request request) {
    UUID batchId = request.batchId();
    SignalData given =
        request.hasBody() ? request.body(SignalData.class) : new SignalData(null, null);
    Signal signal = new Signal(request.path("name"), null, text(given.data()), given.id());
    check(signal);
    return switch (signals.toBatch(request.caller(), batchId, signal)) {
      case Sent.Done done -> answer(done);
      case Sent.UnknownBatch _ ->
          throw ApiException.of(ErrorCode.BATCH_NOT_FOUND, "There is no batch " + batchId + ".");
      case Sent.BatchOver _ ->
          throw ApiException.of(
              ErrorCode.WRONG_STATE, "The batch is over, so none of its tasks can wait any more.");
      case Sent.TooMany _ -> throw tooMany(signal);
    };
  }

  private Answer toWorkspace(Request request) {
    KeyedSignal given = request.body(KeyedSignal.class);
    Signal signal = new Signal(request.path("name"), given.key(), text(given.data()), given.id());
    check(signal);
    return switch (signals.toWorkspace(request.caller(), signal)) {
      case Sent.Done done -> answer(done);
      case Sent.TooMany _ -> throw tooMany(signal);
      case Sent.UnknownBatch _, Sent.BatchOver _ -> throw new IllegalStateException("no batch");
    };
  }

  private static Answer answer(Sent.Done done) {
    return Answer.ok(new SignalAnswer(done.delivered(), done.buffered(), done.duplicate()));
  }

  private static ApiException tooMany(Signal signal) {
    return ApiException.tooMany(
        "%d signals %s wait for a task already. Send more when tasks have taken some."
            .formatted(Limits.SIGNALS_KEPT_MAX, JsonText.quoted(signal.name())),
        TOO_MANY_PAUSE_SECS);
  }

  private static @Nullable String text(@Nullable Json data) {
    return data == null ? null : data.text();
  }

  private static void check(Signal signal) {
    List<String> problems = new ArrayList<>();
    bounded(problems, "name", signal.name(), Limits.SIGNAL_NAME_MAX_BYTES);
    if (signal.key() != null) {
      bounded(problems, "key", signal.key(), Limits.SIGNAL_KEY_MAX_BYTES);
    }
    if (signal.id() != null) {
      bounded(problems, "id", signal.id(), Limits.SIGNAL_ID_MAX_BYTES);
    }
    if (signal.data() != null && JsonText.byteLength(signal.data()) > Limits.RESULT_MAX_BYTES) {
      problems.add("data: must have at most " + Limits.RESULT_MAX_BYTES + " bytes");
    }
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
  }

  private static void bounded(List<String> problems, String field, String text, int maxBytes) {
    String flaw = JsonText.flaw(text);
    if (flaw != null) {
      problems.add(field + ": " + flaw);
    } else if (text.isEmpty() || JsonText.byteLength(text) > maxBytes) {
      problems.add("%s: must have 1 to %d bytes".formatted(field, maxBytes));
    }
  }
}
