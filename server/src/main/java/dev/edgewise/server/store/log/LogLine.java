package dev.edgewise.server.store.log;

/**
 * A line of a log.
 *
 * @param json an object
 * @param bytes its length in UTF-8
 */
public record LogLine(String json, int bytes) {}
