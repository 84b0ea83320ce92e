package dev.edgewise.server.http.page;

import dev.edgewise.server.config.Build;
import dev.edgewise.server.http.Assets;
import dev.edgewise.server.http.Route;
import java.util.List;
import java.util.stream.Stream;

/**
 * The routes of the web page: its views, all of which are the same document, and the files that it
 * loads.
 */
public final class PageRoutes {

  private static final String WEB_JAR = "/META-INF/resources/webjars/lit-html/";
  private static final List<String> VIEWS =
      List.of(
          "/",
          "/view",
          "/view/failures",
          "/view/workflows",
          "/view/schedules",
          "/view/deliveries",
          "/view/approvals",
          "/view/audit",
          "/operations");

  private PageRoutes() {}

  public static List<Route> all() {
    var files = new Assets("/ui");
    var lit = new Assets(WEB_JAR + Build.CURRENT.lit());
    return Stream.concat(
            VIEWS.stream()
                .map(path ->
                    Route.get(path, "The web page")
                        .open()
                        .unlisted()
                        .withAnyQuery()
                        .by(request -> files.file("index.html"))),
            Stream.of(
                Route.get("/ui/{path*}", "Files of the web page").open().unlisted().by(files),
                Route.get("/ui/lit/{path*}", "Lit").open().unlisted().by(lit)))
        .toList();
  }
}
