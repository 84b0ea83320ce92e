package dev.edgewise.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.TestDatabase;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.ObjectMapper;

@Timeout(60)
class LaneTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** URLs of actions, each with the host under which its calls are counted. */
  private static final Map<String, String> HOSTS = new LinkedHashMap<>();

  static {
    HOSTS.put("https://example.com", "example.com");
    HOSTS.put("https://example.com/", "example.com");
    HOSTS.put("https://example.com/a/b?c=d#e", "example.com");
    HOSTS.put("https://example.com?c=/d", "example.com");
    HOSTS.put("https://example.com#/d", "example.com");
    HOSTS.put("https://example.com/a\nb", "example.com");
    HOSTS.put("HTTPS://Example.COM/Path", "example.com");
    HOSTS.put("http://example.com:8080/", "example.com:8080");
    HOSTS.put("http://10.0.0.1:80", "10.0.0.1:80");
    HOSTS.put("http://[2001:DB8::1]/", "[2001:db8::1]");
    HOSTS.put("http://[::1]:8080/a", "[::1]:8080");
    HOSTS.put("http://user@example.com/", "example.com");
    HOSTS.put("http://user:password@Example.com:8080/", "example.com:8080");
    HOSTS.put("http://user:p@ss@example.com/", "example.com");
    HOSTS.put("http://example.com/@other.example", "example.com");
    HOSTS.put("http://example.com?@other.example", "example.com");
    HOSTS.put("http://example.com/${inputs.path}", "example.com");
    HOSTS.put("http://example.com/a?b=${inputs.b}@c", "example.com");
    HOSTS.put("http://${inputs.host}/", "");
    HOSTS.put("http://${inputs.host}", "");
    HOSTS.put("http://api.${inputs.region}.example.com/", "");
    HOSTS.put("http://example.com:${inputs.port}/", "");
    HOSTS.put("http://${inputs.user}@example.com/", "");
    HOSTS.put("http://user:${'@'}@example.com/", "");
    HOSTS.put("http://${inputs.a + '/' + inputs.b}/", "");
    HOSTS.put("${inputs.url}", "");
    HOSTS.put("http://example.com$/", "");
    HOSTS.put("http:///a", "");
    HOSTS.put("http://user@/a", "");
    HOSTS.put("example.com/a", "");
    HOSTS.put("", "");
  }

  @Test
  void theServerAndTheDatabaseFindTheSameHostInAnAction() {
    Map<String, String> inServer = new LinkedHashMap<>();
    Map<String, String> inDatabase = new LinkedHashMap<>();
    try (TestDatabase database = TestDatabase.open()) {
      for (String url : HOSTS.keySet()) {
        String action = JSON.writeValueAsString(Map.of("params", Map.of("url", url)));
        inServer.put(url, Lane.host(Lane.hookOf(action)));
        inDatabase.put(url, inDatabase(database, action));
      }
    }

    assertThat(inServer).isEqualTo(HOSTS);
    assertThat(inDatabase).isEqualTo(HOSTS);
  }

  @Test
  void anActionWithoutAUrlHasNoHost() {
    try (TestDatabase database = TestDatabase.open()) {
      for (String action :
          new String[] {"{}", "{\"params\": {}}", "{\"params\": {\"url\": null}}"}) {
        assertThat(Lane.host(Lane.hookOf(action))).isEmpty();
        assertThat(inDatabase(database, action)).isEmpty();
      }
    }
  }

  private static String inDatabase(TestDatabase database, String action) {
    return database
        .database()
        .engine()
        .withHandle(handle ->
            handle
                .createQuery("select action_host(:action::json)")
                .bind("action", action)
                .mapTo(String.class)
                .one());
  }
}
