package dev.edgewise.server.http.delivery;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.delivery.Replays;
import java.util.List;

/** The routes that act on a single delivery. */
public final class DeliveryCommands {
  private final Replays replays;

  public DeliveryCommands(Replays replays) {
    this.replays = replays;
  }

  public List<Route> routes() {
    return List.of(
        Route.post(
                "/v1/deliveries/{id}/replay", "Call a webhook again that is dead or was delivered")
            .scope(Scope.OPERATE)
            .operation("replayDelivery")
            .alias(Method.POST, "/delivery/{id}/replay")
            .answers(202)
            .fails(ErrorCode.DELIVERY_NOT_FOUND, ErrorCode.WRONG_STATE)
            .by(this::replay));
  }

  /** The id in the path is the idempotency key of the delivery. */
  private Answer replay(Request request) {
    String key = request.path("id");
    return switch (replays.replay(request.caller(), key)) {
      case OWED -> Answer.empty(202);
      case UNKNOWN ->
          throw ApiException.of(
              ErrorCode.DELIVERY_NOT_FOUND, "There is no delivery with the key " + key + ".");
      case START ->
          throw ApiException.of(
              ErrorCode.WRONG_STATE,
              "An on_start call cannot be replayed. Rerun the task instead.");
    };
  }
}
