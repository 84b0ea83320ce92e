package dev.edgewise.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import dev.edgewise.server.testing.Receiver;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of another origin can do nothing to a server on its visitor's machine. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(300)
class ForeignPageTest {
  private static final String SUBMISSION = "[{\"id\":\"a\",\"name\":\"evil\",\"kind\":\"evil\"}]";

  /** The browser sends each of these requests, even if the page cannot read the answer. */
  private static final String SEND =
      """
      async ([server, task, batch, body]) => {
        const tries = [
          ['POST', '/task', {mode: 'no-cors', headers: {'Content-Type': 'text/plain'}, body}],
          ['POST', '/task', {mode: 'no-cors', body: new Blob([body])}],
          ['POST', '/task', {mode: 'no-cors', body: new URLSearchParams({body})}],
          ['POST', '/task', {headers: {'Content-Type': 'application/json'}, body}],
          ['POST', '/task', {mode: 'no-cors', body, credentials: 'include', keepalive: true}],
          ['POST', `/batch/${batch}/rerun`, {mode: 'no-cors'}],
          ['POST', `/task/${task}/rerun`, {mode: 'no-cors'}],
          ['DELETE', `/batch/${batch}`, {}],
          ['DELETE', `/task/${task}`, {}],
          ['PATCH', `/task/pause/${task}`, {}],
          ['PATCH', `/task/${task}`, {body: '{"priority": 7}'}],
        ];
        const seen = [];
        for (const [method, path, options] of tries) {
          try {
            const answer = await fetch(server + path, {method, ...options});
            seen.push(answer.type === 'opaque' ? 'opaque' : await answer.text());
          } catch (e) {
            seen.push('refused');
          }
        }
        navigator.sendBeacon(server + '/task', body);
        return seen;
      }\
      """;

  private static final String POST_FORMS =
      """
      async ([server, task, batch]) => {
        const post = (path, fields) => new Promise(done => {
          const frame = document.createElement('iframe');
          frame.name = 'f' + Math.random();
          document.body.append(frame);
          const form = document.createElement('form');
          Object.assign(form, {method: 'POST', enctype: 'text/plain', action: server + path, target: frame.name});
          for (const [name, value] of fields) {
            const field = document.createElement('input');
            Object.assign(field, {name, value, type: 'hidden'});
            form.append(field);
          }
          document.body.append(form);
          frame.onload = () => setTimeout(done, 100);
          form.submit();
        });
        await post('/task', [['[{"id":"a","name":"evil","kind":"evil","metadata":"', '"}]']]);
        await post(`/batch/${batch}/rerun`, []);
        await post(`/task/${task}/rerun`, []);
      }\
      """;

  private static final String READ =
      """
      async ([server, batch]) => {
        const element = (tag, path) => new Promise(done => {
          const e = document.createElement(tag);
          e.onload = () => done('loaded');
          e.onerror = () => done('error');
          e.src = server + path;
          document.body.append(e);
        });
        const stream = new Promise(done => {
          const events = new EventSource(`${server}/batch/${batch}/events`);
          events.onmessage = event => done(event.data);
          events.onerror = () => { events.close(); done('error'); };
        });
        const socket = new Promise(done => {
          const opened = new WebSocket(server.replace('http', 'ws') + '/batches');
          opened.onopen = () => done('open');
          opened.onmessage = message => done(message.data);
          opened.onerror = () => done('error');
        });
        const frame = path => new Promise(done => {
          const e = document.createElement('iframe');
          e.onload = () => {
            try {
              done(e.contentDocument === null ? 'hidden' : e.contentDocument.body.innerText);
            } catch (refusal) {
              done('hidden');
            }
          };
          e.src = server + path;
          document.body.append(e);
        });
        const plain = await fetch(server + '/batches').then(a => a.text(), () => 'refused');
        const opaque = await fetch(server + '/batches', {mode: 'no-cors'}).then(a => a.text(), () => 'refused');
        return [plain, opaque, await element('script', '/batches'), await element('img', '/dag/' + batch), await stream,
          await socket, await frame('/batches'), await frame('/')];
      }\
      """;

  private Receiver evil;
  private BrowserContext context;
  private UUID batch;
  private String task;
  private String name;

  @BeforeEach
  void open() {
    evil =
        Receiver.start()
            .answering(_ ->
                new Receiver.Answer(
                    200,
                    "<!doctype html><title>evil</title><body>",
                    Map.of("Content-Type", "text/html")));
    context = Chromium.browser().newContext();
    name = "victim-" + UUID.randomUUID();
    batch = Server.submit(name, List.of(Server.task("victim", name)));
    task = Server.client().get("/task?batch_id=" + batch).at("/0/id").asString("");
  }

  @AfterEach
  void close() {
    context.close();
    evil.close();
  }

  private Page page(String host) {
    Page page = context.newPage();
    page.navigate("http://%s:%d/".formatted(host, evil.port()));
    return page;
  }

  private static String server() {
    URI address = Server.process().uri();
    return "http://localhost:" + address.getPort();
  }

  private void nothingHappened() {
    assertThat(Server.client().get("/task?kind=evil").isEmpty()).isTrue();
    var victim = Server.client().get("/task/" + task);
    assertThat(victim.path("status").asString("")).isEqualTo("Pending");
    assertThat(victim.path("priority").asInt()).isZero();
  }

  /** Another site, and another port of the same one. */
  @ParameterizedTest
  @ValueSource(strings = {"evil.localhost", "localhost", "127.0.0.1"})
  void aForeignPageCanNeitherSubmitNorChangeTasks(String host) {
    Page page = page(host);
    Object seen = page.evaluate(SEND, List.of(server(), task, batch.toString(), SUBMISSION));
    assertThat((List<?>) seen).allMatch(each -> each.equals("opaque") || each.equals("refused"));
    page.evaluate(POST_FORMS, List.of(server(), task, batch.toString()));
    nothingHappened();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.localhost", "localhost"})
  void aForeignPageCannotRead(String host) {
    Object seen = page(host).evaluate(READ, List.of(server(), batch.toString()));
    assertThat((List<?>) seen)
        .hasToString("[refused, , error, error, error, error, hidden, hidden]");
  }

  /** DNS rebinding: the page's own host name resolves to this server. */
  @Test
  void aReboundHostNameIsRefused() {
    Page page = context.newPage();
    String own = "http://rebound.localhost:" + Server.process().uri().getPort();
    Response answer = page.navigate(own + "/batches");
    assertThat(answer.status()).isEqualTo(421);
    assertThat(answer.text()).doesNotContain(name);
    Object seen =
        page.evaluate(
            "body => fetch('/task', {method: 'POST', headers: {'Content-Type':"
                + " 'application/json'}, body}).then(a => a.status)",
            SUBMISSION);
    assertThat(seen).isEqualTo(421);
    nothingHappened();
  }

  @Test
  void ourOwnPageCanReadSubmitAndStop() {
    Page page = context.newPage();
    page.navigate(server() + "/");
    Object seen =
        page.evaluate(
            "body => fetch('/task', {method: 'POST', headers: {'Content-Type':"
                + " 'application/json'}, body}).then(a => a.status)",
            SUBMISSION.replace("evil", "good"));
    assertThat(seen).isEqualTo(201);
    assertThat(page.evaluate("() => fetch('/batches').then(a => a.text())").toString())
        .contains(name);
    assertThat(
            page.evaluate(
                "path => fetch(path, {method: 'DELETE'}).then(a => a.status)", "/batch/" + batch))
        .isEqualTo(200);
    assertThat(Map.of("status", Server.client().get("/task/" + task).path("status").asString("")))
        .containsEntry("status", "Canceled");
  }
}
