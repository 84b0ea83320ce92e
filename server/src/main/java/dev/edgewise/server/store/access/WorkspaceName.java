package dev.edgewise.server.store.access;

import java.util.Optional;

/** The name of a workspace, written {@code tenant/name}. */
public record WorkspaceName(String tenant, String name) {

  /** The workspace that exists from the start. */
  public static final WorkspaceName DEFAULT = new WorkspaceName("default", "default");

  /** Reads the written form; empty when a text has another form. */
  public static Optional<WorkspaceName> parse(String text) {
    int slash = text.indexOf('/');
    return slash > 0 && slash < text.length() - 1 && slash == text.lastIndexOf('/')
        ? Optional.of(new WorkspaceName(text.substring(0, slash), text.substring(slash + 1)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return tenant + "/" + name;
  }
}
