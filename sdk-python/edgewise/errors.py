"""The errors of this package."""

from .wire import JsonValue


class EdgewiseError(Exception):
    """A request failed."""

    passing = False
    """Whether the same request may succeed a moment later."""


class UnreachableError(EdgewiseError):
    """There was no answer, or it did not come from an Edgewise server; the request may have been executed."""

    passing = True


class RefusedError(EdgewiseError):
    """The server refused the request; the message says why."""

    def __init__(self, status: int, problem: dict[str, JsonValue]) -> None:
        error = problem.get("error") or f"The server answered {status}"
        details = problem.get("details") or [problem.get("detail")]
        sentence = ": ".join([error, "; ".join(filter(None, details))]).removesuffix(": ")
        if status == 401:
            sentence += " Set EDGEWISE_TOKEN and use ServerAccess.from_environment()."
        super().__init__(sentence)
        self.status = status
        self.problem = problem
        in_progress = str(problem.get("type")).endswith(":idempotency-key-in-progress")
        # The server refuses the sender rather than the request: a worker waits until it gets another key.
        self.denies_access = status in (401, 403)
        self.passing = status >= 500 or status == 429 or in_progress


class TaskFailure(Exception):
    """Raised by a handler to fail its attempt; with `retryable=False` the task is not retried."""

    def __init__(self, reason: str, *, retryable: bool = True) -> None:
        super().__init__(reason)
        self.retryable = retryable
