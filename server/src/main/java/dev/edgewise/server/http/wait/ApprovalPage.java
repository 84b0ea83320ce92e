package dev.edgewise.server.http.wait;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.api.ApprovalDecision;
import dev.edgewise.api.Decision;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.store.wait.Approvals.Open;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page on which a person approves or rejects: a plain form, without a script. */
final class ApprovalPage {
  /** The page loads one style sheet and sends its form to its own address. */
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors"
          + " 'none'";

  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private ApprovalPage() {}

  /**
   * Asks for a decision.
   *
   * @param problem what was wrong with the last one; empty if there was none
   */
  static Answer of(Open open, String problem) {
    String title = open.title() == null ? open.name() : open.title();
    String paused =
        open.paused() ? note("The task is paused. You can decide once it is resumed.") : "";
    String form =
        """
        %s%s<form method="post">
        <label for="by">Your name</label>
        <input id="by" name="by" autocomplete="name" maxlength="100">
        <label for="comment">Comment</label>
        <textarea id="comment" name="comment" rows="3" maxlength="600"></textarea>
        <div class="buttons">
        <button name="decision" value="approve">Approve</button>
        <button name="decision" value="reject" class="reject">Reject</button>
        </div>
        </form>\
        """
            .formatted(paused, problem.isEmpty() ? "" : note(problem));
    return page(problem.isEmpty() ? 200 : 400, title, about(open) + form);
  }

  private static String about(Open open) {
    String text = open.text() == null ? "" : "<p class=\"text\">" + escaped(open.text()) + "</p>\n";
    return text
        + "<dl>"
        + term("Task", open.name())
        + (open.batchName() == null ? "" : term("Batch", open.batchName()))
        + term("Asked", moment(open.since()))
        + (open.due() == null ? "" : term("Answer until", moment(open.due())))
        + "</dl>\n";
  }

  private static String term(String name, String value) {
    return "<dt>" + name + "</dt><dd>" + escaped(value) + "</dd>";
  }

  private static String moment(Instant moment) {
    return MOMENT.format(moment);
  }

  /** Confirms a decision. */
  static Answer decided(ApprovalDecision decision) {
    boolean approved = decision.decision() == Decision.APPROVE;
    return page(
        200,
        approved ? "Approved" : "Rejected",
        "<p role=\"status\">Your decision is stored. You can close this page.</p>");
  }

  /** Says why there is nothing to decide. */
  static Answer problem(ApiException problem) {
    return problem.code() == ErrorCode.WRONG_STATE
        ? page(
            problem.code().status(),
            "Nothing to decide",
            note("This request is closed or paused. " + problem.detail()))
        : page(problem.code().status(), problem.code().text(), note(problem.detail()));
  }

  private static String note(@Nullable String text) {
    return "<p class=\"note\" role=\"alert\">" + escaped(String.valueOf(text)) + "</p>\n";
  }

  /** The style sheet's address is relative, so that a proxy may serve the page below a path. */
  private static Answer page(int status, String title, String content) {
    String html =
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <title>%1$s</title>
        <link rel="stylesheet" href="../../ui/approval.css">
        </head>
        <body>
        <main>
        <h1>%1$s</h1>
        %2$s
        </main>
        </body>
        </html>
        """
            .formatted(escaped(title), content);
    // Without a referrer policy of the same origin, browsers send the form with Origin: null.
    return new Answer(
        status,
        Map.of(
            "Content-Security-Policy",
            POLICY,
            "Referrer-Policy",
            "same-origin",
            "Cache-Control",
            "no-store"),
        new Answer.Bytes("text/html; charset=utf-8", html.getBytes(UTF_8)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
