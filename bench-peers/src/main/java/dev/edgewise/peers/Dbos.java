package dev.edgewise.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DBOS Transact: a workflow that starts the tasks of a layer as workflows of their own and waits
 * for them, then goes on with the next. They start at once in this process, without a queue, which
 * would write and poll more.
 */
final class Dbos implements Candidate {

  private final HikariDataSource pool;
  private final DBOS dbos;
  private final Graph graph;
  private final Work work;

  /** What is durable. */
  public interface Work {

    /** Everything, layer by layer. */
    void batch();

    /** One task. */
    void task(int no);
  }

  /** The graph in layers, and what does it. */
  private static final class Graph implements Work {
    private final DBOS dbos;
    private volatile List<List<Integer>> layers = List.of();
    private volatile @Nullable Executions executions;
    private volatile @Nullable Work durable;

    Graph(DBOS dbos) {
      this.dbos = dbos;
    }

    @Override
    @Workflow
    public void batch() {
      Work tasks = durable;
      for (List<Integer> layer : layers) {
        List<WorkflowHandle<Void, RuntimeException>> started = new ArrayList<>();
        for (int no : layer) {
          started.add(
              dbos.startWorkflow(() -> {
                if (tasks != null) {
                  tasks.task(no);
                }
              }));
        }
        started.forEach(WorkflowHandle::getResult);
      }
    }

    @Override
    @Workflow
    public void task(int no) {
      Executions current = executions;
      if (current != null) {
        current.execute(no);
      }
    }
  }

  Dbos(Surroundings surroundings) {
    this.pool = surroundings.pool();
    this.dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(pool));
    this.graph = new Graph(dbos);
    this.work = dbos.registerProxy(Work.class, graph);
    graph.durable = work;
    dbos.launch();
  }

  /** A layer is everything whose parents are in the one before. */
  @Override
  public void submit(int[][] parents) {
    int[] depth = new int[parents.length];
    List<List<Integer>> layers = new ArrayList<>();
    for (int no = 0; no < parents.length; no++) {
      for (int parent : parents[no]) {
        depth[no] = Math.max(depth[no], depth[parent] + 1);
      }
      if (layers.size() == depth[no]) {
        layers.add(new ArrayList<>());
      }
      layers.get(depth[no]).add(no);
    }
    graph.layers = layers;
  }

  @Override
  public void run(Executions executions) {
    graph.executions = executions;
    WorkflowHandle<Void, RuntimeException> batch = dbos.startWorkflow(work::batch);
    batch.getResult();
  }

  @Override
  public void close() {
    dbos.shutdown();
    pool.close();
  }
}
