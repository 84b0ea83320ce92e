package dev.edgewise.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A peer with two statements for each task: one that stores it and one that ends it. */
final class FakePeer {

  private FakePeer() {}

  /** Its argument says how it behaves: well, or in one of the ways that the bench must detect. */
  public static void main(String[] arguments) throws Exception {
    String behaviour = arguments[0];
    try (Connection connection = DriverManager.getConnection(System.getenv("PEER_JDBC_URL"));
        Statement statement = connection.createStatement()) {
      statement.execute("create table done (no int, at timestamptz default clock_timestamp())");
      System.out.println("ready");
      var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      int tasks = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Path file = Path.of(line.substring(line.indexOf(' ') + 1));
        if (line.startsWith("submit ")) {
          tasks = Files.readAllLines(file).size();
          for (int no = 0; no < tasks; no++) {
            statement.execute("insert into done values (" + no + ")");
          }
          System.out.println("submitted");
        } else {
          Files.write(file, run(statement, tasks, behaviour));
          System.out.println("ran");
        }
      }
    }
  }

  private static List<String> run(Statement statement, int tasks, String behaviour)
      throws Exception {
    List<String> lines = new ArrayList<>(List.of(Long.toString(System.nanoTime())));
    for (int i = 0; i < tasks; i++) {
      int no = behaviour.equals("backwards") ? tasks - 1 - i : i;
      if (behaviour.equals("dies")) {
        throw new IllegalStateException("no more");
      }
      long began = System.nanoTime();
      statement.execute("delete from done where no = " + no);
      String line = no + " " + began + " " + System.nanoTime();
      lines.add(line);
      if (behaviour.equals("twice") && no == 3) {
        lines.add(line);
      }
    }
    if (behaviour.equals("forgets")) {
      lines.removeLast();
    }
    return lines;
  }
}
