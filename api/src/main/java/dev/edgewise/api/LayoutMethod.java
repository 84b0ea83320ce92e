package dev.edgewise.api;

import java.util.Locale;

/** How a drawing of a batch was made, which its size decides. */
public enum LayoutMethod implements WireName {
  /** Few crossings, and lines that lead around boxes. */
  ELK,
  /** Tasks by their distance from the start, straight lines. */
  LAYERS,
  /** Like layers, with the tasks of one kind in one layer drawn as one box. */
  GROUPS;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
