package dev.edgewise.api;

import java.util.List;

/**
 * The sender of a request and what it may do.
 *
 * @param actor what the audit trail shows, such as {@code key:3fk2 (deploy)}
 * @param workspace {@code tenant/name}
 * @param auth {@code none} or {@code keys}
 */
public record SessionView(String actor, String workspace, List<Scope> scopes, String auth) {}
