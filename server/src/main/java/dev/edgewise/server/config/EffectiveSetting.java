package dev.edgewise.server.config;

/**
 * A setting with the text that is in force and where it came from.
 *
 * @param text empty when the setting is unset
 */
public record EffectiveSetting(Setting<?> setting, String text, Source source) {

  /** The text as people may see it. */
  public String display() {
    return setting.display(text);
  }

  @Override
  public String toString() {
    return setting.name() + "=" + display() + " (" + source.word() + ")";
  }
}
