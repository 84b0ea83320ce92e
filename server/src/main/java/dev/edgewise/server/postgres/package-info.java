/**
 * The embedded PostgreSQL: a real, durable server whose life is tied to this process.
 *
 * <p>The folder {@code pg} inside the data folder holds everything: {@code bin-<version>} (the
 * unpacked programs), {@code data} (the cluster), {@code password} and {@code port} (how to reach
 * it) and {@code lock} (held, and marked with the process id, by the one Edgewise that owns the
 * folder). Programs and cluster are made under another name and renamed when complete, so a crash
 * in between leaves nothing half done.
 *
 * <p>One thread starts the server and waits for its end. The kernel sends the server a fast
 * shutdown when that thread ends, however the process died; a server that outlived its Edgewise all
 * the same is stopped before the next one starts, and so are the orphaned backends of a server that
 * was killed. They are recognised by the cluster name in their command line, which names the device
 * and inode of the cluster's folder: a stale or reused process id in a file proves nothing. A
 * server that dies while Edgewise lives is started again on the same port.
 */
@NullMarked
package dev.edgewise.server.postgres;

import org.jspecify.annotations.NullMarked;
