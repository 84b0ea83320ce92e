package dev.edgewise.sdk;

import dev.edgewise.sdk.json.JsonException;
import dev.edgewise.sdk.json.JsonReader;
import dev.edgewise.sdk.json.RecordBinding;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A successful response. */
record Reply(HttpResponse<String> response) {

  boolean isEmpty() {
    return response.body().isEmpty();
  }

  <T> T as(Class<T> type) {
    return read(value -> RecordBinding.bind(value, type));
  }

  <T> List<T> listOf(Class<T> type) {
    return read(value -> RecordBinding.bindList(value, type));
  }

  /** Reads the body; a proxy may have answered with something else. */
  private <T> T read(Function<@Nullable Object, T> binding) {
    try {
      return binding.apply(JsonReader.read(response.body()));
    } catch (JsonException e) {
      throw new UnreachableException(
          "The answer is not from an Edgewise server: " + e.getMessage(), e);
    }
  }

  Optional<String> header(String name) {
    return response.headers().firstValue(name);
  }
}
