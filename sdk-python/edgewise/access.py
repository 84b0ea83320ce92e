"""Where a server is, and how to sign in to it."""

import os
import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from .errors import UnreachableError

LOCAL = "http://localhost:8085"


@dataclass(frozen=True)
class ServerAccess:
    """Where a server is, and how a client or a worker signs in to it.

    `token` is a key or JWT. `token_file` names a file with it, which is read for each request, because it may change.
    `workspace` is the `tenant/name` in which an administrator acts. `ca_file` is a PEM file with authorities to trust
    besides those of this machine, and `ssl_context` replaces it, for example to present a client's certificate.
    """

    server: str = LOCAL
    token: str | None = field(default=None, repr=False)
    token_file: str | os.PathLike[str] | None = None
    workspace: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    ca_file: str | os.PathLike[str] | None = None
    ssl_context: ssl.SSLContext | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{self.server!r} is not the address of a server. Write it like {LOCAL}")
        if self.token is not None:
            _check_token(self.token)
        for name, value in self._all_headers().items():
            if name.lower() == "authorization":
                raise ValueError("Use token or token_file instead of the header Authorization")
            if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) or not _is_header_text(value):
                raise ValueError(f"The header {name!r} is malformed")

    @staticmethod
    def from_environment(environment: Mapping[str, str] = os.environ) -> "ServerAccess":
        """Reads EDGEWISE_URL, EDGEWISE_TOKEN or EDGEWISE_TOKEN_FILE, EDGEWISE_WORKSPACE and EDGEWISE_CA_FILE."""
        return ServerAccess(
            environment.get("EDGEWISE_URL") or LOCAL,
            token=environment.get("EDGEWISE_TOKEN") or None,
            token_file=environment.get("EDGEWISE_TOKEN_FILE") or None,
            workspace=environment.get("EDGEWISE_WORKSPACE") or None,
            ca_file=environment.get("EDGEWISE_CA_FILE") or None,
        )

    def request_headers(self) -> dict[str, str]:
        """Returns the headers of a request; raises UnreachableError when the token file cannot be read now."""
        headers = self._all_headers()
        token = self.token
        if self.token_file is not None:
            try:
                token = Path(self.token_file).read_text(encoding="ascii")
                _check_token(token)
            except (OSError, ValueError) as error:
                raise UnreachableError(f"The token file {self.token_file} has no usable token") from error
        if token is not None:
            headers["Authorization"] = f"Bearer {token.strip()}"
        return headers

    def context(self) -> ssl.SSLContext:
        """Makes the TLS context of the connections."""
        if self.ssl_context is not None:
            return self.ssl_context
        context = ssl.create_default_context()
        if self.ca_file is not None:
            context.load_verify_locations(self.ca_file)
        return context

    def _all_headers(self) -> dict[str, str]:
        headers = dict(self.headers)
        if self.workspace is not None:
            headers["X-Workspace"] = self.workspace
        return headers


def _check_token(token: str) -> None:
    # The message does not show the token.
    if not token.strip() or not _is_header_text(token.strip()):
        raise ValueError("A token is not empty and contains no control characters or characters beyond ASCII")


def _is_header_text(text: str) -> bool:
    return all(" " <= char < "\x7f" for char in text)
