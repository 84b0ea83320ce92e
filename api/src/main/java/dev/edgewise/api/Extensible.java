package dev.edgewise.api;

/** A body in which unknown members are accepted and ignored. */
public interface Extensible {}
