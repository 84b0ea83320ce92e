"""Client and worker for Edgewise, on the standard library alone.

A `Client` submits batches, follows them and changes them. A `Worker` claims tasks that have no `on_start` and runs
a handler for each in a thread.
"""

from .access import ServerAccess
from .client import Client, Submitted
from .errors import EdgewiseError, RefusedError, TaskFailure, UnreachableError
from .holding import TaskContext
from .logs import TaskLogHandler
from .wire import BatchView, ClaimedTask, JsonValue, LedgerEntry, PatchAnswer, Task
from .worker import Worker

__all__ = [
    "BatchView",
    "ClaimedTask",
    "Client",
    "EdgewiseError",
    "JsonValue",
    "LedgerEntry",
    "PatchAnswer",
    "RefusedError",
    "ServerAccess",
    "Submitted",
    "Task",
    "TaskContext",
    "TaskFailure",
    "TaskLogHandler",
    "UnreachableError",
    "Worker",
]
