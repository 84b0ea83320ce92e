package dev.edgewise.core.state;

/**
 * Where a change is made and by whom.
 *
 * @param actor what the ledger and the audit trail show, such as {@code key:3fk2 (deploy)}
 */
public record Caller(Workspace workspace, String actor) {}
