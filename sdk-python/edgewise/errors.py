"""What can go wrong."""

from .wire import JsonValue


class EdgewiseError(Exception):
    """A call that did not lead to an answer as it should."""

    passing = False
    """Whether the same call may succeed in a moment."""


class UnreachableError(EdgewiseError):
    """The server did not answer, or not in its own words; whether it acted is unknown."""

    passing = True


class RefusedError(EdgewiseError):
    """The server answered that it will not, and why."""

    def __init__(self, status: int, problem: dict[str, JsonValue]) -> None:
        error = problem.get("error") or f"The server answered {status}"
        details = problem.get("details") or [problem.get("detail")]
        super().__init__(": ".join([error, "; ".join(filter(None, details))]).removesuffix(": "))
        self.status = status
        self.problem = problem
        in_progress = str(problem.get("type")).endswith(":idempotency-key-in-progress")
        self.passing = status >= 500 or status == 429 or in_progress


class TaskFailure(Exception):
    """A handler says that its attempt has failed; with `retryable=False` another attempt would not mend it."""

    def __init__(self, reason: str, *, retryable: bool = True) -> None:
        super().__init__(reason)
        self.retryable = retryable
