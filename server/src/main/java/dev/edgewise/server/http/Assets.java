package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** Serves the files of one folder on the class path. */
public final class Assets implements Handler {

  /** The Content-Security-Policy of pages: they may load and call only this server. */
  public static final String PAGE_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src"
          + " 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors"
          + " 'none'";

  private static final Map<String, String> MEDIA_TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "mjs", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "json", "application/json",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2");

  private final String folder;

  /** Serves a folder such as {@code /ui}; the route's path must end with {@code {path*}}. */
  public Assets(String folder) {
    this.folder = folder;
  }

  @Override
  public Answer handle(Request request) throws IOException {
    return file(request.path("path"));
  }

  /** Serves one file of the folder. */
  public Answer file(String path) throws IOException {
    String type = MEDIA_TYPES.get(path.substring(path.lastIndexOf('.') + 1));
    InputStream found =
        type == null || path.contains("..")
            ? null
            : Assets.class.getResourceAsStream(folder + "/" + path);
    if (found == null || type == null) {
      throw ApiException.of(ErrorCode.ROUTE_NOT_FOUND, "There is no such file.");
    }
    try (found) {
      Answer answer = Answer.bytes(type, found.readAllBytes()).header("Cache-Control", "no-cache");
      return type.startsWith("text/html")
          ? answer
              .header("Content-Security-Policy", PAGE_POLICY)
              .header("Referrer-Policy", "no-referrer")
          : answer;
    }
  }
}
