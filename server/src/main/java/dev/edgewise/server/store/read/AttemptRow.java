package dev.edgewise.server.store.read;

import org.jspecify.annotations.Nullable;

/**
 * What the ledger does not tell of an attempt.
 *
 * @param worker null when no worker held it
 * @param error a JSON object; null when there is none
 */
public record AttemptRow(int attempt, @Nullable String worker, @Nullable String error) {}
