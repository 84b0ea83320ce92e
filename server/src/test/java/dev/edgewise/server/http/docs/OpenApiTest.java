package dev.edgewise.server.http.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.BatchSubmission;
import dev.edgewise.api.BatchView;
import dev.edgewise.api.EdgeView;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Task;
import dev.edgewise.api.TaskSubmission;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.RunningServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenApiTest {

  private static final List<Route> ROUTES =
      List.of(
          Route.post("/task", "Submit a batch")
              .open()
              .operation("submitBatch")
              .header("Idempotency-Key", String.class, "creates once")
              .takes(Route.either(BatchSubmission.class, Route.listOf(TaskSubmission.class)))
              .answers(201, Route.listOf(Task.class))
              .answers(204)
              .fails(ErrorCode.INVALID_REQUEST)
              .by(request -> Answer.empty(204)),
          Route.get("/batch/{id}", "One batch")
              .open()
              .operation("getBatch")
              .answers(200, BatchView.class)
              .fails(ErrorCode.BATCH_NOT_FOUND)
              .by(request -> Answer.empty(204)),
          Route.get("/batch/{id}/edges", "Its edges")
              .open()
              .operation("listEdges")
              .query("satisfied", Boolean.class, "only those")
              .answers(200, Route.listOf(EdgeView.class))
              .by(request -> Answer.empty(204)));

  @Test
  void theDocumentDescribesRoutesAndRecords() throws Exception {
    try (var server = served()) {
      JsonNode document = new JsonMapper().readTree(server.get("/api-docs/openapi.json").body());
      assertThat(document.at("/openapi").stringValue()).isEqualTo("3.1.0");
      assertThat(document.at("/paths").propertyNames())
          .containsExactly("/task", "/batch/{id}", "/batch/{id}/edges");
      JsonNode submit = document.at("/paths/~1task/post");
      JsonNode body = submit.at("/requestBody/content/application~1json/schema/anyOf");
      assertThat(body.at("/0/$ref").stringValue())
          .isEqualTo("#/components/schemas/BatchSubmission");
      assertThat(body.at("/1/items/$ref").stringValue())
          .isEqualTo("#/components/schemas/TaskSubmission");
      assertThat(submit.at("/responses").propertyNames())
          .containsExactly("201", "204", "400", "default");
      assertThat(submit.at("/parameters/0/name").stringValue()).isEqualTo("Idempotency-Key");

      JsonNode edge = document.at("/components/schemas/EdgeView");
      assertThat(edge.at("/properties/satisfied/type").toString())
          .isEqualTo("[\"boolean\",\"null\"]");
      assertThat(edge.at("/properties/condition/anyOf/0/enum").toString())
          .isEqualTo("[\"always\",\"on_success\",\"on_failure\"]");
      assertThat(edge.at("/required").toString())
          .isEqualTo("[\"parent_id\",\"child_id\",\"condition\"]");
      assertThat(document.at("/components/schemas").propertyNames())
          .contains("TaskSubmission", "Webhook", "StatusCounts", "Problem", "Retry");
      referencesResolve(document);
    }
  }

  @Test
  void thePageLoadsNothingFromOtherHosts() throws Exception {
    try (var server = served()) {
      var page = server.get("/api-docs");
      assertThat(page.headers().firstValue("content-security-policy"))
          .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'none'"));
      assertThat(page.body()).doesNotContain("http://", "https://", "<style", "onclick");
      for (String part :
          new String[] {"page/page.js", "swagger/swagger-ui-bundle.js", "swagger/swagger-ui.css"}) {
        assertThat(page.body()).contains("/api-docs/" + part);
        assertThat(server.get("/api-docs/" + part).statusCode()).as(part).isEqualTo(200);
      }
      assertThat(server.get("/api-docs/page/../build.properties").statusCode()).isEqualTo(404);
      assertThat(server.get("/api-docs/page/%2e%2e/openapi.json").statusCode()).isEqualTo(404);
    }
  }

  private static void referencesResolve(JsonNode document) {
    document
        .findValuesAsString("$ref")
        .forEach(reference ->
            assertThat(document.at(reference.substring(1)).isMissingNode())
                .as(reference)
                .isFalse());
  }

  private static RunningServer served() {
    return new RunningServer(Map.of(), DocsRoutes.withDocs(ROUTES).toArray(Route[]::new));
  }
}
