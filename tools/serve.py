"""Serve a folder as a static host would: `python tools/serve.py [--port N] [--host ADDRESS] [FOLDER]`."""

from __future__ import annotations

import argparse
import gzip
import io
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DIST = Path(__file__).resolve().parent.parent / "dist"


TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}


TEXTS = ("text/", "application/json", "application/wasm", "application/manifest+json", "image/svg+xml")
"""The types that are compressed for browsers that accept gzip."""


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of `folder` below the path `prefix`, with `headers` added to each response."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def __init__(
        self,
        *args,
        folder: Path,
        prefix: str = "/",
        headers: Mapping[str, str] | None = None,
        compress: bool = False,
        **kwargs,
    ):
        self.prefix, self.headers_added, self.compress = prefix, headers or {}, compress
        super().__init__(*args, directory=str(folder), **kwargs)

    def do_GET(self) -> None:
        if not self.path.startswith(self.prefix):
            self.send_error(404)
            return
        self.path = "/" + self.path[len(self.prefix) :]
        super().do_GET()

    def send_head(self):
        """Send a text file compressed if the browser accepts that and requests the whole file."""
        path = Path(self.translate_path(self.path))
        kind = self.guess_type(str(path))
        accepted = "gzip" in self.headers.get("Accept-Encoding", "") and "Range" not in self.headers
        if not (self.compress and accepted and path.is_file() and kind.startswith(TEXTS)):
            return super().send_head()
        body = gzip.compress(path.read_bytes(), 5)
        self.send_response(200)
        for name, value in {
            "Content-Type": kind,
            "Content-Encoding": "gzip",
            "Content-Length": str(len(body)),
            "Vary": "Accept-Encoding",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        return io.BytesIO(body)

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
        """Ignore browsers that close the connection."""


def make_server(
    folder: Path = DIST,
    port: int = 0,
    prefix: str = "/",
    headers: Mapping[str, str] | None = None,
    host: str = "127.0.0.1",
    compress: bool = False,
) -> Server:
    """Return a server, by default for this machine only. Port 0 chooses a free port."""
    handler = partial(Handler, folder=folder, prefix=prefix, headers=headers, compress=compress)
    return Server((host, port), handler)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DIST)
    parser.add_argument("--port", type=int, default=8000, help="default: 8000")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for all (default: this machine)"
    )
    options = parser.parse_args()
    try:
        server = make_server(options.folder, options.port, host=options.host, compress=True)
    except OSError as error:
        raise SystemExit(f"port {options.port}: {error.strerror}; try --port {options.port + 1}") from None
    name = "localhost" if options.host == "127.0.0.1" else options.host
    print(f"http://{name}:{server.server_port}   (stop with Ctrl-C)", flush=True)
    with suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
