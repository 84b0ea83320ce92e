package dev.edgewise.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.edgewise.api.BatchView;
import dev.edgewise.sdk.EdgewiseClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;

/** An order whose steps are webhooks. The shop that receives them knows HTTP and no SDK. */
public final class Webhooks {

  private static final String ORDER =
      """
      {"name": "order", "inputs": {"item": "lamp", "price": 40}, "tasks": [
        {"id": "reserve", "name": "Reserve", "kind": "shop",
         "on_start": {"kind": "Webhook", "params": {"url": "SHOP/reserve?item=${inputs.item}", "verb": "Post"}}},
        {"id": "charge", "name": "Charge", "kind": "shop",
         "on_start": {"kind": "Webhook", "params": {"url": "SHOP/charge", "verb": "Post",
           "body": {"amount": "${inputs.price + reserve.fee}"}}},
         "retry": {"max_retries": 3}},
        {"id": "release", "name": "Release", "kind": "shop",
         "dependencies": [{"id": "charge", "condition": "on_failure"}],
         "on_start": {"kind": "Webhook", "params": {"url": "SHOP/release", "verb": "Post"}}},
        {"id": "receipt", "name": "Receipt", "kind": "inline",
         "output": "{'shelf': reserve.shelf, 'paid': charge.amount}"}]}
      """;

  private final HttpClient http = HttpClient.newHttpClient();

  private Webhooks() {}

  /** The answer itself is the end of the task. */
  private void reserve(HttpExchange exchange) throws IOException {
    answer(exchange, 200, "{\"status\": \"Success\", \"result\": {\"shelf\": \"B7\", \"fee\": 2}}");
  }

  /** The call is accepted now; the end is reported to the handle that came with it. */
  private void charge(HttpExchange exchange) throws IOException {
    String charged = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String query = exchange.getRequestURI().getRawQuery();
    String handle = URLDecoder.decode(query.substring(query.indexOf("handle=") + 7), UTF_8);
    answer(exchange, 202, "");
    HttpRequest end =
        HttpRequest.newBuilder(URI.create(handle))
            .method(
                "PATCH",
                BodyPublishers.ofString("{\"status\": \"Success\", \"result\": " + charged + "}"))
            .build();
    var _ = http.sendAsync(end, BodyHandlers.discarding());
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    try (exchange) {
      byte[] bytes = body.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  static BatchView run(URI server) throws IOException, InterruptedException {
    Webhooks receiver = new Webhooks();
    HttpServer shop =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    shop.createContext("/reserve", receiver::reserve);
    shop.createContext("/charge", receiver::charge);
    shop.start();
    try (EdgewiseClient client = EdgewiseClient.of(server)) {
      String order = ORDER.replace("SHOP", "http://127.0.0.1:" + shop.getAddress().getPort());
      UUID batch = client.submit(order, UUID.randomUUID().toString()).batchId();
      return client.await(batch, Duration.ofMinutes(1));
    } finally {
      shop.stop(0);
    }
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    System.out.println(run(URI.create(args[0])).result());
  }
}
