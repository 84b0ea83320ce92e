"""Signing in to a server."""

import os
import tempfile
import threading
import time
import unittest
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from edgewise import Client, RefusedError, ServerAccess, UnreachableError, Worker

SECURE = os.environ.get("EDGEWISE_TEST_SECURE_URL", "")
TOKEN = os.environ.get("EDGEWISE_TEST_SECURE_TOKEN", "")
CA_FILE = os.environ.get("EDGEWISE_TEST_SECURE_CA_FILE", "")
CLAIM = (
    b'[{"task_id": "0", "batch_id": "1", "kind": "py-denied", "name": "a", "attempt": 0, "delivery_token": "t",'
    b' "input": null, "metadata": null, "lease_until": "2100-01-01T00:00:00Z"}]'
)


class KeyedFake:
    """A server that hands out one task and takes requests with one token only, which can change."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.refused: list[str] = []
        self.completed = threading.Event()
        self.claimed = False
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                status, answer = 200, b"[]"
                if self.headers["Authorization"] != f"Bearer {outer.token}":
                    outer.refused.append(self.path)
                    status, answer = 401, b'{"error": "Not authenticated", "detail": "The key was revoked."}'
                elif self.path == "/work/claim" and not outer.claimed:
                    outer.claimed = True
                    answer = CLAIM
                elif self.path == "/work/claim":
                    outer.completed.wait(0.2)
                elif self.path == "/work/complete":
                    outer.completed.set()
                    answer = b'[{"task_id": "0", "result": "ok"}]'
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stops listening."""
        self._server.shutdown()
        self._server.server_close()


class AccessTest(unittest.TestCase):
    def test_a_token_is_never_shown(self) -> None:
        self.assertNotIn("ew_x", repr(ServerAccess(token="ew_x_secret")))
        with self.assertRaises(ValueError) as refused:
            ServerAccess(token="ew_x\nsecret")
        self.assertNotIn("ew_x", str(refused.exception))
        with self.assertRaises(ValueError):
            ServerAccess(headers={"authorization": "Bearer ew_x"})
        with self.assertRaises(ValueError):
            ServerAccess(headers={"X Team": "blue"})

    def test_a_worker_whose_key_was_revoked_waits_and_loses_no_result(self) -> None:
        fake = KeyedFake("first")
        self.addCleanup(fake.close)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "token")
            file.write_text("first\n", encoding="ascii")

            def revoke(_: object) -> str:
                fake.token = "second"
                return "kept"

            with self.assertLogs("edgewise", "WARNING") as logs:
                access = ServerAccess(fake.url, token_file=file)
                with Worker(access, poll_secs=1).handle("py-denied", revoke):
                    deadline = time.monotonic() + 60
                    while "/work/complete" not in fake.refused and time.monotonic() < deadline:
                        fake.completed.wait(0.05)
                    fake.completed.wait(2)
                    attempts = len(fake.refused)
                    file.write_text("second", encoding="ascii")
                    self.assertTrue(fake.completed.wait(60))
            # Twice a second and less: claims and completions with growing pauses.
            self.assertLess(attempts, 20)
            self.assertTrue(any("Not authenticated: The key was revoked." in line for line in logs.output))
            self.assertNotIn("first", str(logs.output))

    @unittest.skipUnless(SECURE, "needs a server with TLS and keys")
    def test_a_token_and_an_authority_open_the_server(self) -> None:
        environment = {"EDGEWISE_URL": SECURE, "EDGEWISE_TOKEN": TOKEN, "EDGEWISE_CA_FILE": CA_FILE}
        with Client(ServerAccess.from_environment(environment)) as client:
            batch, _ = client.submit([{"id": "a", "name": "a", "kind": "none", "output": "42"}])
            self.assertEqual(client.wait(batch, 60)["result"], 42)
            self.assertEqual(list(client.watch(batch)), client.ledger(batch))

    @unittest.skipUnless(SECURE, "needs a server with TLS and keys")
    def test_what_is_missing_is_said(self) -> None:
        task = str(uuid.uuid4())
        with self.assertRaisesRegex(UnreachableError, "EDGEWISE_CA_FILE"):
            Client(ServerAccess(SECURE, token=TOKEN), patience_secs=0).task(task)
        with self.assertRaisesRegex(RefusedError, "Not authenticated: .*EDGEWISE_TOKEN"):
            Client(ServerAccess(SECURE, ca_file=CA_FILE)).task(task)
        with self.assertRaisesRegex(RefusedError, "X-Workspace"):
            Client(ServerAccess(SECURE, token=TOKEN, ca_file=CA_FILE, workspace="acme/blue")).task(task)
