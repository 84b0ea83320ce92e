"""Sends requests to a server and turns bad answers into errors."""

import http.client
import json
import ssl
import threading
import time
from typing import NamedTuple
from urllib.parse import urlsplit

from .access import ServerAccess
from .backoff import Backoff
from .errors import EdgewiseError, RefusedError, UnreachableError
from .wire import JsonValue

PATIENCE_SECS = 30.0


class Reply(NamedTuple):
    """A successful answer; the body is None when it is empty."""

    body: JsonValue
    headers: http.client.HTTPMessage


def to_json(value: JsonValue) -> str:
    """Writes a value as JSON; raises ValueError or TypeError when it cannot be written."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


class Transport:
    """Connections to one server, one per thread."""

    def __init__(self, server: str | ServerAccess) -> None:
        self._access = server if isinstance(server, ServerAccess) else ServerAccess(server)
        self._server = self._access.server
        self._parts = urlsplit(self._server)
        self._context = self._access.context() if self._parts.scheme == "https" else None
        self._local = threading.local()

    def connection(self, timeout: float) -> http.client.HTTPConnection:
        """Makes a new connection."""
        host = self._parts.hostname or ""
        if self._context is None:
            return http.client.HTTPConnection(host, self._parts.port, timeout=timeout)
        return http.client.HTTPSConnection(host, self._parts.port, timeout=timeout, context=self._context)

    def headers(self, more: dict[str, str] | None = None) -> dict[str, str]:
        """Returns the headers of a request, those that sign in included."""
        return {**self._access.request_headers(), **(more or {})}

    def path(self, path: str) -> str:
        """Puts the path of the server's address before a path."""
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
        """Sends a request once; `waiting` is how many seconds the server may take on purpose before it answers."""
        all_headers = self.headers(headers)
        connection = self._kept(PATIENCE_SECS + waiting)
        try:
            if body is not None:
                all_headers["Content-Type"] = "application/json"
            data = None if body is None else body.encode()
            connection.request(method, self.path(path), body=data, headers=all_headers)
            answer = connection.getresponse()
            text = answer.read()
        except ssl.SSLCertVerificationError as error:
            self.forget()
            raise UnreachableError(
                f"No secure connection to {self._server}: {error.verify_message}. If its certificate comes from an "
                "authority of your own, name that with ca_file or EDGEWISE_CA_FILE"
            ) from error
        except (OSError, http.client.HTTPException) as error:
            self.forget()
            raise UnreachableError(f"No answer from {self._server}: {error!r}") from error
        if answer.status >= 300:
            raise RefusedError(answer.status, problem(text))
        try:
            return Reply(json.loads(text) if text else None, answer.headers)
        except ValueError as error:
            # A proxy may have answered instead of the server.
            raise UnreachableError(f"The answer did not come from an Edgewise server: {error}") from error

    def send_items(self, path: str, body: str, count: int) -> list[dict[str, JsonValue]]:
        """Posts items; returns the outcome of each."""
        answers = self.send("POST", path, body).body
        if not isinstance(answers, list) or len(answers) != count:
            raise UnreachableError("The answer did not come from an Edgewise server: it has not one outcome per item")
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
        """Sends a request, and repeats it for up to `longest` seconds while its error may pass."""
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
        """Closes the connection of this thread; its next request opens a new one."""
        connection: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if connection is not None:
            connection.close()
            self._local.connection = None


def problem(text: bytes) -> dict[str, JsonValue]:
    """Reads the problem document of a refusal; empty if it is none, as when a proxy answered."""
    try:
        parsed = json.loads(text)
        return parsed if isinstance(parsed, dict) else {}
    except ValueError:
        return {}
