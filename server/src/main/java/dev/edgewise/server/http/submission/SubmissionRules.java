package dev.edgewise.server.http.submission;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.expression.Language;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a submission must keep to besides the fixed limits.
 *
 * @param maxTasks bound of one batch
 * @param maxRetriesLimit largest {@code max_retries}
 * @param maxDelayLimitSecs largest {@code max_delay_secs}
 * @param url says what is wrong with a webhook's well-formed URL; null when nothing is
 * @param language in which expressions are written
 */
public record SubmissionRules(
    int maxTasks,
    int maxRetriesLimit,
    int maxDelayLimitSecs,
    Function<String, @Nullable String> url,
    Language language) {

  /** The rules of these settings. */
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
