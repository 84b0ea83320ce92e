"""The JSON that the server sends, as types."""

from typing import Any, TypedDict

JsonValue = Any
"""None, a bool, an int, a float, a str, or a list or dict of these."""


class Task(TypedDict):
    """A task with all its members; `GET /api-docs` describes each of them."""

    id: str
    name: str
    kind: str
    status: str
    created_at: str
    started_at: str | None
    ended_at: str | None
    success: int
    failures: int
    expected_count: int | None
    batch_id: str
    dead_end_barrier: bool
    priority: int
    attempt: int
    timeout: int
    rules: list[dict[str, JsonValue]]
    metadata: JsonValue
    actions: list[dict[str, JsonValue]]
    last_updated: str
    failure_reason: str | None
    retry: dict[str, JsonValue] | None
    next_retry_at: str | None
    dependencies: list[dict[str, JsonValue]]
    result: JsonValue
    worker: str | None
    progress: float | None
    message: str | None
    error: dict[str, str | None] | None


class BatchView(TypedDict):
    """A batch with its totals."""

    batch_id: str
    name: str | None
    metadata: JsonValue
    state: str
    total_tasks: int
    total_success: int
    total_failures: int
    total_expected: int | None
    status_counts: dict[str, int]
    result: JsonValue
    created_at: str
    completed_at: str | None


class LedgerEntry(TypedDict):
    """One entry of a batch's ledger."""

    id: int
    type: str
    task_id: str | None
    attempt: int | None
    at: str
    detail: str | None
    source_id: str | None


class PatchAnswer(TypedDict):
    """The outcome of a completion or operation; `applied` is false when it repeated an earlier one."""

    id: str
    status: str
    attempt: int
    applied: bool


class ClaimedTask(TypedDict):
    """A task assigned to a worker, with the token that its completion must carry."""

    task_id: str
    batch_id: str
    kind: str
    name: str
    attempt: int
    delivery_token: str
    input: JsonValue
    metadata: JsonValue
    lease_until: str
