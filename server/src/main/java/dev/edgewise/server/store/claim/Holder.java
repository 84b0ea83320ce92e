package dev.edgewise.server.store.claim;

/**
 * The worker that a task is given to.
 *
 * @param name names the worker in the lease
 * @param leaseSecs how long it may hold the task without a sign of life
 */
public record Holder(String name, int leaseSecs) {}
