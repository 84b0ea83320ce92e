package dev.edgewise.server.http;

import java.time.Duration;

/**
 * The limits of one request body.
 *
 * @param bytes the largest size
 * @param silence the longest time without a byte
 */
record BodyLimits(long bytes, Duration silence) {}
