package dev.edgewise.server.http.read;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.read.Batches;
import dev.edgewise.server.store.read.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Every route that only looks. */
public final class ReadRoutes {
  private final Database database;
  private final Signals signals;
  private final Settings.Pagination pagination;
  private final int maxEventStreams;
  private final StopSignal stopSignal;
  private final Predicate<String> sick;

  /**
   * @param signals tell of commits, so that long requests need not ask again and again
   * @param stopSignal ends long requests
   * @param sick whether calls to a host wait because it does not answer
   */
  public ReadRoutes(
      Database database,
      Signals signals,
      Settings.Pagination pagination,
      int maxEventStreams,
      StopSignal stopSignal,
      Predicate<String> sick) {
    this.database = database;
    this.signals = signals;
    this.pagination = pagination;
    this.maxEventStreams = maxEventStreams;
    this.stopSignal = stopSignal;
    this.sick = sick;
  }

  public List<Route> routes() {
    var batches = new Batches(database);
    var ledger = new SettledLedger(new Ledger(database));
    var news = new News(ledger, signals, stopSignal);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new TaskReads(database, pagination, sick).routes());
    routes.addAll(new BatchReads(batches, news, pagination).routes());
    routes.addAll(new GraphReads(batches, database).routes());
    routes.addAll(new LayoutReads(batches, database).routes());
    routes.addAll(new LedgerReads(batches, ledger, news, maxEventStreams).routes());
    return routes;
  }
}
