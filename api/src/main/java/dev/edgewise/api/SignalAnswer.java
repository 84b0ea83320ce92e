package dev.edgewise.api;

/**
 * What became of a signal.
 *
 * @param delivered how many waits it ended
 * @param buffered whether it is kept for the next wait
 * @param duplicate whether a signal with its ID has come before, so that it had no effect
 */
public record SignalAnswer(int delivered, boolean buffered, boolean duplicate) {}
