package dev.edgewise.server.http.page;

import dev.edgewise.server.http.Assets;
import dev.edgewise.server.http.Route;
import java.util.List;
import java.util.stream.Stream;

/** The page's addresses, all of which are the same document, and the files that it loads. */
public final class PageRoutes {

  private static final List<String> VIEWS = List.of("/", "/view", "/operations");

  private PageRoutes() {}

  public static List<Route> all() {
    var files = new Assets("/ui");
    return Stream.concat(
            VIEWS.stream()
                .map(path ->
                    Route.get(path, "The page for people")
                        .unlisted()
                        .by(request -> files.file("index.html"))),
            Stream.of(Route.get("/ui/{path*}", "Parts of the page").unlisted().by(files)))
        .toList();
  }
}
