package dev.edgewise.server.cli.remote;

/** How a batch ended, as exit codes tell it; 1 and 2 stay for errors and for wrong usage. */
enum Outcome {
  SUCCEEDED(0),
  FAILED(3),
  CANCELED(4);

  private final int exitCode;

  Outcome(int exitCode) {
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
