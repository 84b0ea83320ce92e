package dev.edgewise.server.access;

import dev.edgewise.api.Scope;
import dev.edgewise.server.config.Limits;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The description of a key to make.
 *
 * @param kinds the kinds whose tasks it may claim; null means all
 * @param expiresAt null when it never expires
 */
public record NewKey(
    String name, Set<Scope> scopes, @Nullable Set<String> kinds, @Nullable Instant expiresAt) {

  public NewKey {
    scopes = Set.copyOf(scopes);
    kinds = kinds == null ? null : Set.copyOf(kinds);
  }

  /** Returns every rule that the description breaks, as a member, a colon and the rule. */
  public List<String> problems(Instant now) {
    List<String> problems = new ArrayList<>();
    if (isUnfit(name, Limits.NAME_MAX_BYTES)) {
      problems.add(
          "name: must have 1 to %d bytes and no control characters"
              .formatted(Limits.NAME_MAX_BYTES));
    }
    if (scopes.isEmpty()) {
      problems.add("scopes: must contain at least one scope");
    }
    if (kinds != null && (kinds.isEmpty() || kinds.size() > Limits.KEY_KINDS_MAX)) {
      problems.add("kinds: must contain 1 to %d kinds".formatted(Limits.KEY_KINDS_MAX));
    }
    if (kinds != null && kinds.stream().anyMatch(kind -> isUnfit(kind, Limits.KIND_MAX_BYTES))) {
      problems.add(
          "kinds: each must have 1 to %d bytes and no control characters"
              .formatted(Limits.KIND_MAX_BYTES));
    }
    if (expiresAt != null && !expiresAt.isAfter(now)) {
      problems.add("expires_at: must be in the future");
    }
    return problems;
  }

  private static boolean isUnfit(String text, int maxBytes) {
    return text.isBlank()
        || text.getBytes(StandardCharsets.UTF_8).length > maxBytes
        || text.codePoints().anyMatch(Character::isISOControl);
  }
}
