package dev.edgewise.server.http.submission;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.expression.Language;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The configurable limits of a submission, and what is needed to check it.
 *
 * @param maxTasks the largest number of tasks in a batch
 * @param maxRetriesLimit the largest {@code max_retries}
 * @param maxDelayLimitSecs the largest {@code max_delay_secs}
 * @param url returns why a webhook's URL must not be called; null when it may be
 * @param language compiles the expressions
 */
public record SubmissionRules(
    int maxTasks,
    int maxRetriesLimit,
    int maxDelayLimitSecs,
    Function<String, @Nullable String> url,
    Language language) {

  /** The limits in the settings. */
  public static SubmissionRules of(
      Settings settings, Function<String, @Nullable String> url, Language language) {
    return new SubmissionRules(
        settings.http().maxTasksPerBatch(),
        settings.engine().maxRetriesLimit(),
        settings.engine().maxDelayLimitSecs(),
        url,
        language);
  }
}
