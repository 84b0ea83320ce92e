package dev.edgewise.server.http;

import java.time.Duration;

/**
 * What the body of one request may take.
 *
 * @param bytes its size
 * @param silence how long nothing of it may come
 */
record BodyLimits(long bytes, Duration silence) {}
