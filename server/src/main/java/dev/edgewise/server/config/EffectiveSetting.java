package dev.edgewise.server.config;

/**
 * A setting with its effective text and the source of that text.
 *
 * @param text empty when the setting is unset
 */
public record EffectiveSetting(Setting<?> setting, String text, Source source) {

  /** The text with its secret part masked. */
  public String display() {
    return setting.display(text);
  }

  @Override
  public String toString() {
    return setting.name() + "=" + display() + " (" + source.word() + ")";
  }
}
