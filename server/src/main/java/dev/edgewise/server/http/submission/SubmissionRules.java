package dev.edgewise.server.http.submission;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.expression.Language;
import java.util.Set;
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
 * @param inputs the names of the inputs that expressions may read; null if they may read any
 */
public record SubmissionRules(
    int maxTasks,
    int maxRetriesLimit,
    int maxDelayLimitSecs,
    Function<String, @Nullable String> url,
    Language language,
    @Nullable Set<String> inputs) {

  /** The limits in the settings. */
  public static SubmissionRules of(
      Settings settings, Function<String, @Nullable String> url, Language language) {
    return new SubmissionRules(
        settings.http().maxTasksPerBatch(),
        settings.engine().maxRetriesLimit(),
        settings.engine().maxDelayLimitSecs(),
        url,
        language,
        null);
  }

  /** The same rules for a workflow, whose expressions may only read the inputs it declares. */
  public SubmissionRules withInputs(Set<String> declared) {
    return new SubmissionRules(
        maxTasks, maxRetriesLimit, maxDelayLimitSecs, url, language, declared);
  }
}
