/**
 * Group commit: completions and other commands that arrive together share one transaction.
 *
 * <p>A caller hands commands to the {@link dev.edgewise.server.commit.Committer} and waits for
 * their answers. Each committer thread takes the commands that queued while its last transaction
 * ran and commits them in four steps, each of which returns a value: load the part of the graph
 * that the commands can touch, decide in memory, assign ready tasks to waiting workers, and write
 * all of it with one statement. Serialisation failures and rows that changed in between start the
 * group again. When a group cannot be committed at all, the committer halves it until it has found
 * the command at fault, and only that command's caller gets the error.
 */
@NullMarked
package dev.edgewise.server.commit;

import org.jspecify.annotations.NullMarked;
