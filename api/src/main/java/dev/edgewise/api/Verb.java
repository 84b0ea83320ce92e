package dev.edgewise.api;

/** The HTTP method of a webhook. */
public enum Verb implements WireName {
  GET("Get"),
  POST("Post"),
  PUT("Put"),
  PATCH("Patch"),
  DELETE("Delete");

  private final String wireName;

  Verb(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
