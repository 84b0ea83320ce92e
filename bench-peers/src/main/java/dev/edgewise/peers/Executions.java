package dev.edgewise.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** When tasks were executed. */
final class Executions {

  private final long begun = System.nanoTime();
  private final Queue<long[]> moments = new ConcurrentLinkedQueue<>();
  private final CountDownLatch left;

  Executions(int tasks) {
    this.left = new CountDownLatch(tasks);
  }

  /** Does a task, which is nothing but to say when. */
  void execute(int no) {
    long began = System.nanoTime();
    moments.add(new long[] {no, began, System.nanoTime()});
    left.countDown();
  }

  /** Waits until there were as many executions as there are tasks. */
  void await() throws InterruptedException {
    left.await();
  }

  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(Long.toString(begun));
    moments.forEach(each -> lines.add(each[0] + " " + each[1] + " " + each[2]));
    Files.write(file, lines);
  }
}
