package dev.edgewise.server.http.read;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.log.LogPages;
import dev.edgewise.server.store.read.Batches;
import dev.edgewise.server.store.read.Ledger;
import dev.edgewise.server.store.read.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** All routes that only read. */
public final class ReadRoutes {
  private final Database database;
  private final Signals signals;
  private final Settings.Pagination pagination;
  private final int maxEventStreams;
  private final StopSignal stopSignal;
  private final Predicate<String> circuitOpen;

  /**
   * @param signals wake long requests after a commit
   * @param stopSignal ends long requests
   * @param circuitOpen whether the circuit breaker of a host is open
   */
  public ReadRoutes(
      Database database,
      Signals signals,
      Settings.Pagination pagination,
      int maxEventStreams,
      StopSignal stopSignal,
      Predicate<String> circuitOpen) {
    this.database = database;
    this.signals = signals;
    this.pagination = pagination;
    this.maxEventStreams = maxEventStreams;
    this.stopSignal = stopSignal;
    this.circuitOpen = circuitOpen;
  }

  public List<Route> routes() {
    var batches = new Batches(database);
    var ledger = new SettledLedger(new Ledger(database));
    var followers = new Followers<>(ledger::newest, signals, stopSignal);
    var streams = new EventStreams(maxEventStreams);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new TaskReads(database, batches, pagination, circuitOpen).routes());
    routes.add(new FailureReads(database).route());
    routes.addAll(new DeliveryReads(database).routes());
    routes.addAll(new BatchReads(batches, followers, pagination).routes());
    routes.addAll(new GraphReads(batches, database).routes());
    routes.addAll(new LayoutReads(batches, database).routes());
    routes.addAll(new LedgerReads(batches, ledger, followers, streams).routes());
    routes.add(new AttemptReads(new Tasks(database), ledger).route());
    routes.add(new LogReads(new LogPages(database), signals, stopSignal, streams).route());
    return routes;
  }
}
