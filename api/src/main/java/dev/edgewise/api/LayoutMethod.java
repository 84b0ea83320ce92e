package dev.edgewise.api;

import java.util.Locale;

/** The method of a layout, which depends on the size of the graph. */
public enum LayoutMethod implements WireName {
  /** Layout by ELK: few crossings, and curves around nodes. */
  ELK,
  /** Tasks in layers by their distance from the start, with straight links. */
  LAYERS,
  /** Like LAYERS, with all tasks of one kind in a layer as one node. */
  GROUPS;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
