"""The tasks that a worker holds, and the context that their handlers get."""

import threading
import time

from .wire import ClaimedTask, JsonValue


class Holding:
    """A task that this worker holds, from its claim until its completion was reported. The lease is measured by this
    machine's clock, from when the server last confirmed it."""

    def __init__(self, task: ClaimedTask, lease_secs: float) -> None:
        self.task = task
        self.canceled = threading.Event()
        self._lease_secs = lease_secs
        self._confirmed = time.monotonic()

    def confirm(self) -> None:
        """Called when the server has extended the lease."""
        self._confirmed = time.monotonic()

    def has_lapsed(self) -> bool:
        """Whether the lease has certainly expired."""
        return time.monotonic() - self._confirmed > self._lease_secs

    def __str__(self) -> str:
        return f"{self.task['kind']} task {self.task['task_id']}, attempt {self.task['attempt']}"


class TaskContext:
    """The task of a handler, with its input and its cancellation."""

    def __init__(self, holding: Holding) -> None:
        self._holding = holding

    @property
    def task(self) -> ClaimedTask:
        """The task as the server sent it."""
        return self._holding.task

    @property
    def attempt(self) -> int:
        """The attempt; counts from 0."""
        return self.task["attempt"]

    @property
    def input(self) -> dict[str, JsonValue]:
        """The input; empty when the task has none."""
        return self.task["input"] or {}

    @property
    def metadata(self) -> JsonValue:
        """The metadata; None when the task has none."""
        return self.task["metadata"]

    @property
    def should_cancel(self) -> bool:
        """Whether the handler should stop: the task was canceled or paused, or the lease was lost."""
        return self._holding.canceled.is_set()

    def wait_for_cancel(self, longest_secs: float) -> bool:
        """Waits until the handler should stop, at most `longest_secs`; returns whether it should."""
        return self._holding.canceled.wait(longest_secs)
