package dev.edgewise.api;

/** An edge that a reference to the result of a task adds; both ends are local ids. */
public record AddedEdge(String from, String to) {}
