package dev.edgewise.api;

/** A body that may have members besides those that are named, which mean nothing here. */
public interface Extensible {}
