/** The audit trail: who changed what, written in the transaction of the change. */
@NullMarked
package dev.edgewise.server.store.audit;

import org.jspecify.annotations.NullMarked;
