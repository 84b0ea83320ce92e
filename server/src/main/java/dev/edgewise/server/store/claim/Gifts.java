package dev.edgewise.server.store.claim;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.commit.Takers.Handover;
import dev.edgewise.server.store.commit.Takers.Taker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one transaction gives to those who were promised something. */
final class Gifts implements Handover {
  private final Map<Waiter, List<Claimed>> gifts = new LinkedHashMap<>();
  private final Map<TaskKey, Taker> takers = new LinkedHashMap<>();

  Gifts(Collection<Waiter> promised) {
    promised.forEach(waiter -> gifts.put(waiter, new ArrayList<>()));
  }

  void add(Waiter waiter, Claimed task) {
    gifts.computeIfAbsent(waiter, _ -> new ArrayList<>()).add(task);
    takers.put(task.task(), waiter.taker(task));
  }

  @Override
  public Map<TaskKey, Taker> takers() {
    return takers;
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
