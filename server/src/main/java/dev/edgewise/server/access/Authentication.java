package dev.edgewise.server.access;

/** Decides who sent a request. */
public interface Authentication {

  /** Authentication that is switched off: everybody may do everything in the default workspace. */
  Authentication NONE =
      new Authentication() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public Result authenticate(Credentials credentials) {
          return new Result.Known(Principal.ANYONE);
        }
      };

  /** Whether requests need credentials. */
  boolean isOn();

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
    record Invalid(String why) implements Result {}

    /** The principal may not act in the workspace that the request names. */
    record WrongWorkspace(String why) implements Result {}

    /** Too many checks failed from this address; try again after these seconds. */
    record Throttled(int retryAfterSecs) implements Result {}
  }
}
