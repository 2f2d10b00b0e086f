"""Serves a folder as any static host would: `python tools/serve.py [--port N] [FOLDER]`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DIST = Path(__file__).resolve().parent.parent / "dist"


TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}


class Handler(SimpleHTTPRequestHandler):
    """Files of `folder` below the path `prefix`, with `headers` added to each."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def __init__(self, *args, folder: Path, prefix: str = "/", headers: Mapping[str, str] | None = None, **kwargs):
        self.prefix, self.headers_added = prefix, headers or {}
        super().__init__(*args, directory=str(folder), **kwargs)

    def do_GET(self) -> None:
        if not self.path.startswith(self.prefix):
            self.send_error(404)
            return
        self.path = "/" + self.path[len(self.prefix) :]
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        for name, value in self.headers_added.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address) -> None:
        """A browser that hangs up is no event."""


def make_server(
    folder: Path = DIST, port: int = 0, prefix: str = "/", headers: Mapping[str, str] | None = None
) -> Server:
    """A server on this machine alone; port 0: any free one."""
    return Server(("127.0.0.1", port), partial(Handler, folder=folder, prefix=prefix, headers=headers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DIST)
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    try:
        server = make_server(options.folder, options.port)
    except OSError as error:
        raise SystemExit(f"port {options.port}: {error.strerror}; try --port {options.port + 1}") from None
    print(f"http://localhost:{server.server_port}   (Ctrl-C ends)", flush=True)
    with suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
