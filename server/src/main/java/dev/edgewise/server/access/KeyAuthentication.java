package dev.edgewise.server.access;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.access.ApiKey;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.store.access.SecretHash;
import dev.edgewise.server.store.access.Sessions;
import dev.edgewise.server.store.access.WorkspaceName;
import dev.edgewise.server.store.access.Workspaces;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Authentication by keys, by the sessions of browsers that signed in with one, by JWTs, and by the
 * delivery token of a task.
 */
public final class KeyAuthentication implements Authentication {
  private static final Result.Invalid NOT_A_KEY =
      new Result.Invalid(FailureReason.KEY, "it is not a key");

  private final Sessions sessions;
  private final KnownKeys keys;
  private final Remembered<WorkspaceName, Workspace> workspaces;
  private final BiPredicate<UUID, String> tokens;
  private final FailureLimit failures;
  private final @Nullable JwtCheck jwts;

  /** The tables that authentication reads. */
  public record Tables(Keys keys, Sessions sessions, Workspaces workspaces) {}

  /** The result of an attempt to sign in. */
  public sealed interface SignIn {
    /** The browser keeps the session ID. */
    record Begun(String session, Principal principal) implements SignIn {
      @Override
      public String toString() {
        return "Begun[by " + principal.actor() + "]";
      }
    }

    /** The key is not valid. */
    record Refused(Result result) implements SignIn {}
  }

  /**
   * @param tokens whether a text is a delivery token of the task
   * @param issuer null when JWTs are not accepted
   * @param nanoTime a clock in the sense of {@link System#nanoTime}
   */
  public KeyAuthentication(
      Tables tables,
      BiPredicate<UUID, String> tokens,
      @Nullable JwtKeys issuer,
      FailureLimit failures,
      LongSupplier nanoTime) {
    var lookups = new Lookups();
    this.sessions = tables.sessions();
    this.keys = new KnownKeys(tables.keys(), tables.sessions(), lookups, nanoTime);
    this.workspaces = new Remembered<>(tables.workspaces()::numbers, lookups, nanoTime);
    this.tokens = tokens;
    this.jwts =
        issuer == null ? null : new JwtCheck(issuer.settings(), issuer.source(), this::workspace);
    this.failures = failures;
  }

  /**
   * Reads again what is remembered of the keys, sessions and workspaces in use. A loop calls it
   * every {@link Limits#ACCESS_REFRESH_MILLIS}, and at once after a change.
   */
  public void refresh() {
    keys.refresh();
    workspaces.refresh();
  }

  @Override
  public Result authenticate(Credentials credentials) {
    return switch (identify(credentials)) {
      case Result.Known(Principal principal) -> inWorkspace(principal, credentials.workspace());
      case Result.Missing _ -> failures.missing();
      case Result.Invalid failure -> failures.refuse(credentials.address(), failure);
      case Result.Throttled _ -> failures.throttle(credentials.address());
      case Result other -> other;
    };
  }

  private Result identify(Credentials credentials) {
    if (credentials.bearer() != null) {
      return byBearer(credentials.bearer(), credentials.address());
    }
    if (credentials.session() != null) {
      return bySession(SecretHash.of(credentials.session()), credentials.address());
    }
    Credentials.Capability capability = credentials.capability();
    if (capability == null) {
      return new Result.Missing();
    }
    UUID task = capability.task();
    return task != null && tokens.test(task, capability.token())
        ? new Result.Known(Principal.holderOf(task))
        : new Result.Invalid(
            FailureReason.TOKEN, "there is no key, and the token is not one of the task");
  }

  private Result byBearer(String bearer, String address) {
    Optional<KeyText> key = KeyText.parse(bearer);
    if (key.isPresent()) {
      return byKey(key.get(), address);
    }
    return jwts == null ? NOT_A_KEY : jwts.check(bearer);
  }

  private Result byKey(KeyText text, String address) {
    if (!keys.isFamiliar(text.id()) && failures.isExhausted(address)) {
      return new Result.Throttled(0);
    }
    return keys.find(text.id())
        .filter(holder -> holder.key().has(text.hash()))
        .map(this::principal)
        .orElseGet(() -> new Result.Invalid(FailureReason.KEY, "no key has this ID and secret"));
  }

  private Result bySession(SecretHash session, String address) {
    if (!keys.isFamiliar(session) && failures.isExhausted(address)) {
      return new Result.Throttled(0);
    }
    return keys.ofSession(session)
        .map(this::principal)
        .orElseGet(() -> new Result.Invalid(FailureReason.SESSION, "the session has ended"));
  }

  private Result principal(KeyHolder holder) {
    ApiKey key = holder.key();
    if (key.revokedAt() != null) {
      return new Result.Invalid(FailureReason.REVOKED, "the key was revoked");
    }
    if (key.expired()) {
      return new Result.Invalid(FailureReason.EXPIRED, "the key has expired");
    }
    keys.used(key.id());
    return new Result.Known(holder.principal());
  }

  /** Lets an administrator act in the workspace that a request chooses. */
  private Result inWorkspace(Principal principal, @Nullable String chosen) {
    if (chosen == null) {
      return new Result.Known(principal);
    }
    if (!principal.has(Scope.ADMIN)) {
      return new Result.WorkspaceRefused();
    }
    Optional<WorkspaceName> name = WorkspaceName.parse(chosen);
    if (name.isEmpty()) {
      return new Result.InvalidWorkspace("must be tenant/workspace");
    }
    return workspace(name.get())
        .<Result>map(workspace -> new Result.Known(principal.in(workspace)))
        .orElseGet(Result.WorkspaceUnknown::new);
  }

  private Optional<Workspace> workspace(WorkspaceName name) {
    Optional<Workspace> found = workspaces.find(name);
    if (found.isEmpty()) {
      // An administrator may create it next.
      workspaces.forget(name);
    }
    return found;
  }

  /** Begins the session of a browser that shows a key. */
  public SignIn signIn(String key, String address) {
    Optional<KeyText> text = KeyText.parse(key);
    if (text.isEmpty()) {
      return new SignIn.Refused(failures.refuse(address, NOT_A_KEY));
    }
    Result result = authenticate(Credentials.ofKey(key, address));
    if (!(result instanceof Result.Known(Principal principal))) {
      return new SignIn.Refused(result);
    }
    String session = KeyText.randomSecret();
    sessions.begin(text.get().id(), SecretHash.of(session));
    return new SignIn.Begun(session, principal);
  }

  /** Ends a session; the other servers forget it within a few seconds. */
  public void signOut(String session) {
    SecretHash hash = SecretHash.of(session);
    sessions.end(hash);
    keys.forget(hash);
  }
}
