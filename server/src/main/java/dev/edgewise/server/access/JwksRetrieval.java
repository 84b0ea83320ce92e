package dev.edgewise.server.access;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import dev.edgewise.server.config.Limits;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads a key set from its URL within a time and a size. The timeout of Nimbus's own retrieval
 * begins anew with every byte.
 */
final class JwksRetrieval implements ResourceRetriever, AutoCloseable {
  private final HttpClient client =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();

  @Override
  public Resource retrieveResource(URL url) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url.toString()))
            .header("Accept", "application/jwk-set+json, application/json")
            .build();
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(
            request, BodyHandlers.limiting(BodyHandlers.ofString(), Limits.JWKS_MAX_BYTES));
    try {
      HttpResponse<String> response = answer.get(Limits.JWKS_MAX_SECS, TimeUnit.SECONDS);
      if (response.statusCode() != 200) {
        throw new IOException("The answer had status " + response.statusCode());
      }
      return new Resource(
          response.body(), response.headers().firstValue("Content-Type").orElse(null));
    } catch (ExecutionException e) {
      throw new IOException("There was no answer", e.getCause());
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new IOException("The answer took longer than %d s".formatted(Limits.JWKS_MAX_SECS), e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("The wait for the answer was interrupted", e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
