"""Follows the ledger of a batch."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .backoff import Backoff
from .errors import EdgewiseError
from .transport import Transport
from .wire import LedgerEntry

if TYPE_CHECKING:
    from .client import Client

# The server sends at least a comment every ten seconds.
LONGEST_SILENCE_SECS = 35.0


class Watch:
    """Follows the ledger of a batch as a stream of Server-Sent Events. The server never ends the stream, so a second
    request waits for the end of the batch. Entries that the stream has not delivered by then are read as a list."""

    def __init__(self, client: "Client", transport: Transport, batch_id: str) -> None:
        self._client = client
        self._transport = transport
        self._batch_id = batch_id
        self._last = 0
        self._ended = threading.Event()
        self._socket: socket.socket | None = None
        self._failure: EdgewiseError | None = None

    def entries(self) -> Iterator[LedgerEntry]:
        """Yields every entry once and in order, until the batch has ended."""
        self._client.batch(self._batch_id)
        threading.Thread(target=self._await_end, name="edgewise-watch", daemon=True).start()
        backoff = Backoff()
        while not self._ended.is_set():
            for entry in self._stream():
                backoff.reset()
                yield from self._new([entry])
            self._ended.wait(backoff.next())
        if self._failure is not None:
            raise self._failure
        while rest := self._client.ledger(self._batch_id, self._last):
            yield from self._new(rest)

    def _await_end(self) -> None:
        try:
            self._client.wait(self._batch_id)
        except EdgewiseError as error:
            self._failure = error
        self._client.close()
        self._ended.set()
        self._wake()

    def _wake(self) -> None:
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # The stream has ended by itself.

    def _stream(self) -> Iterator[LedgerEntry]:
        """Yields the entries that one connection delivers; an error ends the connection and is not raised."""
        connection = self._transport.connection(LONGEST_SILENCE_SECS)
        try:
            headers = self._transport.headers({"Accept": "text/event-stream", "Last-Event-ID": str(self._last)})
            connection.connect()
            self._socket = connection.sock
            connection.request("GET", self._transport.path(f"/batch/{self._batch_id}/events"), headers=headers)
            answer = connection.getresponse()
            while answer.status == 200 and not self._ended.is_set():
                line = answer.readline()
                if not line:
                    return
                if line.startswith(b"data:"):
                    yield json.loads(line[5:])
        except (OSError, http.client.HTTPException, ValueError, EdgewiseError):
            return
        finally:
            connection.close()

    def _new(self, entries: list[LedgerEntry]) -> Iterator[LedgerEntry]:
        for entry in entries:
            if entry["id"] > self._last:
                self._last = entry["id"]
                yield entry
