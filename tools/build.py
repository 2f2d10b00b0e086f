"""Builds dist/, the whole site: `python tools/build.py`. Called by build.sh inside the virtual environment.

Every step lists its inputs and runs again only if their content has changed, so a build with nothing to do takes a
moment.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD, DIST, TOOLS, WEB, PY = ROOT / "build", ROOT / "dist", ROOT / "tools", ROOT / "web", ROOT / "py"
PYODIDE, QR = ROOT / "node_modules" / "pyodide", ROOT / "node_modules" / "lean-qr"
STAMPS = BUILD / "stamps.json"
DATA = {"library.json", "techniques.json"}  # files in a kind's folder that the page fetches
EPOCH = {"SOURCE_DATE_EPOCH": "315532800"}  # the earliest date that a zip file can store

RUNTIME = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js", "pyodide.asm.wasm": "pyodide.asm.wasm"}
"""The files of npm's pyodide that the site uses, and their names on the site; many hosts do not know the type of .mjs.
"""

ROOTED = (
    "index.html",
    "embed.html",
    "fallback.js",
    "manifest.json",
    "robots.txt",
    "icon*",
    "preview.png",
    "screenshot-*.png",
    "LICENSE",
    "licenses/*",
    "schema.json",
    "*.whl",
    "engine/client.js",
)
"""The files with a permanent address; all others are in a folder named by its content (`versioned`)."""


def main() -> None:
    os.umask(0o022)  # the wheel contains the modes of files
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two builds at the same time would interfere
        for make in (npm_packages, page, compiler, standard_library, wheel, application, snapshot, catalog, icons):
            make()
        assemble(site())


# Steps


def npm_packages() -> None:
    step(
        "npm packages",
        [ROOT / "package.json", ROOT / "package-lock.json"],
        PYODIDE / "package.json",
        lambda: run("npm", "ci", "--silent"),
    )


def page() -> None:
    """Make build/page: scripts and styles of web/, bundled and minified."""
    out = BUILD / "page"
    step(
        "page",
        [WEB, TOOLS / "page.mjs", ROOT / "package.json"],
        out / "preload.json",
        lambda: run("node", TOOLS / "page.mjs", WEB, fresh(out)),
    )


def compiler() -> None:
    """Make build/wheels: pyodide-build and its dependencies, pure wheels that run inside Pyodide."""

    def download() -> None:
        target = fresh(BUILD / "wheels")
        run(
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"),
            *("--python-version", "3.14", "--implementation", "py", "--abi", "none", "--platform", "any"),
            *("-d", target, "--require-hashes", "-r", COMPILER_LIST),
        )

    step("pyodide-build", [COMPILER_LIST], BUILD / "wheels", download)


def standard_library() -> None:
    """Make build/pyc/python_stdlib.zip: Pyodide's standard library, compiled, without modules that nothing here
    imports.
    """
    left_out = TOOLS / "stdlib-left-out.txt"

    def make() -> None:
        trimmed = fresh(BUILD / "stdlib") / "python_stdlib.zip"
        skip = tuple(
            word for line in left_out.read_text().splitlines() if not line.startswith("#") for word in line.split()
        )
        with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as full, zipfile.ZipFile(trimmed, "w") as some:
            for info in full.infolist():
                if not info.filename.startswith(skip):
                    some.writestr(info, full.read(info))
        compile_into(BUILD / "pyc", trimmed)

    step("standard library", [left_out, PYODIDE / "package.json", *COMPILER], BUILD / "pyc" / "python_stdlib.zip", make)


def wheel() -> None:
    """Make build/wheel/tesuji-*.whl from a copy, so that setuptools leaves nothing in the tree."""

    def make() -> None:
        copy = fresh(BUILD / "source")
        copy_sources(copy)
        backend = "import sys, setuptools.build_meta as backend; print(backend.build_wheel(sys.argv[1]))"
        run(sys.executable, "-c", backend, fresh(BUILD / "wheel"), cwd=copy, quiet=True)

    step("wheel", [ROOT / "pyproject.toml", ROOT / "LICENSE", ROOT / "README.md", PY], BUILD / "wheel", make)


def copy_sources(folder: Path) -> None:
    """Copy what the wheel is made from into a folder, with the addresses of the repository if they are known."""
    (folder / "tools").mkdir()
    for name in ("LICENSE", "tools/backend.py"):
        shutil.copyfile(ROOT / name, folder / name)
    for name, released in (("pyproject.toml", with_addresses), ("README.md", absolute_links)):
        text = (ROOT / name).read_text(encoding="utf-8")
        (folder / name).write_text(released(text) if home() else text, encoding="utf-8")
    shutil.copytree(
        PY, folder / "py", copy_function=shutil.copyfile, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
    )


def home() -> str:
    """Return the address of the repository whose workflow runs this build, or "" on other machines."""
    name = os.environ.get("GITHUB_REPOSITORY", "")
    return name and f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{name}"


def absolute_links(text: str) -> str:
    """Return Markdown whose relative links and pictures lead to the repository, for the page on PyPI."""

    def address(found: re.Match[str]) -> str:
        picture, target = found[1].startswith("!"), found[2]
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        if target.startswith("../../"):
            return f"{found[1]}({home()}/{target[6:]})"
        return f"{found[1]}({home()}/{'raw' if picture else 'blob'}/main/{target})"

    return re.sub(r"(!\[[^\]]*\]|\])\(([^)\s]+)\)", address, text)


def with_addresses(project: str) -> str:
    """Return pyproject.toml with the addresses of the repository and of its owner."""
    pages = {
        "Source": "",
        "Issues": "/issues",
        "Changelog": "/blob/main/CHANGELOG.md",
        "Documentation": "/tree/main/docs",
    }
    owner = os.environ["GITHUB_REPOSITORY"].partition("/")[0]
    project = project.replace('developers" }', f'developers", email = "{owner}@users.noreply.github.com" }}')
    return project + "\n[project.urls]\n" + "".join(f'{name} = "{home()}{path}"\n' for name, path in pages.items())


def application() -> None:
    """Make build/application/tesuji.zip: the package as .pyc, ready for sys.path, without the command line, which the
    page does not use.
    """

    def make() -> None:
        out = fresh(BUILD / "application")
        page_part = fresh(BUILD / "page-part") / the_wheel().name
        with zipfile.ZipFile(the_wheel()) as full, zipfile.ZipFile(page_part, "w") as some:
            for info in full.infolist():
                if not info.filename.startswith(("tesuji/cli/", "tesuji/__main__.py")):
                    some.writestr(info, full.read(info))
        compile_into(out, page_part)
        next(out.glob("*.whl")).rename(out / "tesuji.zip")

    step("application", [the_wheel(), PYODIDE / "package.json", *COMPILER], BUILD / "application" / "tesuji.zip", make)


def snapshot() -> None:
    """Make build/snapshot/python.bin: Python's memory after importing the package, from which the worker starts."""
    out, stdlib = BUILD / "snapshot" / "python.bin", BUILD / "pyc" / "python_stdlib.zip"
    package = BUILD / "application" / "tesuji.zip"
    step(
        "snapshot",
        [stdlib, package, PYODIDE / "package.json", TOOLS / "snapshot.mjs", TOOLS / "pack.mjs"],
        out,
        lambda: run("node", TOOLS / "snapshot.mjs", fresh(out.parent) / out.name, stdlib, package),
    )


def catalog() -> None:
    """Make build/catalog: catalog.json, examples.json and locales/, from the package and the strings of both sides."""
    out = BUILD / "catalog"

    def make() -> None:
        run(sys.executable, TOOLS / "catalog.py", fresh(out))
        run("node", TOOLS / "examples.mjs", out)

    step(
        "catalog",
        [
            PY,
            WEB / "locales",
            *sorted(WEB.glob("puzzles/*/strings.*.json")),
            WEB / "core" / "game.js",
            TOOLS / "catalog.py",
            TOOLS / "examples.mjs",
        ],
        out / "examples.json",
        make,
    )


def icons() -> None:
    out = BUILD / "icons"
    step("icons", [TOOLS / "icons.py"], out, lambda: run(sys.executable, TOOLS / "icons.py", fresh(out)))


# The site


def site() -> dict[str, bytes]:
    """Return every file of dist/ by its path, including the service worker's list of files."""
    files = {name: (WEB / name).read_bytes() for name in ("index.html", "embed.html", "manifest.json", "robots.txt")}
    files |= {path.name: path.read_bytes() for path in sorted((WEB / "pictures").glob("*.png"))}
    files |= {
        str(path.relative_to(WEB)): smaller(path) for path in sorted(WEB.glob("puzzles/*/*.json")) if path.name in DATA
    }
    for folder in (BUILD / "page", BUILD / "catalog", BUILD / "icons"):
        files |= {str(path.relative_to(folder)): path.read_bytes() for path in listing([folder])}
    worker, preload = files.pop("service-worker.js"), json.loads(files.pop("preload.json"))
    files["catalog.json"] = with_outlines(files["catalog.json"], json.loads(files.pop("kinds.json")))
    files["manifest.json"] = with_shortcuts(files)
    files["index.html"] = with_first_words(addressed(files["index.html"]), files)
    files["lean-qr.js"] = (QR / "index.mjs").read_bytes()
    files["tesuji.zip"] = (BUILD / "application" / "tesuji.zip").read_bytes()
    files["python.bin"] = (BUILD / "snapshot" / "python.bin").read_bytes()
    files[the_wheel().name] = the_wheel().read_bytes()
    files["schema.json"] = schema()
    files |= licenses()
    files = versioned(files, runtime(), preload)
    check_policy(files)
    files["service-worker.js"] = with_file_list(worker, files)
    return files


def schema() -> bytes:
    """Return the schema of documents, arguments and answers, for other programs."""
    environment = {**os.environ, "PYTHONPATH": str(PY)}
    command = [sys.executable, "-m", "tesuji.schema"]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout


def smaller(library: Path) -> bytes:
    """Return a library without the members that only its generator needs."""
    puzzles = [
        {name: value for name, value in puzzle.items() if name != "wish"} for puzzle in json.loads(library.read_text())
    ]
    return json.dumps(puzzles, ensure_ascii=False, separators=(",", ":")).encode()


def runtime() -> dict[str, bytes]:
    """Return the files of Python for the browser, which are in one folder."""
    files = {name: (PYODIDE / source).read_bytes() for source, name in RUNTIME.items()}
    for source, name in RUNTIME.items():
        files["pyodide.js"] = files["pyodide.js"].replace(source.encode(), name.encode())
    assert b"pyodide.asm.js`" in files["pyodide.js"], "pyodide.mjs asks for its other part under another name"
    files["python_stdlib.zip"] = (BUILD / "pyc" / "python_stdlib.zip").read_bytes()
    files["lock.js"] = lock_module()
    files["NOTICE.txt"] = (TOOLS / "pyodide-notice.txt").read_bytes()
    return files


def licenses() -> dict[str, bytes]:
    """Return our licence, and the texts of all other licences that apply to files in dist/."""
    texts = {f"licenses/{path.name}": path.read_bytes() for path in listing([TOOLS / "licenses"])}
    return {"LICENSE": (ROOT / "LICENSE").read_bytes(), "licenses/lean-qr.txt": (QR / "LICENSE").read_bytes(), **texts}


def versioned(files: dict[str, bytes], runtime: dict[str, bytes], preload: list[str]) -> dict[str, bytes]:
    """Return the files at their final paths in dist/. Files of one version, and those of one Pyodide, are in folders
    named by their content, so that a page never gets a file of another version, whatever the host or a cache does.
    """
    pyodide = f"pyodide-{content_hash(runtime)}"
    rooted = {name: files[name] for name in files if matches(name, ROOTED)}
    own = {name: content for name, content in files.items() if name not in rooted}
    # The only file in both places: other pages import it by its old address.
    own["engine/client.js"] = rooted["engine/client.js"]
    own["engine/worker.js"] = replaced(own["engine/worker.js"], b"./pyodide/", f"../{pyodide}/".encode())
    app = f"app-{content_hash(own)}"
    rooted["engine/client.js"] = f'export * from "../{app}/engine/client.js";\n'.encode()
    for page in ("index.html", "embed.html"):
        rooted[page] = re.sub(rb"\n\s+", b"\n", rooted[page])
    rooted["index.html"] = with_preload(rooted["index.html"], app, preload)
    for name in ("embed/embed.css", "embed.js"):
        rooted["embed.html"] = replaced(rooted["embed.html"], f'="{name}"'.encode(), f'="{app}/{name}"'.encode())
    return (
        rooted
        | {f"{app}/{name}": content for name, content in own.items()}
        | {f"{pyodide}/{name}": content for name, content in runtime.items()}
    )


def content_hash(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:10]


def replaced(content: bytes, old: bytes, new: bytes) -> bytes:
    assert old in content, f"{old!r} is not there to be replaced"
    return content.replace(old, new)


def with_preload(page: bytes, app: str, names: list[str]) -> bytes:
    """Return the page with the addresses of one version, and with the modules listed that its script imports, so that
    the browser fetches all of them at once.
    """
    for name in ("style.css", "app.js"):
        page = replaced(page, f'="{name}"'.encode(), f'="{app}/{name}"'.encode())
    links = "".join(f'<link rel="modulepreload" href="{app}/{name}">\n' for name in names)
    return replaced(page, b'<script type="module"', links.encode() + b'<script type="module"')


def with_first_words(page: bytes, files: dict[str, bytes]) -> bytes:
    """Return the page with the first strings of the welcome page in each language, so that they appear before any
    module has run; fallback.js chooses the language.
    """
    first, second = [], []
    for language in ("en", "ja"):
        words = json.loads(files[f"locales/{language}.json"])
        marked = f'<b class="certain">{words["promise.marked"]}</b>'
        first.append(f'<span lang="{language}">{words["tagline"]}</span>')
        second.append(f'<span lang="{language}">{words["promise"].replace("{marked}", marked)}</span>')
    page = replaced(page, b"The move a good player finds.</h1>", ("".join(first) + "</h1>").encode())
    return replaced(page, b'<p id="promise"></p>', f'<p id="promise">{"".join(second)}</p>'.encode())


def with_outlines(catalog: bytes, outlines: dict[str, dict]) -> bytes:
    """Return the catalog with order and glyph of each kind that has a module of the page, in that order."""
    kinds = [
        {**entry, **outlines[entry["kind"]]} for entry in json.loads(catalog)["kinds"] if entry["kind"] in outlines
    ]
    kinds.sort(key=lambda entry: entry["order"])
    return json.dumps({"kinds": kinds}, ensure_ascii=False, separators=(",", ":")).encode()


def with_shortcuts(files: dict[str, bytes]) -> bytes:
    """Return the manifest with shortcuts to the puzzle of the day and to each kind, as many as a launcher shows."""
    words = [json.loads(files[f"locales/{language}.json"]) for language in ("en", "ja")]
    kinds = [entry["kind"] for entry in json.loads(files["catalog.json"])["kinds"]]
    wishes = {"day": "start.example", **{f"kind={kind}": f"kind.{kind}" for kind in kinds}}
    icon = [{"src": "icon-192.png", "type": "image/png", "sizes": "192x192"}]
    shortcuts = [
        {
            "name": " · ".join(table[key] for table in words),
            "short_name": words[0][key],
            "url": f"./#{wish}",
            "icons": icon,
        }
        for wish, key in wishes.items()
    ]
    manifest = {**json.loads(files["manifest.json"]), "shortcuts": shortcuts}
    return json.dumps(manifest, ensure_ascii=False, separators=(",", ":")).encode()


def addressed(page: bytes) -> bytes:
    """Return the page with a canonical address and an absolute preview picture if SITE_URL is set.

    Link previews need an absolute address.
    """
    home = os.environ.get("SITE_URL", "").rstrip("/")
    if not home:
        return page
    page = replaced(page, b'content="preview.png"', f'content="{home}/preview.png"'.encode())
    return replaced(page, b"<title>", f'<link rel="canonical" href="{home}/">\n    <title>'.encode())


def lock_module() -> bytes:
    """Return Pyodide's lock file without packages, so that nothing is fetched or installed."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    return f"export default {json.dumps({'info': {**info, 'version': version}, 'packages': {}})};\n".encode()


def check_policy(files: dict[str, bytes]) -> None:
    """Check that the page has the content security policy of web/csp.txt."""
    policy = (WEB / "csp.txt").read_text().strip()
    for name in ("index.html", "embed.html"):
        if f'content="{policy}"' in files[name].decode():
            continue
        sys.exit(f'web/{name} must hold this line:\n<meta http-equiv="Content-Security-Policy" content="{policy}">')


def with_file_list(worker: bytes, files: dict[str, bytes]) -> bytes:
    """Return the service worker with its lists filled in: every file that a page may need, with the hash of its
    content. Files fetched only by other programs (the schema, pictures of the site) are not included. The wheel, and
    the files from which Python starts without its snapshot, are in the list of spare files.
    """
    others, spare = ("preview.png", "schema.json", "screenshot-*.png"), ("*/python_stdlib.zip", "*/tesuji.zip", "*.whl")
    lists: dict[str, dict[str, str]] = {"FILES": {}, "SPARE": {}}
    for name, content in sorted(files.items()):
        if not matches(name, others):
            lists["SPARE" if matches(name, spare) else "FILES"][name] = hashlib.sha256(content).hexdigest()
    filled = worker.decode()
    for name, hashes in lists.items():
        filled, count = re.subn(rf"\b{name}=\{{\}}", f"{name}={json.dumps(hashes)}", filled)
        assert count == 1, f"web/service-worker.js needs its line `const {name} = {{}}`"
    return filled.encode()


def matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


def assemble(files: dict[str, bytes]) -> None:
    """Make dist/ contain exactly these files; unchanged files are not touched."""
    for name, content in files.items():
        path = DIST / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(path.name + ".new")
            beside.write_bytes(content)
            beside.replace(path)  # atomic, because a server may be using dist/
    for path in sorted(DIST.rglob("*"), reverse=True):  # files in a folder before the folder
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        elif path.is_file() and str(path.relative_to(DIST)) not in files:
            path.unlink()
    size = sum(map(len, files.values()))
    print(f"dist/: {len(files)} files, {size / 1e6:.2f} MB")


# Parts of the steps

COMPILER_LIST = TOOLS / "locks" / "build-pyodide.txt"
COMPILER = (TOOLS / "pyc.mjs", COMPILER_LIST)


def step(name: str, inputs: Iterable[Path], output: Path, make: Callable[[], object]) -> None:
    """Run `make` unless `output` was made from the same content."""
    stamps = json.loads(STAMPS.read_text()) if STAMPS.exists() else {}
    digest = digest_of(inputs)
    if stamps.get(name) == digest and output.exists():
        return
    print(f"{name} …", flush=True)
    make()
    STAMPS.write_text(json.dumps({**stamps, name: digest}, indent=1))


def digest_of(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in listing(paths):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def listing(paths: Iterable[Path]) -> list[Path]:
    """Return the files, and all files in the folders, without those that Python or an editor leaves behind."""
    found = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*")))]
    litter = {"__pycache__"}
    return [
        file
        for file in found
        if file.is_file()
        and not litter & set(file.parts)
        and not file.name.startswith(".")
        and ".egg-info" not in str(file)
    ]


def compile_into(out: Path, archive: Path) -> None:
    run("node", TOOLS / "pyc.mjs", out, BUILD / "wheels", archive)


def the_wheel() -> Path:
    return next((BUILD / "wheel").glob("*.whl"))


def fresh(folder: Path) -> Path:
    """Return the folder, emptied."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def run(*command: str | Path, cwd: Path = ROOT, quiet: bool = False) -> None:
    """Run a command; if it fails, show its output and end the build."""
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env={**os.environ, **EPOCH}, capture_output=quiet, text=True
    )
    if done.returncode:
        sys.exit((done.stdout or "") + (done.stderr or "") + f"failed: {' '.join(map(str, command))}")


if __name__ == "__main__":
    main()
