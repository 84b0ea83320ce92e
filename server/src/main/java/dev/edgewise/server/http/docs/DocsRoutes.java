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

/** The routes of the OpenAPI document and of Swagger UI, which shows it. */
public final class DocsRoutes {

  private static final String WEB_JAR = "/META-INF/resources/webjars/swagger-ui/";

  private DocsRoutes() {}

  /** Returns the given routes, followed by the routes that document them. */
  public static List<Route> withDocs(List<Route> routes) {
    var document = new Document(routes);
    var page = new Assets("/api-docs");
    var swagger = new Assets(WEB_JAR + Build.CURRENT.swaggerUi());
    List<Route> all = new ArrayList<>(routes);
    all.add(
        Route.get("/api-docs/openapi.json", "The OpenAPI 3.1 document of this API")
            .open()
            .unlisted()
            .by(request -> Answer.bytes("application/json", document.json())));
    all.add(
        Route.get("/api-docs", "Browse this API")
            .open()
            .unlisted()
            .by(request -> page.file("index.html")));
    all.add(
        Route.get("/api-docs/page/{path*}", "Files of the API page").open().unlisted().by(page));
    all.add(Route.get("/api-docs/swagger/{path*}", "Swagger UI").open().unlisted().by(swagger));
    return all;
  }

  /** The document, generated at its first request to keep the start fast. */
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
