"""The loop of a worker that reports completions."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from .backoff import Backoff
from .errors import EdgewiseError, RefusedError
from .holding import Holding, storable
from .logs import error_of
from .transport import Transport, to_json
from .wire import JsonValue

log = logging.getLogger("edgewise")

REASON_MAX_CHARS = 8_000


@dataclass(frozen=True)
class Report:
    """How an attempt ended, with the JSON to send to the server."""

    holding: Holding
    text: str
    success: bool

    @staticmethod
    def succeeded(holding: Holding, result: JsonValue) -> "Report":
        """A success; raises ValueError, TypeError or RecursionError when the result cannot be written as JSON."""
        end: dict[str, JsonValue] = {"status": "Success"}
        if result is not None:
            end["result"] = result
        return Report._of(holding, end, True)

    @staticmethod
    def failed(holding: Holding, reason: str, retryable: bool, cause: BaseException | None = None) -> "Report":
        """A failure with a reason, and the exception that caused it."""
        text = reason.replace("\0", " ").strip()[:REASON_MAX_CHARS] or "The handler gave no reason"
        end: dict[str, JsonValue] = {"status": "Failure", "failure_reason": storable(text), "retryable": retryable}
        if cause is not None:
            end["error"] = error_of(cause)
        return Report._of(holding, end, False)

    @staticmethod
    def _of(holding: Holding, end: dict[str, JsonValue], success: bool) -> "Report":
        text = to_json({**holding.named(), **end})
        return Report(holding, text, success)


class Completions:
    """The loop that reports completions to the server. Each request carries the reports that were queued during the
    last one. A request without an answer, or refused for want of a valid key, is repeated until the leases of its
    tasks have expired."""

    MAX_QUEUED = 10_000
    MAX_AT_ONCE = 1_000
    MAX_CHARS_AT_ONCE = 8 << 20

    def __init__(self, transport: Transport, settled: Callable[[Holding], None]) -> None:
        self._transport = transport
        self._settled = settled
        # None ends the queue.
        self._queue: queue.Queue[Report | None] = queue.Queue(self.MAX_QUEUED)
        self._open = True
        self._backoff = Backoff()
        self._thread = threading.Thread(target=self._loop, name="edgewise-completions", daemon=True)
        self._thread.start()

    def add(self, report: Report) -> None:
        """Queues a report. It blocks while the queue is full, so that no slot becomes free either."""
        self._queue.put(report)

    def stop(self) -> None:
        """Sends the queued reports and returns when all are settled."""
        self._queue.put(None)
        self._thread.join()

    def _loop(self) -> None:
        group: list[Report] = []
        while self._open or group:
            self._fill(group)
            if group:
                group = self._send(group)
        self._transport.forget()

    def _fill(self, group: list[Report]) -> None:
        chars = sum(len(report.text) for report in group)
        while self._open and len(group) < self.MAX_AT_ONCE and chars < self.MAX_CHARS_AT_ONCE:
            try:
                report = self._queue.get(block=not group)
            except queue.Empty:
                return
            if report is None:
                self._open = False
            else:
                group.append(report)
                chars += len(report.text)

    def _send(self, group: list[Report]) -> list[Report]:
        """Sends a group of reports; returns those that must be sent again."""
        body = "[" + ",".join(report.text for report in group) + "]"
        try:
            answers = self._transport.send_items("/work/complete", body, len(group))
        except RefusedError as error:
            if error.passing or error.denies_access:
                return self._pause(group, error)
            return self._apart(group, error)
        except EdgewiseError as error:
            return self._pause(group, error)
        self._backoff.reset()
        again: list[Report] = []
        for report, answer in zip(group, answers, strict=True):
            if answer["result"] == "invalid":
                again += self._refused(report, answer["error"])
            else:
                if answer["result"] != "ok":
                    log.info("The completion of %s came too late", report.holding)
                self._settled(report.holding)
        return again

    def _refused(self, report: Report, why: str) -> list[Report]:
        """Fails a task whose result the server refuses; a retry would produce the same result."""
        log.warning("The server refused the completion of %s: %s", report.holding, why)
        if report.success:
            return [Report.failed(report.holding, f"The result was refused: {why}", False)]
        self._settled(report.holding)
        return []

    def _apart(self, group: list[Report], why: RefusedError) -> list[Report]:
        """Sends each report alone after the server refused them together, so that only the invalid one is refused."""
        if len(group) == 1:
            return self._refused(group[0], str(why))
        return [again for report in group for again in self._send([report])]

    def _pause(self, group: list[Report], why: EdgewiseError) -> list[Report]:
        log.log(self._backoff.level(), "Cannot report %d completions yet: %s", len(group), why)
        alive = [report for report in group if not report.holding.has_lapsed()]
        for report in group:
            if report not in alive:
                log.warning("The lease of %s expired before its completion was reported", report.holding)
                self._settled(report.holding)
        if alive:
            time.sleep(self._backoff.next())
        return alive
