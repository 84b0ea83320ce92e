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
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What tasks are, kept in memory while they are in use. The shape of a task changes only when its
 * batch grows, and its number is never given to another task. A view that has locked the batch says
 * how often the batch has grown, and gets the shapes of that growth; a view from memory gets those
 * that are here, because the version of the batch, which the growth has moved, refuses its
 * decision. Whether the task still exists is for its state to say. Tasks are read in blocks,
 * because the neighbours of a task that ends are usually its children. A batch that was submitted
 * to this server is not read until it grows.
 */
public final class DefinitionCache {
  private static final int BLOCK = 64;
  private static final int MAX_SHAPES = 65_536;

  /** A larger batch would drive out too many others. */
  private static final int MAX_LEARNED = MAX_SHAPES / 4;

  private final Map<Block, Shapes> blocks = new LinkedHashMap<>(64, 0.75f, true);
  private int size;

  /**
   * The shapes of a block by their position in it, null where no task has the number.
   *
   * @param growth how often the batch had grown when they were read
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Shapes(int growth, @Nullable Shape[] shapes) {
    @Nullable Shape at(int index) {
      return index < shapes.length ? shapes[index] : null;
    }
  }

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

  /** The shapes of tasks as a hint, read if need be; tasks that do not exist are left out. */
  Map<TaskKey, Shape> of(Handle handle, Collection<TaskKey> tasks) {
    return of(handle, tasks, (_, _) -> true);
  }

  /**
   * The shapes of tasks of locked batches, read if need be; tasks that do not exist are left out.
   *
   * @param growth says how often a batch has grown
   */
  Map<TaskKey, Shape> of(Handle handle, Collection<TaskKey> tasks, ToIntFunction<UUID> growth) {
    return of(handle, tasks, (task, known) -> known.growth() == growth.applyAsInt(task.batchId()));
  }

  private Map<TaskKey, Shape> of(
      Handle handle, Collection<TaskKey> tasks, BiPredicate<TaskKey, Shapes> current) {
    Map<TaskKey, Shape> found = HashMap.newHashMap(tasks.size());
    Set<Block> missing = new LinkedHashSet<>();
    for (TaskKey task : tasks) {
      Shapes known = block(task);
      Shape shape =
          known != null && current.test(task, known) ? known.at(Block.of(task).index(task)) : null;
      if (shape == null) {
        missing.add(Block.of(task));
      } else {
        found.put(task, shape);
      }
    }
    if (!missing.isEmpty()) {
      Map<Block, Shapes> read = read(handle, missing);
      keep(read);
      for (TaskKey task : tasks) {
        Block block = Block.of(task);
        Shapes shapes = read.get(block);
        Shape shape = shapes == null ? null : shapes.at(block.index(task));
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
    Map<Block, @Nullable Shape[]> made = new LinkedHashMap<>();
    for (int i = 0; i < shapes.size(); i++) {
      TaskKey task = new TaskKey(batchId, i + 1);
      Block block = Block.of(task);
      made.computeIfAbsent(block, _ -> new Shape[BLOCK])[block.index(task)] = shapes.get(i);
    }
    Map<Block, Shapes> learned = LinkedHashMap.newLinkedHashMap(made.size());
    made.forEach((block, ofBlock) -> learned.put(block, new Shapes(0, trimmed(ofBlock))));
    keep(learned);
    return true;
  }

  private @Nullable Shape find(TaskKey task) {
    Shapes known = block(task);
    return known == null ? null : known.at(Block.of(task).index(task));
  }

  private synchronized @Nullable Shapes block(TaskKey task) {
    return blocks.get(Block.of(task));
  }

  private static Map<Block, Shapes> read(Handle handle, Set<Block> missing) {
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var firsts = columns.integers("firsts");
    Map<Block, @Nullable Shape[]> read = new HashMap<>();
    Map<UUID, Integer> growths = new HashMap<>();
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
          growths.put(task.batchId(), row.getInt("grown"));
          Shape[] shapes = read.computeIfAbsent(block, _ -> new Shape[BLOCK]);
          shapes[block.index(task)] = ShapeRow.read(row);
          return task;
        })
        .list();
    Map<Block, Shapes> blocks = HashMap.newHashMap(read.size());
    read.forEach((block, shapes) ->
        blocks.put(block, new Shapes(growths.getOrDefault(block.batchId(), 0), trimmed(shapes))));
    return blocks;
  }

  private static @Nullable Shape[] trimmed(@Nullable Shape[] shapes) {
    int length = shapes.length;
    while (length > 0 && shapes[length - 1] == null) {
      length--;
    }
    return Arrays.copyOf(shapes, length);
  }

  private synchronized void keep(Map<Block, Shapes> read) {
    read.forEach((block, shapes) -> {
      Shapes before = blocks.put(block, shapes);
      size += shapes.shapes().length - (before == null ? 0 : before.shapes().length);
    });
    var oldest = blocks.values().iterator();
    while (size > MAX_SHAPES && oldest.hasNext()) {
      size -= oldest.next().shapes().length;
      oldest.remove();
    }
  }
}
