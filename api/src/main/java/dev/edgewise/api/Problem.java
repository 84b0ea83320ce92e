package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error as an RFC 9457 problem document; unset members are left out.
 *
 * @param type a URI that identifies the kind of error
 * @param title a short text, the same for every error of this type
 * @param status the HTTP status
 * @param detail what went wrong in this request
 * @param error the short text, equal to the title
 * @param details every violated rule, each with its path; null unless the request was invalid
 * @param currentStatus the task's status when it does not allow the operation
 * @param currentAttempt the task's attempt when its status does not allow the operation
 * @param requestId the id of the request in the server's log
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
