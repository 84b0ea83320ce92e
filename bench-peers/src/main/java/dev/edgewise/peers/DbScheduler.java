package dev.edgewise.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** db-scheduler with what its README recommends for throughput. */
final class DbScheduler implements Candidate {

  /** The table of its README for PostgreSQL. */
  private static final String TABLE =
      """
      create table scheduled_tasks (
        task_name text not null,
        task_instance text not null,
        task_data bytea,
        execution_time timestamp with time zone not null,
        picked boolean not null,
        picked_by text,
        last_success timestamp with time zone,
        last_failure timestamp with time zone,
        consecutive_failures int,
        last_heartbeat timestamp with time zone,
        version bigint not null,
        priority smallint,
        primary key (task_name, task_instance)
      );
      create index execution_time_idx on scheduled_tasks (execution_time);
      create index last_heartbeat_idx on scheduled_tasks (last_heartbeat);
      """;

  private static final Duration POLLING = Duration.ofMillis(100);

  private final HikariDataSource pool;
  private final OneTimeTask<Void> task;
  private final Scheduler scheduler;
  private volatile @Nullable Executions executions;
  private boolean started;

  DbScheduler(Surroundings surroundings) throws Exception {
    this.pool = surroundings.pool();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
    this.task = Tasks.oneTime("bench").execute((instance, _) -> execute(instance.getId()));
    this.scheduler =
        Scheduler.create(pool, task)
            .threads(surroundings.concurrency())
            .pollUsingLockAndFetch(1.0, 4.0)
            .pollingInterval(POLLING)
            .build();
  }

  private void execute(String id) {
    Executions current = executions;
    if (current != null) {
      current.execute(Integer.parseInt(id));
    }
  }

  @Override
  public void submit(int[][] graph) {
    List<TaskInstance<?>> instances = new ArrayList<>();
    for (int no = 0; no < graph.length; no++) {
      instances.add(task.instance(Integer.toString(no)));
    }
    scheduler.scheduleBatch(instances, Instant.now());
  }

  @Override
  public void run(Executions current) throws Exception {
    executions = current;
    if (started) {
      scheduler.resume();
    } else {
      started = true;
      scheduler.start();
    }
    current.await();
    Surroundings.awaitNone(pool, "count(*) from scheduled_tasks");
    scheduler.pause();
  }

  @Override
  public void close() {
    scheduler.stop();
    pool.close();
  }
}
