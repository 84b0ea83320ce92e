package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error as RFC 9457 wants it; unset members are left out.
 *
 * @param type a URI that stands for the kind of error
 * @param title the same words for every error of this type
 * @param status the HTTP status
 * @param detail what went wrong this time
 * @param error the short text, equal to the title
 * @param details every violated rule, each with its path; null unless the request was invalid
 * @param currentStatus the task's status when it is in the wrong one for the operation
 * @param currentAttempt the task's attempt when it is in the wrong status for the operation
 * @param requestId names the request in the server's log
 */
public record Problem(
    String type,
    String title,
    int status,
    @Nullable String detail,
    String error,
    @Nullable List<String> details,
    @Nullable TaskStatus currentStatus,
    @Nullable Integer currentAttempt,
    @Nullable String requestId) {}
