"""Tasks that a worker holds, and what their handlers see of them."""

import threading
import time

from .wire import ClaimedTask, JsonValue


class Holding:
    """A task that this worker holds, from its claim until its end was reported. The lease is measured by this
    machine's own clock, from when the server last confirmed it."""

    def __init__(self, task: ClaimedTask, lease_secs: float) -> None:
        self.task = task
        self.canceled = threading.Event()
        self._lease_secs = lease_secs
        self._confirmed = time.monotonic()

    def confirm(self) -> None:
        """The server has just extended the lease."""
        self._confirmed = time.monotonic()

    def has_lapsed(self) -> bool:
        """Whether the lease has surely run out."""
        return time.monotonic() - self._confirmed > self._lease_secs

    def __str__(self) -> str:
        return f"{self.task['kind']} task {self.task['task_id']}, attempt {self.task['attempt']}"


class TaskContext:
    """What a handler knows about its task."""

    def __init__(self, holding: Holding) -> None:
        self._holding = holding

    @property
    def task(self) -> ClaimedTask:
        """The task as the server handed it out."""
        return self._holding.task

    @property
    def attempt(self) -> int:
        """Counts from 0."""
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
        """Whether the work has become useless: the task was canceled or paused, or the lease was lost."""
        return self._holding.canceled.is_set()

    def wait_for_cancel(self, longest_secs: float) -> bool:
        """Waits until the work has become useless, at most so long, and says whether it has."""
        return self._holding.canceled.wait(longest_secs)
