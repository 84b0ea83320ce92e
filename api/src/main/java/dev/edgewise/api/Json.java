package dev.edgewise.api;

/** A JSON value of any shape, as its text. */
public record Json(String text) {

  /** The JSON null: a value that was given, unlike a member that is missing. */
  public static final Json NULL = new Json("null");

  /** The text. */
  @Override
  public String toString() {
    return text;
  }
}
