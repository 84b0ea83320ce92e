"""The loop of a worker that reports ends."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from .backoff import Backoff
from .errors import EdgewiseError, RefusedError
from .holding import Holding
from .transport import Transport, to_json
from .wire import JsonValue

log = logging.getLogger("edgewise")

REASON_MAX_CHARS = 8_000


@dataclass(frozen=True)
class Report:
    """How an attempt ended, as the JSON that tells it to the server."""

    holding: Holding
    text: str
    success: bool

    @staticmethod
    def succeeded(holding: Holding, result: JsonValue) -> "Report":
        """A success; ValueError, TypeError or RecursionError when the result has no form in JSON."""
        end: dict[str, JsonValue] = {"status": "Success"}
        if result is not None:
            end["result"] = result
        return Report._of(holding, end, True)

    @staticmethod
    def failed(holding: Holding, reason: str, retryable: bool) -> "Report":
        """A failure with its reason."""
        told = reason.replace("\0", " ").strip()[:REASON_MAX_CHARS] or "The handler gave no reason"
        return Report._of(holding, {"status": "Failure", "failure_reason": told, "retryable": retryable}, False)

    @staticmethod
    def _of(holding: Holding, end: dict[str, JsonValue], success: bool) -> "Report":
        task = holding.task
        text = to_json({"task_id": task["task_id"], "delivery_token": task["delivery_token"], **end})
        return Report(holding, text, success)


class Completions:
    """Reports ends. Each call carries what has queued while the last one ran; one that got no answer is made again
    until the leases of what it carries have run out."""

    MAX_QUEUED = 10_000
    MAX_AT_ONCE = 1_000
    MAX_CHARS_AT_ONCE = 8 << 20

    def __init__(self, transport: Transport, settled: Callable[[Holding], None]) -> None:
        self._transport = transport
        self._settled = settled
        # Nothing follows None.
        self._queue: queue.Queue[Report | None] = queue.Queue(self.MAX_QUEUED)
        self._open = True
        self._backoff = Backoff()
        self._thread = threading.Thread(target=self._loop, name="edgewise-completions", daemon=True)
        self._thread.start()

    def add(self, report: Report) -> None:
        """Takes a report, waiting while too many are queued: then no slot becomes free either."""
        self._queue.put(report)

    def stop(self) -> None:
        """Reports what is queued and returns when all of it is settled."""
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
        """Sends a group and answers what has to be sent again."""
        body = "[" + ",".join(report.text for report in group) + "]"
        try:
            answers = self._transport.send_items("/work/complete", body, len(group))
        except RefusedError as error:
            return self._pause(group, error) if error.passing else self._apart(group, error)
        except EdgewiseError as error:
            return self._pause(group, error)
        self._backoff.reset()
        again: list[Report] = []
        for report, answer in zip(group, answers, strict=True):
            if answer["result"] == "invalid":
                again += self._refused(report, answer["error"])
            else:
                if answer["result"] != "ok":
                    log.info("The end of %s came too late", report.holding)
                self._settled(report.holding)
        return again

    def _refused(self, report: Report, why: str) -> list[Report]:
        """A result that the server does not take fails its task: trying again would give it again."""
        log.warning("The end of %s was refused: %s", report.holding, why)
        if report.success:
            return [Report.failed(report.holding, f"The result was refused: {why}", False)]
        self._settled(report.holding)
        return []

    def _apart(self, group: list[Report], why: RefusedError) -> list[Report]:
        """One report spoils the whole call: each is sent alone, so that only that one is refused."""
        if len(group) == 1:
            return self._refused(group[0], str(why))
        return [again for report in group for again in self._send([report])]

    def _pause(self, group: list[Report], why: EdgewiseError) -> list[Report]:
        log.log(self._backoff.level(), "%d ends are not reported yet: %s", len(group), why)
        alive = [report for report in group if not report.holding.has_lapsed()]
        for report in group:
            if report not in alive:
                log.warning("The lease of %s ran out before its end was reported", report.holding)
                self._settled(report.holding)
        if alive:
            time.sleep(self._backoff.next())
        return alive
