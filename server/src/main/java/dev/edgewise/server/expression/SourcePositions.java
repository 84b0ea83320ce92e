package dev.edgewise.server.expression;

import dev.cel.common.CelSource;
import dev.cel.common.CelSourceLocation;

/** Formats positions in an expression; lines and columns count from one. */
final class SourcePositions {
  private final CelSource source;

  SourcePositions(CelSource source) {
    this.source = source;
  }

  String ofNode(long id) {
    return at(source.getPositionsMap().getOrDefault(id, 0));
  }

  String at(int offset) {
    return source.getOffsetLocation(offset).map(SourcePositions::text).orElse("column 1");
  }

  static String text(CelSourceLocation location) {
    String column = "column " + (location.getColumn() + 1);
    return location.getLine() > 1 ? "line " + location.getLine() + ", " + column : column;
  }
}
