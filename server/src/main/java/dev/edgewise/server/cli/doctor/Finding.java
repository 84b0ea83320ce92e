package dev.edgewise.server.cli.doctor;

/**
 * What one check found.
 *
 * @param subject what was looked at, in a word or two
 * @param text what was found and, unless it is good, what to do
 */
public record Finding(Grade grade, String subject, String text) {

  static Finding ok(String subject, String text) {
    return new Finding(Grade.OK, subject, text);
  }

  static Finding warn(String subject, String text) {
    return new Finding(Grade.WARN, subject, text);
  }

  static Finding fail(String subject, String text) {
    return new Finding(Grade.FAIL, subject, text);
  }
}
