package dev.edgewise.api;

/** A value that JSON spells in one of several forms. */
public interface Alternative {

  /** Returns its form: a string, a number, or a list of constants. */
  Object form();
}
