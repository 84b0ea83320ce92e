package dev.edgewise.server.cli;

import dev.edgewise.server.cli.remote.Client;
import tools.jackson.databind.JsonNode;

/** Work that leaves rows in every table. */
final class BackedUpWork {

  private BackedUpWork() {}

  /** Submits so much that no table is empty; no receiver answers its webhook. */
  static String submit(Client client) {
    client.send(
        "PUT",
        "/workflow/report",
        "{\"tasks\":[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"inline\",\"let\":\"1\"}]}");
    client.send(
        "PUT",
        "/schedule/nightly",
        "{\"workflow\":\"report\",\"cron\":\"0 0 3 * * *\",\"zone\":\"UTC\"}");
    client.send(
        "PUT", "/workflow/idle", "{\"tasks\":[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"idle\"}]}");
    client.send(
        "POST",
        "/v1/batches",
        """
        [{"id":"w","name":"w","wait":{"signal":{"name":"go"}},"deadline":"PT1H"},
         {"id":"c","name":"c","call":{"workflow":"idle"}}]
        """);
    String hook =
        "{\"kind\":\"Webhook\",\"params\":{\"url\":\"http://127.0.0.1:1/\",\"verb\":\"Post\"}}";
    JsonNode tasks =
        client
            .send(
                "POST",
                "/task",
                """
                [{"id":"1","name":"Ünï\\t\\\\code\\nline","kind":"first","metadata":{"a":[null,"\\\\N"]},
                  "on_success":[%s]},
                 {"id":"2","name":"2","kind":"second","dependencies":[{"id":"1","condition":"on_success"}]},
                 {"id":"3","name":"3","kind":"third","dependencies":[{"id":"2","condition":"on_success"}]},
                 {"id":"4","name":"4","kind":"flaky","retry":{"max_retries":3,"initial_delay_secs":600}},
                 {"id":"5","name":"5","kind":"idle"}]
                """
                    .formatted(hook),
                "Idempotency-Key",
                "once")
            .json();
    client.send(
        "POST",
        "/task",
        "[{\"id\":\"1\",\"name\":\"1\",\"kind\":\"last\",\"dependencies\":[{\"task_id\":%s,\"condition\":\"on_success\"}]}]"
            .formatted(tasks.at("/2/id")));
    return tasks.at("/0/batch_id").asString("");
  }
}
