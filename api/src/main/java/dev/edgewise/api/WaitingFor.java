package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a running task waits for.
 *
 * @param name the name of the signal; null if it waits for none
 * @param key the key of the signal; null if only signals to the batch count
 * @param title the title of the approval; null if none was given
 * @param text what there is to approve; null if nothing was given
 * @param dueAt when the wait ends by itself; null if it does not, and while the task is paused
 */
public record WaitingFor(
    WaitForm form,
    @Nullable String name,
    @Nullable String key,
    @Nullable String title,
    @Nullable String text,
    Instant since,
    @Nullable Instant dueAt) {}
