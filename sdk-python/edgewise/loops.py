"""The loops of a worker that claim tasks and extend their leases."""

import logging
import threading
from collections.abc import Callable, Iterable

from .backoff import Backoff
from .errors import EdgewiseError, UnreachableError
from .holding import Holding
from .transport import Transport, to_json
from .wire import ClaimedTask, JsonValue

log = logging.getLogger("edgewise")


class Slots:
    """The number of tasks that a worker may run at once."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._closed = False
        self._changed = threading.Condition()

    def take_all(self) -> int:
        """Waits for a free slot and takes all that are free; returns 0 when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._free > 0 or self._closed)
            taken, self._free = (0, self._free) if self._closed else (self._free, 0)
            return taken

    def give(self, count: int) -> None:
        """Returns slots."""
        with self._changed:
            self._free += count
            self._changed.notify()

    def close(self) -> None:
        """Ends all waiting: `take_all` returns 0 from now on."""
        with self._changed:
            self._closed = True
            self._changed.notify()


class Claims:
    """The loop that claims tasks, never more than there are free slots.

    An open claim is never canceled: the server might still assign it a task, which would then wait for its lease to
    expire. So stopping waits for the answer to the claim.
    """

    MAX_AT_ONCE = 1000

    def __init__(
        self,
        transport: Transport,
        request: dict[str, JsonValue],
        slots: Slots,
        taken: Callable[[ClaimedTask], None],
    ) -> None:
        self._transport = transport
        self._request = request
        self._slots = slots
        self._taken = taken
        self._closing = threading.Event()
        self._backoff = Backoff()
        self._thread = threading.Thread(target=self._loop, name="edgewise-claims", daemon=True)
        self._thread.start()

    def _loop(self) -> None:
        while free := self._slots.take_all():
            self._slots.give(free - self._claimed(min(free, self.MAX_AT_ONCE)))
        self._transport.forget()

    def _claimed(self, wanted: int) -> int:
        try:
            body = to_json({**self._request, "max": wanted})
            tasks = self._transport.send("POST", "/work/claim", body, waiting=self._request["wait_secs"]).body
            if not isinstance(tasks, list):
                raise UnreachableError("The answer did not come from an Edgewise server: it is not a list of tasks")
        except EdgewiseError as error:
            log.log(self._backoff.level(), "Cannot claim tasks: %s", error)
            self._closing.wait(self._backoff.next())
            return 0
        self._backoff.reset()
        for task in tasks:
            self._taken(task)
        return len(tasks)

    def stop(self) -> None:
        """Stops claiming and waits for the open claim."""
        self._closing.set()
        self._slots.close()
        self._thread.join()


class Heartbeats:
    """The loop that extends the leases of all held tasks and learns which of them to cancel."""

    MAX_AT_ONCE = 10_000

    def __init__(self, transport: Transport, held: Callable[[], Iterable[Holding]], pause_secs: float) -> None:
        self._transport = transport
        self._held = held
        self._pause_secs = pause_secs
        self._closing = threading.Event()
        self._backoff = Backoff()
        threading.Thread(target=self._loop, name="edgewise-heartbeats", daemon=True).start()

    def _loop(self) -> None:
        pause = self._pause_secs
        while not self._closing.wait(pause):
            pause = self._pause_secs if self._beat() else min(self._backoff.next(), self._pause_secs)
        self._transport.forget()

    def _beat(self) -> bool:
        now = list(self._held())
        try:
            for first in range(0, len(now), self.MAX_AT_ONCE):
                self._beat_for(now[first : first + self.MAX_AT_ONCE])
        except EdgewiseError as error:
            log.log(self._backoff.level(), "Cannot extend leases: %s", error)
            for holding in now:
                if holding.has_lapsed():
                    holding.canceled.set()
            return False
        self._backoff.reset()
        return True

    def _beat_for(self, some: list[Holding]) -> None:
        said = [each.news.progress or {} for each in some]
        beats = [{**each.named(), **progress} for each, progress in zip(some, said, strict=True)]
        answers = self._transport.send_items("/work/heartbeat", to_json(beats), len(some))
        for holding, answer, progress in zip(some, answers, said, strict=True):
            holding.news.told(progress)
            if answer["result"] == "ok":
                holding.confirm()
            if answer["should_cancel"]:
                holding.canceled.set()

    def stop(self) -> None:
        """Stops extending leases."""
        self._closing.set()
