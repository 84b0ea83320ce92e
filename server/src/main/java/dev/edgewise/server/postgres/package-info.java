/**
 * The embedded PostgreSQL: a durable server that stops with this process.
 *
 * <p>The folder {@code pg} inside the data folder holds everything: {@code bin-<version>} (the
 * unpacked programs), {@code data} (the cluster), {@code password}, {@code port}, and {@code lock}
 * (held by the Edgewise process that uses the folder, whose ID it contains). Programs and cluster
 * are created under temporary names and renamed when complete, so that a crash leaves nothing
 * incomplete.
 *
 * <p>One thread starts the server and waits for its end. When that thread ends, however the process
 * died, the kernel sends the server a fast shutdown. Before a start, Edgewise stops a server that
 * survived its Edgewise process, and the orphaned backends of a killed server. It recognises them
 * by the cluster name in their command line, which contains the device and inode of the cluster's
 * folder; a process ID in a file may be stale or reused. A server that dies while Edgewise is
 * running is restarted on the same port.
 */
@NullMarked
package dev.edgewise.server.postgres;

import org.jspecify.annotations.NullMarked;
