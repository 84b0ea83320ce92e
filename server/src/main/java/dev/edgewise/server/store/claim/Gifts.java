package dev.edgewise.server.store.claim;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.commit.Takers.Handover;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one transaction gives to those who were promised something. */
final class Gifts implements Handover {
  private final Map<Waiter, List<Claimed>> gifts = new LinkedHashMap<>();
  private final Set<TaskKey> tasks = new LinkedHashSet<>();

  Gifts(Collection<Waiter> promised) {
    promised.forEach(waiter -> gifts.put(waiter, new ArrayList<>()));
  }

  void add(Waiter waiter, Claimed task) {
    gifts.computeIfAbsent(waiter, _ -> new ArrayList<>()).add(task);
    tasks.add(task.task());
  }

  @Override
  public Collection<TaskKey> tasks() {
    return tasks;
  }

  @Override
  public void committed() {
    gifts.forEach(Waiter::give);
  }

  @Override
  public void failed() {
    gifts.keySet().forEach(waiter -> waiter.give(List.of()));
  }
}
