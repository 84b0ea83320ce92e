"""Talks to a server."""

import time
import uuid
from collections.abc import Iterator
from types import TracebackType
from typing import NamedTuple, cast
from urllib.parse import quote

from .transport import PATIENCE_SECS, Reply, Transport, to_json
from .watch import Watch
from .wire import BatchView, JsonValue, LedgerEntry, PatchAnswer, Task

WAIT_AT_ONCE_SECS = 20.0


class Submitted(NamedTuple):
    """What became of a submission: its tasks in the order of the request. When all were deduplicated there are none,
    and the batch's id is empty."""

    batch_id: str
    tasks: list[Task]


class Client:
    """Talks to a server. Reads, submissions and completions are repeated while the server cannot be reached, for as
    long as the client's patience lasts; the other calls are made once."""

    def __init__(self, server: str = "http://localhost:8085", *, patience_secs: float = PATIENCE_SECS) -> None:
        self._transport = Transport(server)
        self._patience = patience_secs

    def submit(
        self, batch: list[dict[str, JsonValue]] | dict[str, JsonValue], *, idempotency_key: str | None = None
    ) -> Submitted:
        """Submits a batch, or a list of tasks, once per key; without one, once per call."""
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        reply = self._repeatable("POST", "/task", to_json(batch), headers=headers)
        return Submitted(reply.headers.get("X-Batch-ID", ""), reply.body or [])

    def task(self, task_id: str) -> Task:
        """One task."""
        return cast(Task, self._repeatable("GET", f"/task/{task_id}").body)

    def explanation(self, task_id: str) -> dict[str, JsonValue]:
        """Why a task is, or is not, running."""
        return cast(dict[str, JsonValue], self._repeatable("GET", f"/task/{task_id}/explain").body)

    def batch(self, batch_id: str) -> BatchView:
        """One batch with its totals."""
        return cast(BatchView, self._repeatable("GET", f"/batch/{batch_id}").body)

    def wait(self, batch_id: str, longest_secs: float = float("inf")) -> BatchView:
        """Waits for a batch to end, and answers how it stands then or when the time is over."""
        deadline = time.monotonic() + longest_secs
        while True:
            left = max(0.0, deadline - time.monotonic())
            wait = min(left, WAIT_AT_ONCE_SECS)
            # Rounded up: the last part of a second is waited for too.
            path = f"/batch/{batch_id}?wait={-int(-wait // 1)}"
            view = cast(BatchView, self._repeatable("GET", path, waiting=wait).body)
            if view["completed_at"] is not None or left == 0:
                return view

    def watch(self, batch_id: str) -> Iterator[LedgerEntry]:
        """Follows a batch to its end: every entry of its ledger once and in order, as it is written."""
        return Watch(self, self._transport, batch_id).entries()

    def ledger(self, batch_id: str, after: int = 0) -> list[LedgerEntry]:
        """A page of a batch's ledger after an entry."""
        path = f"/batch/{batch_id}/events?after={after}"
        return cast(list[LedgerEntry], self._repeatable("GET", path).body)

    def succeed(self, task_id: str, result: JsonValue = None, *, token: str | None = None) -> PatchAnswer:
        """Reports that a claimed or running task has succeeded; a token fences the call to one attempt."""
        patch: dict[str, JsonValue] = {"status": "Success"}
        if result is not None:
            patch["result"] = result
        return self._patch(task_id, token, patch)

    def fail(
        self, task_id: str, reason: str, *, retryable: bool = True, token: str | None = None
    ) -> PatchAnswer:
        """Reports that a claimed or running task has failed."""
        return self._patch(task_id, token, {"status": "Failure", "failure_reason": reason, "retryable": retryable})

    def _patch(self, task_id: str, token: str | None, patch: dict[str, JsonValue]) -> PatchAnswer:
        query = "" if token is None else f"?token={quote(token, safe='')}"
        return cast(PatchAnswer, self._repeatable("PATCH", f"/task/{task_id}{query}", to_json(patch)).body)

    def cancel(self, task_id: str, *, cascade: bool = False) -> PatchAnswer:
        """Cancels a task, and with `cascade` also what needs its success."""
        return cast(PatchAnswer, self._once("DELETE", f"/task/{task_id}" + ("?cascade=true" if cascade else "")))

    def pause(self, task_id: str) -> PatchAnswer:
        """Holds a task."""
        return cast(PatchAnswer, self._once("PATCH", f"/task/pause/{task_id}"))

    def resume(self, task_id: str) -> PatchAnswer:
        """Lets a held task go on."""
        return cast(PatchAnswer, self._once("PATCH", f"/task/resume/{task_id}"))

    def rerun(self, task_id: str) -> PatchAnswer:
        """Runs an ended task, and what is below it, again."""
        return cast(PatchAnswer, self._once("POST", f"/task/{task_id}/rerun"))

    def rerun_failed(self, batch_id: str) -> None:
        """Runs everything of a batch again that ended without success."""
        self._once("POST", f"/batch/{batch_id}/rerun")

    def stop(self, batch_id: str) -> dict[str, JsonValue]:
        """Cancels every task of a batch that has not ended."""
        return cast(dict[str, JsonValue], self._once("DELETE", f"/batch/{batch_id}"))

    def close(self) -> None:
        """Closes the connection of this thread."""
        self._transport.forget()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _once(self, method: str, path: str) -> JsonValue:
        # A kept connection may have been closed meanwhile, and this call must not be made twice.
        self._transport.forget()
        return self._transport.send(method, path).body

    def _repeatable(
        self,
        method: str,
        path: str,
        body: str | None = None,
        *,
        headers: dict[str, str] | None = None,
        waiting: float = 0.0,
    ) -> Reply:
        return self._transport.send_patiently(
            method, path, body, headers=headers, waiting=waiting, longest=self._patience
        )
