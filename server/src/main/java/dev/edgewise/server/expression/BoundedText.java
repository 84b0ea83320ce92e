package dev.edgewise.server.expression;

import java.io.Writer;

/** A writer that fails when its text exceeds a size in UTF-8. */
final class BoundedText extends Writer {
  private final StringBuilder text = new StringBuilder();
  private final int maxBytes;
  private int bytes;

  BoundedText(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public void write(char[] characters, int from, int length) {
    for (int i = from; i < from + length; i++) {
      char c = characters[i];
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
      if (bytes > maxBytes) {
        throw new ExpressionException("the value is larger than " + maxBytes + " bytes of JSON");
      }
    }
    text.append(characters, from, length);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  @Override
  public String toString() {
    return text.toString();
  }
}
