package dev.edgewise.server.http.submission;

import static dev.edgewise.server.http.submission.SubmissionReaderTest.problems;
import static dev.edgewise.server.http.submission.SubmissionReaderTest.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.http.ApiException;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

class SubmissionBoundsTest {

  @Test
  void tooManyTasksNameTheSetting() {
    String task = "{'id':'a','name':'A','kind':'k'},";
    assertThat(problems("[" + task.repeat(1000) + task.replace(",$", "") + "1]"))
        .contains("tasks: must be at most 1000 (MAX_TASKS_PER_BATCH)");
  }

  @Test
  void problemsAreBoundedAndTheRestIsCounted() {
    assertThat(problems("[" + "{},".repeat(99) + "{}]"))
        .hasSize(101)
        .last()
        .isEqualTo("and 200 more");
  }

  @Test
  void aBodyThatIsNotABatchIsRefused() {
    for (String body : new String[] {"", "[] []"}) {
      ApiException error = catchThrowableOfType(ApiException.class, () -> read(body));
      assertThat(error.code()).isEqualTo(ErrorCode.MALFORMED_JSON);
    }
    for (String body : new String[] {"[{'id':", "{'tasks':[}", "nope"}) {
      assertThatThrownBy(() -> read(body)).isInstanceOf(JacksonException.class);
    }
    assertThat(problems("5"))
        .containsExactly("body: must be an array of tasks or an object with tasks");
    assertThat(problems("{}")).containsExactly("tasks: is required");
    assertThat(problems("{'tasks':7}")).containsExactly("tasks: must be an array, not '7'");
  }
}
