"""What handlers log and how far they are, and the loop that sends it."""

import logging
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from .backoff import Backoff
from .errors import EdgewiseError, RefusedError
from .holding import Holding, TaskContext, storable, current_task
from .transport import Transport, to_json
from .wire import JsonValue

log = logging.getLogger("edgewise")

PAUSE_SECS = 1.0
FLUSH_ATTEMPTS = 5
MAX_CHARS_AT_ONCE = 4 << 20


class Logs:
    """The loop that sends what handlers log, and how far they are: once a second, or when a task has many lines. What
    is left of a task is sent before its completion. A log is best effort: lines that the server cannot take for a
    while are dropped, and the task goes on."""

    def __init__(self, transport: Transport, held: Callable[[], Iterable[Holding]]) -> None:
        self._transport = transport
        self._held = held
        self._wanted = threading.Event()
        self._open = True
        # Held while lines are sent, so that the lines of a task keep their order.
        self._sending = threading.Lock()
        self._backoff = Backoff()
        threading.Thread(target=self._loop, name="edgewise-logs", daemon=True).start()

    def wake(self) -> None:
        """Sends soon, because a task has many lines."""
        self._wanted.set()

    def stop(self) -> None:
        """Stops sending."""
        self._open = False
        self.wake()

    def flush(self, holding: Holding) -> None:
        """Sends what is left of a task that is about to be reported; gives up after some attempts."""
        pauses = Backoff()
        for _ in range(FLUSH_ATTEMPTS):
            if not holding.news.some() or self._send([holding]):
                break
            time.sleep(pauses.next())
        self._transport.forget()

    def _loop(self) -> None:
        while self._open:
            self._wanted.wait(PAUSE_SECS)
            self._wanted.clear()
            if not self._send(list(self._held())):
                time.sleep(self._backoff.next())
        self._transport.forget()

    def _send(self, holdings: list[Holding]) -> bool:
        """Sends the news of tasks; returns whether the server took them."""
        with self._sending:
            senders = [each for each in holdings if each.news.some()]
            if not senders:
                return True
            try:
                self._send_progress(senders)
                while self._send_lines(senders):
                    pass
            except EdgewiseError as error:
                log.log(self._backoff.level(), "Cannot send the logs of tasks: %s", error)
                if isinstance(error, RefusedError) and not error.passing and not error.denies_access:
                    for each in senders:
                        each.news.clear()
                    return True
                return False
            self._backoff.reset()
            return True

    def _send_progress(self, senders: list[Holding]) -> None:
        some = [(each, said) for each in senders if (said := each.news.progress)]
        if some:
            beats = [{**each.named(), **said} for each, said in some]
            self._transport.send_items("/work/heartbeat", to_json(beats), len(beats))
            for each, said in some:
                each.news.told(said)

    def _send_lines(self, senders: list[Holding]) -> bool:
        """Sends as many lines as fit into a request; returns whether it was full."""
        items: list[tuple[Holding, list[str]]] = []
        chars = 0
        for each in senders:
            lines = each.news.oldest(MAX_CHARS_AT_ONCE) if chars < MAX_CHARS_AT_ONCE else []
            if lines:
                items.append((each, lines))
                chars += sum(map(len, lines))
        if not items:
            return False
        texts = [f'{to_json(each.named())[:-1]},"lines":[{",".join(lines)}]}}' for each, lines in items]
        answers = self._transport.send_items("/v1/work/log", "[" + ",".join(texts) + "]", len(items))
        for (each, lines), answer in zip(items, answers, strict=True):
            each.news.sent(len(lines))
            if answer["error"]:
                log.warning("The server refused lines of %s: %s", each, answer["error"])
        return chars >= MAX_CHARS_AT_ONCE


class TaskLogHandler(logging.Handler):
    """Sends what `logging` logs to the log of the task whose handler runs on the thread; ignores what other threads
    log. Add it once: `logging.getLogger().addHandler(TaskLogHandler())`."""

    LEVELS = ((logging.ERROR, "error"), (logging.WARNING, "warn"), (logging.INFO, "info"))

    def emit(self, record: logging.LogRecord) -> None:
        """Adds a record to the log of the current task."""
        context: TaskContext | None = current_task.get()
        if context is None:
            return
        try:
            level = next((name for least, name in self.LEVELS if record.levelno >= least), "debug")
            at = datetime.fromtimestamp(record.created, UTC).isoformat()
            context._add(at, level, self.format(record), {"logger": record.name})
        except Exception:  # As the handlers of the standard library do.
            self.handleError(record)


def error_of(error: BaseException) -> dict[str, JsonValue]:
    """Describes an exception for the server, which keeps the beginning and the end of a long stack trace."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    stack = "".join(traceback.format_exception(error))
    return {"type": name, "message": shortened(str(error)), "stack": shortened(stack)}


def shortened(text: str) -> str:
    """Cuts the middle out of a text that the server would cut anyway, and replaces what it cannot store."""
    limit = 64 * 1024
    bounded = text if len(text) <= limit else text[: limit // 2] + " ... " + text[-limit // 2 :]
    return storable(bounded)
