/** Tests with several server processes on one database, and with processes that are killed. */
@NullMarked
package dev.edgewise.server.cluster;

import org.jspecify.annotations.NullMarked;
