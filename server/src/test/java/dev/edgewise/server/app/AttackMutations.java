package dev.edgewise.server.app;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes valid requests into invalid ones. Texts have one character per byte. */
final class AttackMutations {
  private static final int LONG_CHARS = 70_000;

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1.5",
          "2147483648",
          "-9223372036854775808",
          "99999999999999999999",
          "1e308",
          "1e400",
          "1e400000",
          "-0.0",
          "9".repeat(1_200),
          "\"\"",
          "\" \"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"\\udc00x\"",
          "\"\\uFFFF\\uFEFF\"",
          "\"\u00c3\u00a4\u00f0\u009f\u0098\u0080\"",
          "\"${inputs.n}\"",
          "\"${\"",
          "\"1\"",
          "\"+99999999-01-01T00:00:00Z\"",
          "\"-4713-01-01T00:00:00Z\"",
          "\"0000-01-01T00:00:00Z\"",
          "\"P99999999999D\"",
          "\"PT-1S\"",
          "\"00000000-0000-0000-0000-000000000000\"",
          "\"' or 1=1 --\"",
          "\"" + "x".repeat(LONG_CHARS) + "\"",
          "[]",
          "[null]",
          "[[],{},null,\"\"]",
          "{}",
          "{\"\":null}",
          "{\"a\":1,\"a\":2}",
          "{\"\\u0000\":1}",
          "{\"\\ud800\":1}",
          "{\"" + "n".repeat(60_000) + "\":1}",
          "[".repeat(150) + "]".repeat(150),
          "[".repeat(400) + "]".repeat(400),
          "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000));

  /** Expressions that are endless, too large, too deep or of the wrong type. */
  private static final List<String> EXPRESSIONS =
      List.of(
          "lists.range(100000).map(x, lists.range(100000))",
          "lists.range(100001)",
          "lists.range(-1)",
          "'a'.matches('(?i)[B-\\\\\\\\x{2000}]')",
          "'a'.matches('((((a{99}){99}){99}){99}')",
          "cel.bind(a, {1: 1}, cel.bind(b, {a: a}, cel.bind(c, {b: b}, {c: c})))",
          "duration('9'.replace('', '9999999999').replace('', '9999999999'))",
          "timestamp('9999-12-31T23:59:59Z') + duration('9999999h')",
          "'\\\\u0000' + '\\\\ud7ff'",
          "b'\\\\000\\\\377'",
          "1.0 / 0.0",
          "type(1)",
          "[[1]].map(x, x + x).flatten(9).sort()",
          "inputs.n.x.y[0]",
          "item + index",
          "nobody",
          "(".repeat(2_000),
          "[".repeat(120) + "]".repeat(120),
          "!".repeat(5_000) + "true",
          "1" + "+1".repeat(3_000),
          "${inputs.n}");

  private static final Pattern EXPRESSION =
      Pattern.compile("(?<=\"(?:let|when|spread|output)\":\")[^\"]*|(?<=\\$\\{)[^}]*");

  private static final List<String> TEXTS =
      List.of(
          "%00",
          "%",
          "%zz",
          "%ff%fe",
          "%ED%A0%80",
          "%2e%2e%2f",
          "..",
          ";x=y",
          "%2F",
          "+",
          "a%20b",
          "%F0%9F%98%80",
          "-1",
          "9999999999999999999",
          "1e3",
          "null",
          "true",
          "%7B%22a%22%3A%22%5Cu0000%22%7D",
          "%5B".repeat(300),
          "-4713-01-01T00:00:00Z",
          "%2B99999999-01-01T00:00:00Z",
          "gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
          "x".repeat(3_000),
          "\u00e4",
          "\\",
          "\"",
          "<script>",
          "' or 1=1 --".replace(" ", "%20"));

  private static final List<String> HEADERS =
      List.of(
          "Content-Type: text/plain",
          "Content-Type: ;;;",
          "Content-Type: application/json; charset=utf-16",
          "Content-Encoding: gzip",
          "Content-Encoding: nonsense",
          "Accept: text/html;q=x",
          "Accept: text/event-stream",
          "Accept-Encoding: gzip",
          "Accept-Encoding: ,;q=,gzip;q=1e9",
          "Expect: 100-continue",
          "Expect: nothing",
          "Range: bytes=-1",
          "If-None-Match: *",
          "Idempotency-Key: k",
          "Idempotency-Key: ",
          "Idempotency-Key: \u0001\u0002",
          "Idempotency-Key: \u00e4\u00f6",
          "Idempotency-Key: " + "k".repeat(300),
          "Last-Event-ID: -1",
          "Last-Event-ID: 99999999999999999999",
          "ce-specversion: 1.0\r\nce-id: a%00b\r\nce-type: edgewise.task.finished",
          """
          ce-specversion: 1.0\r
          ce-id: 01JCXA7P000000000000000001\r
          ce-type: edgewise.task.finished\r
          ce-subject: %ED%A0%80\r
          ce-time: +99999999-01-01T00:00:00Z\
          """,
          "Host: evil.example",
          "Origin: http://evil.example",
          "Origin: null",
          "Sec-Fetch-Site: cross-site",
          "X-Long: " + "x".repeat(40_000),
          "X-Many: y\r\n".repeat(500) + "X-Last: z",
          "X-Nul: a\u0000b",
          "X-Fold: a\r\n b",
          "No colon here",
          ": no name",
          "Bad name: x",
          "Upgrade: websocket\r\nConnection: Upgrade",
          "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade, HTTP2-Settings",
          "Upgrade: h2c",
          "Content-Length: -1",
          "Content-Length: 5\r\nContent-Length: 6",
          "Content-Length: x",
          "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding: identity",
          "Transfer-Encoding: chunked, chunked",
          "TE: trailers",
          "Trailer: X",
          "Cookie: a=b; c=\u0007",
          "X-Forwarded-For: 1.2.3.4\r\nForwarded: for=x");

  private static final List<String> METHODS =
      List.of(
          "GET",
          "POST",
          "PUT",
          "PATCH",
          "DELETE",
          "HEAD",
          "OPTIONS",
          "TRACE",
          "CONNECT",
          "BREW",
          "get",
          "PRI",
          "\u00e4",
          "G\u0000T",
          "X".repeat(300));

  /** A JSON value that contains no other. */
  private static final Pattern LEAF =
      Pattern.compile(
          "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"(?!\\s*:)|-?\\d+(?:\\.\\d+)?|true|false|null");

  private static final Pattern NAME =
      Pattern.compile("\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"(?=\\s*:)");

  private final RandomGenerator random;

  AttackMutations(RandomGenerator random) {
    this.random = random;
  }

  private String any(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  String method() {
    return any(METHODS);
  }

  String header() {
    return any(HEADERS);
  }

  /** Something odd for a path or a query. */
  String text() {
    return any(TEXTS);
  }

  String body(String json) {
    return switch (random.nextInt(17)) {
      case 0, 1, 2, 3, 4 -> replaced(json, LEAF, any(VALUES));
      case 5 -> replaced(json, NAME, "\"unknown\"");
      case 6 -> replaced(json, NAME, "\"\\ud800\"");
      case 7 -> any(VALUES);
      case 8 -> "[" + json + "," + any(VALUES) + "," + json + "]";
      case 9 -> json.substring(0, random.nextInt(json.length() + 1));
      case 10 -> noise(json);
      case 11 -> json + any(VALUES);
      case 12, 13, 14 -> replaced(json, EXPRESSION, any(EXPRESSIONS));
      case 15 -> random.nextBoolean() ? "\u00ef\u00bb\u00bf" + json : utf16(json);
      default -> wrapped(json);
    };
  }

  private String replaced(String json, Pattern what, String by) {
    List<int[]> places = new ArrayList<>();
    Matcher matcher = what.matcher(json);
    while (matcher.find()) {
      places.add(new int[] {matcher.start(), matcher.end()});
    }
    if (places.isEmpty()) {
      return by;
    }
    int[] place = places.get(random.nextInt(places.size()));
    return json.substring(0, place[0]) + by + json.substring(place[1]);
  }

  private String noise(String json) {
    var text = new StringBuilder(json);
    for (int i = 0; i < 1 + random.nextInt(5); i++) {
      text.insert(random.nextInt(text.length() + 1), (char) random.nextInt(256));
    }
    return text.toString();
  }

  private static String utf16(String json) {
    var text = new StringBuilder();
    json.chars().forEach(c -> text.append('\0').append((char) c));
    return text.toString();
  }

  private static String wrapped(String json) {
    return json.startsWith("[") ? json.substring(1, json.length() - 1) : "[" + json + "]";
  }

  /** A body in chunks, some of which are malformed. */
  String chunks(String body) {
    var chunks = new StringBuilder();
    int at = 0;
    while (at < body.length()) {
      int size = Math.min(body.length() - at, 1 + random.nextInt(2_000));
      String said =
          random.nextInt(30) == 0
              ? any(List.of("x", "-1", "", "ffffffffffffffff", "7fffffff", "0x5", "5 5"))
              : Integer.toHexString(size) + any(List.of("", "", ";a=b", " ;\"c\""));
      chunks.append(said).append("\r\n").append(body, at, at + size);
      chunks.append(random.nextInt(40) == 0 ? "xx" : "\r\n");
      at += size;
    }
    return chunks + any(List.of("0\r\n\r\n", "0\r\n\r\n", "0;x\r\nT: y\r\n\r\n", "0\r\n", ""));
  }
}
