package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the approvals that tasks wait for, oldest first.
 *
 * @param nextCursor null on the last page
 */
public record ApprovalList(List<OpenApproval> items, @Nullable String nextCursor) {}
