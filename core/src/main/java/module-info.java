/** The pure part of Edgewise. It requires nothing that could do I/O, which is the point of it. */
module dev.edgewise.core {
  requires static transitive org.jspecify;

  exports dev.edgewise.core.decision;
  exports dev.edgewise.core.graph;
  exports dev.edgewise.core.readiness;
  exports dev.edgewise.core.replay;
  exports dev.edgewise.core.retry;
  exports dev.edgewise.core.rule;
  exports dev.edgewise.core.state;
}
