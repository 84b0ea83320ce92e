package dev.edgewise.api;

/** An enum constant that has a spelling of its own in JSON. */
public interface WireName {

  /** The spelling in JSON. */
  String wireName();
}
