"""Hosts for the built site: simple ones, and one that deploys a new version while pages are open."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from getpass import getuser
from hashlib import sha256
from pathlib import Path
from socket import create_connection, socket
from subprocess import Popen
from time import sleep

from conftest import SUBPATH, Site
from serve import DIST, Handler, Server, make_server


class Plain(Handler):
    """A host that knows only the file types of an old web server; it serves everything else as
    application/octet-stream.
    """

    KNOWN = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".png": "image/png"}
    KNOWN |= {".svg": "image/svg+xml"}

    def guess_type(self, path) -> str:
        return self.KNOWN.get(Path(path).suffix, "application/octet-stream")


def plain_site() -> Site:
    return Site(Server(("127.0.0.1", 0), partial(Plain, folder=DIST, prefix=SUBPATH)))


NGINX = Path(__file__).resolve().parent.parent.parent / "build" / "nginx"
"""Debian's packages nginx and nginx-common, unpacked by build.sh without installing them."""


@contextmanager
def nginx_site(folder: Path) -> Iterator[str]:
    """Serve dist/ with Debian's nginx and its default configuration, apart from paths, port and user; yield the
    address.
    """
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings, site = (
        (NGINX / "etc" / "nginx" / name).read_text() for name in ("nginx.conf", "sites-available/default")
    )
    site = site.replace("listen 80 default_server;", f"listen 127.0.0.1:{port};")
    site = site.replace("root /var/www/html;", f"root {DIST};")
    site = re.sub(r"listen \[::\]:80 .*", "", site)
    settings = re.sub(r"^\s*#.*$", "", settings, flags=re.MULTILINE)
    settings = re.sub(r"^(user|pid|error_log|include /etc/nginx/modules).*$", "", settings, flags=re.MULTILINE)
    settings = re.sub(r"include /etc/nginx/(conf\.d|sites-enabled)/\*.*;", "", settings)
    settings = settings.replace("/etc/nginx/", f"{NGINX}/etc/nginx/").replace("/var/log/nginx/", f"{folder}/")
    settings = settings.rstrip().removesuffix("}") + paths_in(folder) + site + "}\n"
    who = f"user {getuser()};\n" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(f"{who}pid {folder}/pid;\nerror_log {folder}/error.log;\n{settings}")
    server = Popen([NGINX / "usr/sbin/nginx", "-p", folder, "-c", folder / "nginx.conf", "-g", "daemon off;"])
    try:
        wait_for(port)
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait()


def paths_in(folder: Path) -> str:
    names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "".join(f"{name}_temp_path {folder}/{name};\n" for name in names)


def wait_for(port: int) -> None:
    for _ in range(200):
        with suppress(OSError), create_connection(("127.0.0.1", port)):
            return
        sleep(0.05)
    raise TimeoutError("nginx does not answer")


class Deployment:
    """A host that replaces version A of the site by version B: two folders, and a symbolic link to one of them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.link = folder, folder / "current"
        shutil.copytree(DIST, folder / "A")
        shutil.copytree(DIST, folder / "B")
        make_version(folder / "B", "B")
        make_version(folder / "A", "A")
        self.show("A")
        self.site = Site(make_server(self.link, prefix=SUBPATH))
        self.url = self.site.url

    def show(self, version: str) -> None:
        beside = self.folder / "next"
        beside.symlink_to(self.folder / version, target_is_directory=True)
        beside.replace(self.link)


def make_version(folder: Path, name: str) -> None:
    """Turn a built site into another version: `name` is put into a <meta>, the name of its folder, and the English
    strings.
    """
    (old,) = folder.glob("app-*")
    new = old.with_name(f"app-{name * 10}")
    old.rename(new)
    for file in ("index.html", "engine/client.js"):
        path = folder / file
        path.write_text(path.read_text().replace(old.name, new.name))
    page = folder / "index.html"
    page.write_text(page.read_text().replace("</head>", f'<meta name="version" content="{name}"></head>'))
    for words in (new / "locales" / "en.json", new / "locales" / "lazy.en.json"):
        words.write_text(words.read_text().replace('{"', f'{{"version":"{name}","', 1))
    worker = folder / "service-worker.js"
    worker.write_text(worker.read_text().replace(old.name, new.name))
    fill_lists(folder)
    for path in folder.rglob("*"):  # so that requests with If-Modified-Since get a correct answer
        if path.is_file():
            os.utime(path, (1e9 + ord(name), 1e9 + ord(name)))


def fill_lists(folder: Path) -> None:
    """Update the hashes of a site's files in its service worker; the list of spare files stays the same."""
    worker = folder / "service-worker.js"
    text = worker.read_text()
    spare = listed(text, "SPARE")
    hashes: dict[str, dict[str, str]] = {"FILES": {}, "SPARE": {}}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path != worker:
            name = str(path.relative_to(folder))
            hashes["SPARE" if name in spare else "FILES"][name] = sha256(path.read_bytes()).hexdigest()
    for table, own in hashes.items():
        text = text.replace(f"{table}={list_text(text, table)}", f"{table}={json.dumps(own)}")
    worker.write_text(text)


def listed(worker: str, table: str) -> dict[str, str]:
    """Return a list of files in a built service worker: path -> sha256."""
    return json.loads(list_text(worker, table))


def list_text(worker: str, table: str) -> str:
    return re.search(rf"{table}=(\{{.*?\}})", worker)[1]
