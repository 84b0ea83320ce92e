package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the audit trail, newest first.
 *
 * @param nextCursor the cursor of the next page; null on the last one
 */
public record AuditList(List<AuditEntry> items, @Nullable String nextCursor) {
  public AuditList {
    items = List.copyOf(items);
  }
}
