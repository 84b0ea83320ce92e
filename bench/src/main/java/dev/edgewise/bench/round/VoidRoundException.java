package dev.edgewise.bench.round;

/** A round whose figures mean nothing, because not everything ended as it must. */
public final class VoidRoundException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public VoidRoundException(String reason) {
    super(reason);
  }
}
