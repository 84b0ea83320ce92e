"""The server under test, and a proxy that makes it unreliable."""

import os
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SERVER = os.environ.get("EDGEWISE_URL", "http://localhost:8085")


class LossyProxy:
    """Forwards requests to the server, records what is posted to a path, and drops the first answers to it."""

    def __init__(self, lossy_path: str, losses: int = 0) -> None:
        self.seen: list[bytes] = []
        self.down = threading.Event()
        lock = threading.Lock()
        left = [losses]
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if outer.down.is_set():
                    self.close_connection = True
                    return
                status, answer = forwarded(self.path, body)
                lose = False
                if self.path == lossy_path:
                    with lock:
                        outer.seen.append(body)
                        left[0] -= 1
                        lose = left[0] >= 0
                if lose or outer.down.is_set():
                    self.close_connection = True
                    return
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._proxy = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._proxy.daemon_threads = True
        threading.Thread(target=self._proxy.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """The address of the proxy."""
        return f"http://127.0.0.1:{self._proxy.server_address[1]}"

    def close(self) -> None:
        """Stops listening."""
        self._proxy.shutdown()
        self._proxy.server_close()


def forwarded(path: str, body: bytes) -> tuple[int, bytes]:
    """Forwards a request and returns the server's answer."""
    request = urllib.request.Request(SERVER + path, data=body, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
