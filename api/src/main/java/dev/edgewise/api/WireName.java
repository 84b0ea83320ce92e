package dev.edgewise.api;

/** An enum constant whose spelling in JSON differs from its name. */
public interface WireName {

  /** The spelling in JSON. */
  String wireName();
}
