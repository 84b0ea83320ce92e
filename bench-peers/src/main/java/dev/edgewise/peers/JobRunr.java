package dev.edgewise.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunrConfiguration.JobRunrConfigurationResult;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jspecify.annotations.Nullable;

/** JobRunr's open-source edition with its shortest polling. */
final class JobRunr implements Candidate {

  /** The shortest that it allows. */
  private static final Duration POLLING = Duration.ofSeconds(5);

  private static volatile @Nullable Executions executions;

  private final HikariDataSource pool;
  private final JobRunrConfigurationResult runr;
  private final BackgroundJobServer server;
  private boolean started;

  /** A task by number. */
  public record Task(int no) implements JobRequest {
    @Override
    public Class<Handler> getJobRequestHandler() {
      return Handler.class;
    }
  }

  /** Does one. */
  public static final class Handler implements JobRequestHandler<Task> {
    @Override
    public void run(Task task) {
      Executions current = executions;
      if (current != null) {
        current.execute(task.no());
      }
    }
  }

  JobRunr(Surroundings surroundings) {
    this.pool = surroundings.pool();
    var storage = new PostgresStorageProvider(pool);
    this.runr =
        org.jobrunr.configuration.JobRunr.configure()
            .useStorageProvider(storage)
            .useBackgroundJobServer(
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                    .andWorkerCount(surroundings.concurrency())
                    .andPollInterval(POLLING),
                false)
            .initialize();
    this.server = org.jobrunr.configuration.JobRunr.getBackgroundJobServer();
  }

  @Override
  public void submit(int[][] graph) {
    runr.getJobRequestScheduler().enqueue(IntStream.range(0, graph.length).mapToObj(Task::new));
  }

  @Override
  public void run(Executions current) throws Exception {
    executions = current;
    if (started) {
      server.resumeProcessing();
    } else {
      started = true;
      server.start();
    }
    current.await();
    Surroundings.awaitNone(pool, "count(*) from jobrunr_jobs where state <> 'SUCCEEDED'");
    server.pauseProcessing();
  }

  @Override
  public void close() {
    server.stop();
    pool.close();
  }
}
