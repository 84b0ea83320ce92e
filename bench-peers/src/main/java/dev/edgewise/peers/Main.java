package dev.edgewise.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Speaks for a system with the bench, line by line. */
final class Main {

  private Main() {}

  /** Takes the name of the system. */
  public static void main(String[] arguments) throws Exception {
    var surroundings = Surroundings.given();
    try (Candidate candidate =
        switch (arguments[0]) {
          case "db-scheduler" -> new DbScheduler(surroundings);
          case "jobrunr" -> new JobRunr(surroundings);
          case "dbos" -> new Dbos(surroundings);
          default -> throw new IllegalArgumentException(arguments[0]);
        }) {
      serve(candidate);
    }
    System.exit(0);
  }

  private static void serve(Candidate candidate) throws Exception {
    System.out.println("ready");
    int tasks = 0;
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Path file = Path.of(line.substring(line.indexOf(' ') + 1));
      if (line.startsWith("submit ")) {
        int[][] graph = graph(file);
        tasks = graph.length;
        candidate.submit(graph);
        System.out.println("submitted");
      } else {
        var executions = new Executions(tasks);
        candidate.run(executions);
        executions.write(file);
        System.out.println("ran");
      }
    }
  }

  private static int[][] graph(Path file) throws Exception {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(line ->
              Stream.of(line.split(" "))
                  .filter(no -> !no.isEmpty())
                  .mapToInt(Integer::parseInt)
                  .toArray())
          .toArray(int[][]::new);
    }
  }
}
