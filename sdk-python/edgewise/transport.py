"""Carries calls to a server and tells answers from refusals and failures."""

import http.client
import json
import threading
import time
from typing import NamedTuple
from urllib.parse import urlsplit

from .backoff import Backoff
from .errors import EdgewiseError, RefusedError, UnreachableError
from .wire import JsonValue

PATIENCE_SECS = 30.0


class Reply(NamedTuple):
    """A successful answer; the body is None when there was none."""

    body: JsonValue
    headers: http.client.HTTPMessage


def to_json(value: JsonValue) -> str:
    """The JSON of a value; ValueError or TypeError when it has none."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


class Transport:
    """Connections to one server, one per thread."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{server!r} is no address of a server: write it like http://localhost:8085")
        self._server = server
        self._parts = parts
        self._local = threading.local()

    def connection(self, timeout: float) -> http.client.HTTPConnection:
        """A new connection."""
        secure = self._parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        return kind(self._parts.hostname or "", self._parts.port, timeout=timeout)

    def path(self, path: str) -> str:
        """The path with what the server's address puts before it."""
        return self._parts.path.rstrip("/") + path

    def send(
        self,
        method: str,
        path: str,
        body: str | None = None,
        *,
        headers: dict[str, str] | None = None,
        waiting: float = 0.0,
    ) -> Reply:
        """Sends a call once; `waiting` is how long the server may hold it open."""
        connection = self._kept(PATIENCE_SECS + waiting)
        try:
            all_headers = dict(headers or {})
            if body is not None:
                all_headers["Content-Type"] = "application/json"
            data = None if body is None else body.encode()
            connection.request(method, self.path(path), body=data, headers=all_headers)
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.forget()
            raise UnreachableError(f"No answer from {self._server}: {error!r}") from error
        if answer.status >= 300:
            raise RefusedError(answer.status, problem(text))
        try:
            return Reply(json.loads(text) if text else None, answer.headers)
        except ValueError as error:
            # Something in between may have answered in the server's place.
            raise UnreachableError(f"No answer of a server: {error}") from error

    def send_items(self, path: str, body: str, count: int) -> list[dict[str, JsonValue]]:
        """Posts items and answers what became of each."""
        answers = self.send("POST", path, body).body
        if not isinstance(answers, list) or len(answers) != count:
            raise UnreachableError("No answer of a server: not one for each item")
        return answers

    def send_patiently(
        self,
        method: str,
        path: str,
        body: str | None = None,
        *,
        headers: dict[str, str] | None = None,
        waiting: float = 0.0,
        longest: float,
    ) -> Reply:
        """Sends a call that may be repeated, and repeats it while the failure is a passing one."""
        deadline = time.monotonic() + longest
        backoff = Backoff()
        while True:
            try:
                return self.send(method, path, body, headers=headers, waiting=waiting)
            except EdgewiseError as error:
                pause = backoff.next()
                if not error.passing or time.monotonic() + pause > deadline:
                    raise
                time.sleep(pause)

    def _kept(self, timeout: float) -> http.client.HTTPConnection:
        connection: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self.connection(timeout)
        connection.timeout = timeout
        if connection.sock is not None:
            connection.sock.settimeout(timeout)
        return connection

    def forget(self) -> None:
        """Closes this thread's connection; the next call opens another."""
        connection: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if connection is not None:
            connection.close()
            self._local.connection = None


def problem(text: bytes) -> dict[str, JsonValue]:
    """What a refusal says; something in between may have answered in other words."""
    try:
        parsed = json.loads(text)
        return parsed if isinstance(parsed, dict) else {}
    except ValueError:
        return {}
