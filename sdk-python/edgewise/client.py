"""The client of a server."""

import time
import uuid
from collections.abc import Iterator
from types import TracebackType
from typing import NamedTuple, cast
from urllib.parse import quote

from .access import LOCAL, ServerAccess
from .transport import PATIENCE_SECS, Reply, Transport, to_json
from .watch import Watch
from .wire import BatchView, JsonValue, LedgerEntry, PatchAnswer, Task

WAIT_AT_ONCE_SECS = 20.0


class Submitted(NamedTuple):
    """The batch that a submission created, with its tasks in the order of the request. If it created none, because
    all tasks were deduplicated, the list and the batch ID are empty."""

    batch_id: str
    tasks: list[Task]


class Client:
    """Sends requests to a server. Reads, submissions and completions are repeated for up to `patience_secs` while the
    server cannot be reached; the other requests are sent once."""

    def __init__(self, server: str | ServerAccess = LOCAL, *, patience_secs: float = PATIENCE_SECS) -> None:
        self._transport = Transport(server)
        self._patience = patience_secs

    def submit(
        self, batch: list[dict[str, JsonValue]] | dict[str, JsonValue], *, idempotency_key: str | None = None
    ) -> Submitted:
        """Submits a batch or a list of tasks: one batch per key, and without a key one per call."""
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        reply = self._repeatable("POST", "/task", to_json(batch), headers=headers)
        return Submitted(reply.headers.get("X-Batch-ID", ""), reply.body or [])

    def task(self, task_id: str) -> Task:
        """Returns a task."""
        return cast(Task, self._repeatable("GET", f"/task/{task_id}").body)

    def explanation(self, task_id: str) -> dict[str, JsonValue]:
        """Explains why a task is running or not."""
        return cast(dict[str, JsonValue], self._repeatable("GET", f"/task/{task_id}/explain").body)

    def batch(self, batch_id: str) -> BatchView:
        """Returns a batch with its totals."""
        return cast(BatchView, self._repeatable("GET", f"/batch/{batch_id}").body)

    def wait(self, batch_id: str, longest_secs: float = float("inf")) -> BatchView:
        """Waits until a batch has ended or the time is over, and returns the batch."""
        deadline = time.monotonic() + longest_secs
        while True:
            left = max(0.0, deadline - time.monotonic())
            wait = min(left, WAIT_AT_ONCE_SECS)
            # Rounded up, because the server waits for whole seconds.
            path = f"/batch/{batch_id}?wait={-int(-wait // 1)}"
            view = cast(BatchView, self._repeatable("GET", path, waiting=wait).body)
            if view["completed_at"] is not None or left == 0:
                return view

    def watch(self, batch_id: str) -> Iterator[LedgerEntry]:
        """Follows a batch to its end: yields every entry of its ledger once and in order, as it is written."""
        return Watch(self, self._transport, batch_id).entries()

    def ledger(self, batch_id: str, after: int = 0) -> list[LedgerEntry]:
        """Returns a page of a batch's ledger, after the given entry."""
        path = f"/batch/{batch_id}/events?after={after}"
        return cast(list[LedgerEntry], self._repeatable("GET", path).body)

    def succeed(self, task_id: str, result: JsonValue = None, *, token: str | None = None) -> PatchAnswer:
        """Completes a Claimed or Running task with success; with a token, only if it is the current attempt's."""
        patch: dict[str, JsonValue] = {"status": "Success"}
        if result is not None:
            patch["result"] = result
        return self._patch(task_id, token, patch)

    def fail(
        self, task_id: str, reason: str, *, retryable: bool = True, token: str | None = None
    ) -> PatchAnswer:
        """Completes a Claimed or Running task with failure; with a token, only if it is the current attempt's."""
        return self._patch(task_id, token, {"status": "Failure", "failure_reason": reason, "retryable": retryable})

    def _patch(self, task_id: str, token: str | None, patch: dict[str, JsonValue]) -> PatchAnswer:
        query = "" if token is None else f"?token={quote(token, safe='')}"
        return cast(PatchAnswer, self._repeatable("PATCH", f"/task/{task_id}{query}", to_json(patch)).body)

    def cancel(self, task_id: str, *, cascade: bool = False) -> PatchAnswer:
        """Cancels a task; with `cascade` also all tasks that depend on its success."""
        return cast(PatchAnswer, self._once("DELETE", f"/task/{task_id}" + ("?cascade=true" if cascade else "")))

    def pause(self, task_id: str) -> PatchAnswer:
        """Pauses a task."""
        return cast(PatchAnswer, self._once("PATCH", f"/task/pause/{task_id}"))

    def resume(self, task_id: str) -> PatchAnswer:
        """Resumes a paused task."""
        return cast(PatchAnswer, self._once("PATCH", f"/task/resume/{task_id}"))

    def rerun(self, task_id: str) -> PatchAnswer:
        """Runs an ended task and its descendants again."""
        return cast(PatchAnswer, self._once("POST", f"/task/{task_id}/rerun"))

    def rerun_failed(self, batch_id: str) -> None:
        """Runs all tasks of a batch again that ended without success."""
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
        # The server may have closed a kept connection, and this request must not be sent twice: use a new one.
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
