package dev.edgewise.api;

import java.util.List;

/** Lines that an executor logs about its attempt. */
public record LogLines(List<LogLine> lines) {}
