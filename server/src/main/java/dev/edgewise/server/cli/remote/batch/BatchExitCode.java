package dev.edgewise.server.cli.remote.batch;

/** The exit code for the end of a batch; 1 and 2 are reserved for errors and wrong usage. */
enum BatchExitCode {
  SUCCEEDED(0),
  FAILED(3),
  CANCELED(4);

  private final int exitCode;

  BatchExitCode(int exitCode) {
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
