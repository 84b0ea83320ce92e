"""The tasks that a worker holds, and the context that their handlers get."""

import json
import re
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime

from .wire import ClaimedTask, JsonValue


class News:
    """The lines and the progress of a task that the server does not know yet. Of too many lines the newest are
    dropped."""

    MANY = 100
    MAX_LINES = 10_000

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._dropped = 0
        self._lock = threading.Lock()
        self.progress: dict[str, JsonValue] | None = None

    def add(self, line: dict[str, JsonValue]) -> bool:
        """Adds a line; returns whether there are many."""
        text = json.dumps(line, allow_nan=False, default=str, separators=(",", ":"))
        with self._lock:
            if len(self._lines) < self.MAX_LINES:
                self._lines.append(text)
            else:
                self._dropped += 1
            return len(self._lines) >= self.MANY

    def say(self, said: dict[str, JsonValue]) -> None:
        """Remembers how far the handler is."""
        with self._lock:
            self.progress = {**(self.progress or {}), **said}

    def told(self, said: dict[str, JsonValue]) -> None:
        """Called when the server knows what was said."""
        with self._lock:
            if self.progress == said:
                self.progress = None

    def some(self) -> bool:
        """Whether there is anything to send."""
        return bool(self._lines) or self.progress is not None

    def oldest(self, most_chars: int) -> list[str]:
        """The oldest lines, at least one if there is any; they stay until they were sent."""
        with self._lock:
            if self._dropped:
                notice = f"{self._dropped} lines were dropped by the worker"
                self._lines.append(json.dumps({"level": "warn", "message": notice}))
                self._dropped = 0
            chars = 0
            for count, line in enumerate(self._lines):
                chars += len(line)
                if count and chars > most_chars:
                    return self._lines[:count]
            return list(self._lines)

    def sent(self, count: int) -> None:
        """Forgets the oldest lines."""
        with self._lock:
            del self._lines[:count]

    def clear(self) -> None:
        """Forgets what the server refuses."""
        with self._lock:
            self._lines.clear()
            self.progress = None


class Holding:
    """A task that this worker holds, from its claim until its completion was reported. The lease is measured by this
    machine's clock, from when the server last confirmed it."""

    def __init__(self, task: ClaimedTask, lease_secs: float) -> None:
        self.task = task
        self.canceled = threading.Event()
        self.news = News()
        self._lease_secs = lease_secs
        self._confirmed = time.monotonic()

    def named(self) -> dict[str, JsonValue]:
        """Names the attempt in a request."""
        return {"task_id": self.task["task_id"], "delivery_token": self.task["delivery_token"]}

    def confirm(self) -> None:
        """Called when the server has extended the lease."""
        self._confirmed = time.monotonic()

    def has_lapsed(self) -> bool:
        """Whether the lease has certainly expired."""
        return time.monotonic() - self._confirmed > self._lease_secs

    def __str__(self) -> str:
        return f"{self.task['kind']} task {self.task['task_id']}, attempt {self.task['attempt']}"


class TaskContext:
    """The task of a handler, with its input, its log, its progress and its cancellation."""

    def __init__(self, holding: Holding, many_lines: Callable[[], None]) -> None:
        self._holding = holding
        self._many_lines = many_lines

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

    def log(self, message: str, level: str = "info", **fields: JsonValue) -> None:
        """Logs a line about the task; further arguments are stored with it and must be writable as JSON."""
        self._add(datetime.now(UTC).isoformat(), level, message, fields)

    def progress(self, part: float, message: str | None = None) -> None:
        """Says how far the handler is, from 0 to 1, and what it does, in at most 500 characters."""
        if not 0 <= part <= 1:
            raise ValueError(f"progress: must be from 0 to 1, not {part}")
        said: dict[str, JsonValue] = {"progress": part}
        if message is not None:
            said["message"] = storable(message)[:500]
        self._holding.news.say(said)

    def _add(self, at: str, level: str, message: str, fields: dict[str, JsonValue]) -> None:
        line: dict[str, JsonValue] = {"at": at, "level": level, "message": storable(message)}
        if fields:
            line["fields"] = fields
        if self._holding.news.add(line):
            self._many_lines()


def storable(text: str) -> str:
    """Replaces the characters that the server cannot store."""
    return re.sub("[\0\ud800-\udfff]", "\ufffd", text)


current_task: ContextVar[TaskContext | None] = ContextVar("current_task", default=None)
"""The task whose handler runs on this thread."""
