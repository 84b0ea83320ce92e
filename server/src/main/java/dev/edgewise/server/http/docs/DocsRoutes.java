package dev.edgewise.server.http.docs;

import dev.edgewise.server.config.Build;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Assets;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The OpenAPI document and the page that shows it, Swagger UI from its WebJar. */
public final class DocsRoutes {

  private static final String WEB_JAR = "/META-INF/resources/webjars/swagger-ui/";

  private DocsRoutes() {}

  /** The given routes followed by those that describe them. */
  public static List<Route> withDocs(List<Route> routes) {
    var document = new Document(routes);
    var page = new Assets("/api-docs");
    var swagger = new Assets(WEB_JAR + Build.CURRENT.swaggerUi());
    List<Route> all = new ArrayList<>(routes);
    all.add(
        Route.get("/api-docs/openapi.json", "This API in the words of OpenAPI 3.1")
            .unlisted()
            .by(request -> Answer.bytes("application/json", document.json())));
    all.add(
        Route.get("/api-docs", "This API as a page")
            .unlisted()
            .by(request -> page.file("index.html")));
    all.add(Route.get("/api-docs/page/{path*}", "Parts of the page").unlisted().by(page));
    all.add(Route.get("/api-docs/swagger/{path*}", "Swagger UI").unlisted().by(swagger));
    return all;
  }

  /** The document, made when it is first asked for: a start should not wait for it. */
  private static final class Document {
    private final List<Route> routes;
    private byte @Nullable [] json;

    Document(List<Route> routes) {
      this.routes = List.copyOf(routes);
    }

    synchronized byte[] json() {
      if (json == null) {
        json =
            Wire.text(OpenApi.of(routes, Build.CURRENT.version())).getBytes(StandardCharsets.UTF_8);
      }
      return json;
    }
  }
}
