"""Claims tasks, runs their handlers and reports the completions."""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from types import TracebackType

from .access import LOCAL, ServerAccess
from .completions import Completions, Report
from .errors import TaskFailure
from .holding import Holding, TaskContext, current_task
from .logs import Logs
from .loops import Claims, Heartbeats, Slots
from .transport import Transport
from .wire import ClaimedTask, JsonValue

log = logging.getLogger("edgewise")

Handler = Callable[[TaskContext], JsonValue]

CANCEL_GRACE_SECS = 5.0


class Worker:
    """Claims tasks, runs their handlers and reports the completions until it is closed.

    `poll_secs` is how long a claim waits at the server for a task. Closing the worker may take as long, and for as
    long the server may assign tasks to a worker that died. `lease_secs` is how long the server waits for a heartbeat
    before it gives a task up. Closing stops the claims, waits up to `drain_secs` for the running handlers, and reports
    their completions.
    """

    def __init__(
        self,
        server: str | ServerAccess = LOCAL,
        *,
        name: str | None = None,
        concurrency: int = 16,
        poll_secs: int = 5,
        lease_secs: int = 30,
        drain_secs: float = 30.0,
    ) -> None:
        if concurrency < 1:
            raise ValueError("concurrency: must be at least 1")
        if not 1 <= poll_secs <= 60:
            raise ValueError("poll_secs: must be from 1 to 60")
        if not 1 <= lease_secs <= 86_400:
            raise ValueError("lease_secs: must be from 1 to 86400")
        self._transport = Transport(server)
        self._name = name or f"python-{os.getpid()}"
        self._poll_secs = poll_secs
        self._lease_secs = lease_secs
        self._drain_secs = drain_secs
        self._handlers: dict[str, Handler] = {}
        self._slots = Slots(concurrency)
        self._held: set[Holding] = set()
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._started = False

    def handler(self, kind: str) -> Callable[[Handler], Handler]:
        """Decorates the function that handles tasks of a kind."""

        def register(function: Handler) -> Handler:
            self.handle(kind, function)
            return function

        return register

    def handle(self, kind: str, function: Handler) -> "Worker":
        """Sets the function that handles tasks of a kind."""
        self._handlers[kind] = function
        return self

    def start(self) -> "Worker":
        """Starts to claim tasks."""
        if not self._handlers:
            raise ValueError("The worker handles no kind. Call handle() at least once before start().")
        self._started = True
        self._completions = Completions(self._transport, self._settle)
        self._heartbeats = Heartbeats(self._transport, self._holdings, self._lease_secs / 3)
        request: dict[str, JsonValue] = {
            "worker": self._name,
            "kinds": sorted(self._handlers),
            "wait_secs": self._poll_secs,
            "lease_secs": self._lease_secs,
        }
        self._logs = Logs(self._transport, self._holdings)
        self._claims = Claims(self._transport, request, self._slots, self._take)
        return self

    def run(self) -> None:
        """Claims tasks until SIGTERM or SIGINT, and returns when the last handler has ended."""
        asked_to_stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: asked_to_stop.set())
        with self:
            asked_to_stop.wait()

    def close(self) -> None:
        """Stops the claims, waits for the running handlers and reports their completions."""
        if not self._started:
            return
        self._claims.stop()
        if not self._join(self._drain_secs):
            for holding in self._holdings():
                holding.canceled.set()
            self._join(CANCEL_GRACE_SECS)
        self._completions.stop()
        self._heartbeats.stop()
        self._logs.stop()

    def __enter__(self) -> "Worker":
        return self if self._started else self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _take(self, task: ClaimedTask) -> None:
        holding = Holding(task, self._lease_secs)
        thread = threading.Thread(target=self._work, args=(holding,), name=f"edgewise-{task['kind']}", daemon=True)
        with self._lock:
            self._held.add(holding)
            self._threads.add(thread)
        thread.start()

    def _work(self, holding: Holding) -> None:
        try:
            report = self._run(holding)
            self._logs.flush(holding)
            self._completions.add(report)
        finally:
            self._slots.give(1)
            with self._lock:
                self._threads.discard(threading.current_thread())

    def _run(self, holding: Holding) -> Report:
        context = TaskContext(holding, self._logs.wake)
        current_task.set(context)
        try:
            result = self._handlers[holding.task["kind"]](context)
        except TaskFailure as failure:
            return Report.failed(holding, str(failure), failure.retryable, failure)
        except BaseException as error:  # Anything that a handler raises fails its task, never the worker.
            log.warning("The handler of %s failed", holding, exc_info=error)
            return Report.failed(holding, f"{type(error).__name__}: {error}", True, error)
        try:
            return Report.succeeded(holding, result)
        except (TypeError, ValueError, RecursionError) as error:
            return Report.failed(holding, f"The result cannot be written as JSON: {error}", False)

    def _settle(self, holding: Holding) -> None:
        with self._lock:
            self._held.discard(holding)

    def _holdings(self) -> list[Holding]:
        with self._lock:
            return list(self._held)

    def _join(self, longest_secs: float) -> bool:
        deadline = time.monotonic() + longest_secs
        with self._lock:
            threads = list(self._threads)
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in threads)
