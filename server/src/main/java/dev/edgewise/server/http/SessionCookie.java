package dev.edgewise.server.http;

import dev.edgewise.server.config.Limits;

/** The cookie in which a browser keeps the ID of its session. */
public final class SessionCookie {
  /** The name of the cookie. */
  public static final String NAME = "edgewise_session";

  private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Strict";

  /** The value of a Set-Cookie header that removes the cookie. */
  public static final String REMOVAL = NAME + "=; Max-Age=0" + ATTRIBUTES;

  private SessionCookie() {}

  /**
   * The value of a Set-Cookie header that sets the cookie.
   *
   * @param secure whether the browser may send it over TLS only
   */
  public static String setting(String session, boolean secure) {
    return NAME
        + "="
        + session
        + "; Max-Age="
        + Limits.SESSION_MAX_SECS
        + ATTRIBUTES
        + (secure ? "; Secure" : "");
  }
}
