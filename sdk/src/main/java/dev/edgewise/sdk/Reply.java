package dev.edgewise.sdk;

import dev.edgewise.sdk.json.JsonReader;
import dev.edgewise.sdk.json.RecordBinding;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;

/** A successful answer. */
record Reply(HttpResponse<String> response) {

  boolean isEmpty() {
    return response.body().isEmpty();
  }

  <T> T as(Class<T> type) {
    return RecordBinding.bind(JsonReader.read(response.body()), type);
  }

  <T> List<T> listOf(Class<T> type) {
    return RecordBinding.bindList(JsonReader.read(response.body()), type);
  }

  Optional<String> header(String name) {
    return response.headers().firstValue(name);
  }
}
