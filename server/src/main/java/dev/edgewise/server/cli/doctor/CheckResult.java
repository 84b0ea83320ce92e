package dev.edgewise.server.cli.doctor;

/**
 * The result of a check.
 *
 * @param subject what was checked, in a word or two
 * @param text what was found and, unless it is fine, what to do
 */
public record CheckResult(Grade grade, String subject, String text) {

  static CheckResult ok(String subject, String text) {
    return new CheckResult(Grade.OK, subject, text);
  }

  static CheckResult warn(String subject, String text) {
    return new CheckResult(Grade.WARN, subject, text);
  }

  static CheckResult fail(String subject, String text) {
    return new CheckResult(Grade.FAIL, subject, text);
  }
}
