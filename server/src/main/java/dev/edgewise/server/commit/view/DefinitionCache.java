package dev.edgewise.server.commit.view;

import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.graph.ShapeRow;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What tasks are, kept in memory while they are in use. The shape of a task never changes and its
 * number is never given to another task, so the cache cannot be wrong; whether the task still
 * exists is for its state to say. Tasks are read in blocks, because the neighbours of a task that
 * ends are usually its children. A batch that was submitted to this server is never read.
 */
public final class DefinitionCache {
  private static final int BLOCK = 64;
  private static final int MAX_SHAPES = 65_536;

  /** A larger batch would drive out too many others. */
  private static final int MAX_LEARNED = MAX_SHAPES / 4;

  private final Map<Block, @Nullable Shape[]> blocks = new LinkedHashMap<>(64, 0.75f, true);
  private int size;

  /** The tasks of a batch from one number on. */
  private record Block(UUID batchId, int first) {
    static Block of(TaskKey task) {
      return new Block(task.batchId(), task.no() - Math.floorMod(task.no(), BLOCK));
    }

    int index(TaskKey task) {
      return task.no() - first;
    }
  }

  /** The shapes of tasks that are all known already; null when one is not. */
  @Nullable Map<TaskKey, Shape> known(Collection<TaskKey> tasks) {
    Map<TaskKey, Shape> found = HashMap.newHashMap(tasks.size());
    for (TaskKey task : tasks) {
      Shape shape = find(task);
      if (shape == null) {
        return null;
      }
      found.put(task, shape);
    }
    return found;
  }

  /** The tasks among these that are known and queue in a lane that passes the test. */
  Set<TaskKey> queuing(Collection<TaskKey> tasks, Predicate<String> lane) {
    Set<TaskKey> queuing = new LinkedHashSet<>();
    for (TaskKey task : tasks) {
      Shape shape = find(task);
      if (shape != null && lane.test(shape.lane())) {
        queuing.add(task);
      }
    }
    return queuing;
  }

  /** The shapes of tasks, read if need be; tasks that do not exist are left out. */
  Map<TaskKey, Shape> of(Handle handle, Collection<TaskKey> tasks) {
    Map<TaskKey, Shape> found = HashMap.newHashMap(tasks.size());
    Set<Block> missing = new LinkedHashSet<>();
    for (TaskKey task : tasks) {
      Shape shape = find(task);
      if (shape == null) {
        missing.add(Block.of(task));
      } else {
        found.put(task, shape);
      }
    }
    if (!missing.isEmpty()) {
      Map<Block, @Nullable Shape[]> read = read(handle, missing);
      keep(read);
      for (TaskKey task : tasks) {
        Block block = Block.of(task);
        Shape shape = shape(read.get(block), block.index(task));
        if (shape != null) {
          found.put(task, shape);
        }
      }
    }
    return found;
  }

  /** Keeps the shapes of a new batch, in the order of their numbers from 1 on, unless too many. */
  public boolean learn(UUID batchId, List<Shape> shapes) {
    if (shapes.size() > MAX_LEARNED) {
      return false;
    }
    Map<Block, @Nullable Shape[]> learned = new LinkedHashMap<>();
    for (int i = 0; i < shapes.size(); i++) {
      TaskKey task = new TaskKey(batchId, i + 1);
      Block block = Block.of(task);
      learned.computeIfAbsent(block, _ -> new Shape[BLOCK])[block.index(task)] = shapes.get(i);
    }
    learned.replaceAll((_, block) -> trimmed(block));
    keep(learned);
    return true;
  }

  private synchronized @Nullable Shape find(TaskKey task) {
    Block block = Block.of(task);
    return shape(blocks.get(block), block.index(task));
  }

  private static @Nullable Shape shape(@Nullable Shape @Nullable [] shapes, int index) {
    return shapes == null || index >= shapes.length ? null : shapes[index];
  }

  private static Map<Block, @Nullable Shape[]> read(Handle handle, Set<Block> missing) {
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var firsts = columns.integers("firsts");
    Map<Block, @Nullable Shape[]> read = new HashMap<>();
    for (Block block : missing) {
      batches.add(block.batchId());
      firsts.add(block.first());
    }
    columns
        .bindTo(handle.createQuery(Sql.named("task/definitions")))
        .bind("size", BLOCK)
        .map((row, _) -> {
          TaskKey task = new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no"));
          Block block = Block.of(task);
          Shape[] shapes = read.computeIfAbsent(block, _ -> new Shape[BLOCK]);
          shapes[block.index(task)] = ShapeRow.read(row);
          return task;
        })
        .list();
    read.replaceAll((_, shapes) -> trimmed(shapes));
    return read;
  }

  private static @Nullable Shape[] trimmed(@Nullable Shape[] shapes) {
    int length = shapes.length;
    while (length > 0 && shapes[length - 1] == null) {
      length--;
    }
    return Arrays.copyOf(shapes, length);
  }

  private synchronized void keep(Map<Block, @Nullable Shape[]> read) {
    read.forEach((block, shapes) -> {
      Shape[] before = blocks.put(block, shapes);
      size += shapes.length - (before == null ? 0 : before.length);
    });
    var oldest = blocks.values().iterator();
    while (size > MAX_SHAPES && oldest.hasNext()) {
      size -= oldest.next().length;
      oldest.remove();
    }
  }
}
