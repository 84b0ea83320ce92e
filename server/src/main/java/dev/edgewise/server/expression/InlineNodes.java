package dev.edgewise.server.expression;

import dev.edgewise.core.readiness.Inline;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.server.store.commit.Expressions;
import org.jdbi.v3.core.Handle;

/** Decides inline nodes with CEL. */
public final class InlineNodes implements Expressions {
  private final Language language;

  public InlineNodes(Language language) {
    this.language = language;
  }

  @Override
  public Inline inline(Handle handle, Nodes nodes, Journal journal) {
    return new InlineDecision(language, new Bindings(handle), nodes, journal);
  }
}
