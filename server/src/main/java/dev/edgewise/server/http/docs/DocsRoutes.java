package dev.edgewise.server.http.docs;

import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Assets;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** The OpenAPI document and the page that shows it, Swagger UI from its WebJar. */
public final class DocsRoutes {

  private static final String WEB_JAR = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";

  private DocsRoutes() {}

  /** The given routes followed by those that describe them. */
  public static List<Route> withDocs(List<Route> routes, String version) {
    byte[] document = Wire.text(OpenApi.of(routes, version)).getBytes(StandardCharsets.UTF_8);
    var page = new Assets("/api-docs");
    var swagger = new Assets("/META-INF/resources/webjars/swagger-ui/" + swaggerVersion());
    List<Route> all = new ArrayList<>(routes);
    all.add(
        Route.get("/api-docs/openapi.json", "This API in the words of OpenAPI 3.1")
            .unlisted()
            .by(request -> Answer.bytes("application/json", document)));
    all.add(
        Route.get("/api-docs", "This API as a page")
            .unlisted()
            .by(request -> page.file("index.html")));
    all.add(Route.get("/api-docs/page/{path*}", "Parts of the page").unlisted().by(page));
    all.add(Route.get("/api-docs/swagger/{path*}", "Swagger UI").unlisted().by(swagger));
    return all;
  }

  private static String swaggerVersion() {
    try (InputStream in = DocsRoutes.class.getResourceAsStream(WEB_JAR)) {
      if (in == null) {
        throw new IllegalStateException("Swagger UI is not on the class path");
      }
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
