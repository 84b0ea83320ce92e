package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Query;
import java.util.HashMap;
import java.util.Map;

/** The names of the tasks of a batch. */
final class TaskNames {
  private final Client client;
  private final String batch;
  private final Map<String, String> names = new HashMap<>();

  TaskNames(Client client, String batch) {
    this.client = client;
    this.batch = batch;
  }

  /** The name of a task, or the ID of a task of another batch. */
  String name(String task) {
    if (names.isEmpty()) {
      Listing.read(client, Query.of("/v1/batches/" + batch + "/tasks"), Integer.MAX_VALUE)
          .items()
          .forEach(each -> names.put(Column.text(each, "id"), Column.text(each, "name")));
    }
    return names.getOrDefault(task, task);
  }

  /** The name of a task of this batch, also of one that was added later. */
  String current(String task) {
    String name = name(task);
    if (name.equals(task)) {
      name = Column.text(client.get("/v1/tasks/" + task), "name");
      names.put(task, name);
    }
    return name;
  }
}
