package dev.edgewise.server.http.submission;

import static dev.edgewise.server.http.submission.SubmissionReaderTest.problems;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DependencyReaderTest {

  @Test
  void conditionAndRequiresSuccessExcludeEachOther() {
    assertThat(
            problems(
                """
                [{'id':'a','name':'A','kind':'k'},
                 {'id':'b','name':'B','kind':'k','dependencies':
                   [{'id':'a','condition':'always','requires_success':false}]}]
                """))
        .containsExactly(
            "tasks[1].dependencies[0].requires_success: must not be given together with condition");
  }

  @Test
  void theSameForeignTaskTwiceIsRefused() {
    String foreign = "{'task_id':'0198c0de-0000-7000-8000-000000000001'}";
    assertThat(
            problems(
                "[{'id':'a','name':'A','kind':'k','dependencies':["
                    + foreign
                    + ","
                    + foreign
                    + "]}]"))
        .containsExactly(
            "tasks[0].dependencies[1].task_id: '0198c0de-0000-7000-8000-000000000001' is named"
                + " twice");
  }
}
