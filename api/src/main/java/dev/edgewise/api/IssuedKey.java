package dev.edgewise.api;

/**
 * A key with its secret, which is shown only once.
 *
 * @param key the text to send as {@code Authorization: Bearer}
 * @param details the same as in the list of keys
 */
public record IssuedKey(String id, String key, KeyView details) {

  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "IssuedKey[" + id + "]";
  }
}
