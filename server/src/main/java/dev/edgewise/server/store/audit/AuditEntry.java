package dev.edgewise.server.store.audit;

import dev.edgewise.core.state.Caller;

/**
 * One change.
 *
 * @param target what was changed: an ID or a name
 */
public record AuditEntry(Caller caller, AuditAction action, String target) {}
