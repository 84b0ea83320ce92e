package dev.edgewise.server.access;

import dev.edgewise.server.store.access.WorkspaceName;

/** Decides who sent a request. */
@FunctionalInterface
public interface Authentication {

  /** Authentication that is switched off: everybody may do everything in the default workspace. */
  Authentication NONE =
      credentials ->
          credentials.workspace() == null
                  || credentials.workspace().equals(WorkspaceName.DEFAULT.toString())
              ? new Result.Known(Principal.ANYONE)
              : new Result.InvalidWorkspace(
                  "without authentication there is only " + WorkspaceName.DEFAULT);

  /** Checks credentials; called only when the route is not open. */
  Result authenticate(Credentials credentials);

  /** The result of a check. */
  sealed interface Result {
    /** The credentials are valid. */
    record Known(Principal principal) implements Result {}

    /** There are no credentials. */
    record Missing() implements Result {}

    /**
     * The credentials are not valid.
     *
     * @param why for the client, such as {@code the key has expired}; it repeats no secret
     */
    record Invalid(FailureReason reason, String why) implements Result {}

    /** Too many checks failed from this address; try again after these seconds. */
    record Throttled(int retryAfterSecs) implements Result {}

    /** What is needed to check the credentials cannot be reached. */
    record Undecided(String why) implements Result {}

    /** The principal may not choose a workspace. */
    record WorkspaceRefused() implements Result {}

    /** The chosen workspace does not exist. */
    record WorkspaceUnknown() implements Result {}

    /** The chosen workspace is not the name of one. */
    record InvalidWorkspace(String why) implements Result {}
  }
}
