package dev.edgewise.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.ServerProcess;
import dev.edgewise.server.testing.TestDatabase;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server is killed while tasks wait, right after signals were accepted. */
@Timeout(180)
class KilledWaitsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int KILLS = 3;
  private static final int WAITS = 300;

  private final TestDatabase database = TestDatabase.open();

  private static HttpResponse<String> post(ServerProcess server, String path, String body)
      throws Exception {
    HttpResponse<String> answer = server.send("POST", path, body.replace('\'', '"'));
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    return answer;
  }

  private int count(String sql) {
    return Integer.parseInt(database.text(sql));
  }

  @Test
  void noSignalAndNoTimeIsLost() throws Exception {
    try (ServerProcess server = ServerProcess.start(database.jdbcUrl(), Map.of())) {
      post(
          server,
          "/v1/batches",
          """
          [{'id':'t','name':'t','spread':'lists.range(%1$d)','wait':{'for':'PT3S'}},
           {'id':'s0','name':'s0','spread':'lists.range(%1$d)','wait':{'signal':{'name':'go','key':'0'}}},
           {'id':'s1','name':'s1','spread':'lists.range(%1$d)','wait':{'signal':{'name':'go','key':'1'}}},
           {'id':'s2','name':'s2','spread':'lists.range(%1$d)','wait':{'signal':{'name':'go','key':'2'}}},
           {'id':'a','name':'a','wait':{'approval':{}}},
           {'id':'out','name':'out','kind':'k','output':'[s0, s1, s2].map(s, size(s))','dependencies':[{'id':'t'},{'id':'a'}]}]
          """
              .formatted(WAITS));
      for (int kill = 0; kill < KILLS; kill++) {
        String signal = "{'key':'%d','data':1,'id':'once'}".formatted(kill);
        assertThat(post(server, "/v1/signals/go", signal).body())
            .contains("\"delivered\":" + WAITS);
        server.kill();
        server.restart();
        assertThat(post(server, "/v1/signals/go", signal).body()).contains("\"duplicate\":true");
      }
      await().atMost(PATIENCE).until(() -> count("select count(*) from wait") == 1);
      String listed = server.send("GET", "/v1/approvals", "").body();
      String task = listed.replaceFirst(".*\"task_id\":\"", "").substring(0, 36);
      post(server, "/v1/tasks/" + task + "/approval", "{'decision':'approve'}");
      await()
          .atMost(PATIENCE)
          .until(() -> count("select count(*) from batch where state = 'running'") == 0);
    }
    assertThat(database.text("select state || ' ' || result from batch"))
        .isEqualTo("succeeded [%1$d,%1$d,%1$d]".formatted(WAITS));
    database.close();
  }
}
