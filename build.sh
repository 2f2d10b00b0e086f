#!/usr/bin/env bash
# ./build.sh                    build the site into dist/
# ./build.sh serve [--port N]   build it and serve it on http://localhost:8000
# ./build.sh test               prepare everything the tests need and run every test, with some of its cases
# ./build.sh test-all           the same with all cases (tests/thorough.py) and twice as many random examples
# ./build.sh test-fast [...]    run the Python tests only; further arguments go to pytest
# ./build.sh test-kind KIND     run every test that can fail because of one kind of puzzle
# ./build.sh mutants [N] [SEED] change N places of the package, one at a time, and report which changes the tests detect
# ./build.sh mutants-page ...   do the same to the page
# ./build.sh soak MINUTES       run random tests against second opinions; prints the seed of each failure
# ./build.sh reproducible       build twice, in two folders, and compare
# ./build.sh sbom               write bills of materials (CycloneDX) to build/sbom
# ./build.sh locks              update tools/locks/ after a version in pyproject.toml has changed
# ./build.sh docs               write the documentation site to build/docs, served as docs/
# ./build.sh package            build sdist and wheel and check them
# Needs Python >= 3.11 and Node >= 20; fetches everything else from the registries of pip, npm and apt.
set -euo pipefail
cd "$(dirname "$0")"
export PIP_DISABLE_PIP_VERSION_CHECK=1
export PYTHONDONTWRITEBYTECODE=  # the tests start Python hundreds of times, which takes half as long with compiled modules

main() {
  local task=${1:-build}
  [ $# -eq 0 ] || shift
  case $task in
    build) build ;;
    serve) build && with_docs && exec .venv/bin/python tools/serve.py "$@" ;;
    test) every_test -m "not thorough" --hypothesis-profile=quick ;;
    test-all) every_test ;;
    test-fast) python_tools test && .venv/bin/python -m pytest "$@" ;;
    test-kind) python_tools test && test_kind "$@" ;;
    mutants) python_tools test && .venv/bin/python tools/mutants.py "$@" ;;
    mutants-page) build && node tools/mutants.mjs "$@" ;;
    soak) build && python_tools test && find_chromium && .venv/bin/python tools/soak.py "$@" ;;
    reproducible) reproducible ;;
    sbom) sbom ;;
    locks) locks ;;
    docs) python_tools docs && .venv/bin/python tools/docs.py ;;
    package) package ;;
    *) sed -n '2,16s/^# //p' "$0" >&2 && exit 64 ;;
  esac
}

# Run the tests with the kind's name, and those of strings, layout and schema; and check types and format, those of the page
# if its tools are installed. Continues after failures. Of a test that takes more than a minute, pytest prints where it is.
test_kind() {
  [ $# -eq 1 ] || { echo "Usage: ./build.sh test-kind KIND" >&2 && exit 64; }
  local shared="tests/test_locales.py tests/test_layout.py tests/test_schema.py"
  failed=()
  check "strings, layout and schema" .venv/bin/python -m pytest -q $shared
  check "$1" .venv/bin/python -m pytest -q -o faulthandler_timeout=60 -k "$1 or test_damaged_certificates" tests --ignore=tests/browser --ignore=tests/firefox ${shared//tests/--ignore=tests}
  check "page" node --test --test-reporter=dot tests/web/kinds.test.mjs
  check "ruff" .venv/bin/python -m ruff check --quiet .
  check "types of the package" .venv/bin/python -m mypy
  [ ! -d node_modules ] || check "types of the page" node node_modules/typescript/bin/tsc -p tools/tsconfig.page.json
  [ ! -d node_modules ] || check "format" formatted
  all_passed
}

build() {
  need node "Node >= 20: 'apt install nodejs npm' on Debian and Ubuntu if that is new enough, or https://nodejs.org"
  node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || fail "Node >= 20 is needed, this is $(node --version): https://nodejs.org"
  need npm "npm: 'apt install npm' on Debian and Ubuntu"
  python_tools build
  .venv/bin/python tools/build.py
}

# The documentation, if it has been built, beside the app.
with_docs() {
  [ ! -d build/docs ] || cp -R build/docs dist/docs
}

# build/package: sdist and wheel, checked as PyPI and its users would.
package() {
  python_tools package
  rm -rf build/package
  .venv/bin/python -m build --quiet --outdir build/package .
  .venv/bin/python -m twine check --strict build/package/*
  .venv/bin/python -m check_manifest
  # A release has the addresses of its repository and owner; elsewhere they are those of an example.
  (export GITHUB_REPOSITORY=${GITHUB_REPOSITORY:-owner/tesuji} && mkdir -p build/package/source && cd tools &&
    ../.venv/bin/python -c "import build; build.copy_sources(build.BUILD / 'package/source')")
  .venv/bin/python -m pyroma --skip-tests CheckManifest --min=10 build/package/source
  .venv/bin/validate-pyproject pyproject.toml
}

# every_test [PYTEST OPTIONS]: run every test on a freshly built site, in Python with these options. Continues after
# failures and reports them at the end.
every_test() {
  python_tools build
  build &
  local site=$!
  test_tools  # downloads while the build computes
  failed=()
  check "ruff" .venv/bin/python -m ruff check --quiet .
  check "types of the package" .venv/bin/python -m mypy
  wait $site
  # One process next to the tests of the page, which use one core, and the Python suite keeps both cores busy.
  other_engines >build/other-engines.log 2>&1 &
  local others=$!
  trap "kill $others 2>/dev/null || true" EXIT  # a failure here would become the exit code of the whole
  check "format" formatted
  check "types of the page" node node_modules/typescript/bin/tsc -p tools/tsconfig.page.json
  check "types of the workers" node node_modules/typescript/bin/tsc -p tools/tsconfig.worker.json
  # Most tests of the page's modules share a process, which loads and optimizes them once. Those that replace something
  # global, or record drawing, which caches parts, have a process for each file. With more room for new objects, reading
  # pictures takes a tenth less time.
  local alone="globalThis|recorder"
  check "modules of the page" node --min-semi-space-size=32 --max-semi-space-size=64 --test-reporter=dot \
    $(grep -LE "$alone" tests/web/*.test.mjs | sed 's|^|--import ./|') --eval ""
  check "modules of the page, file by file" node --test --test-reporter=dot $(grep -lE "$alone" tests/web/*.test.mjs)
  check "Python suite" .venv/bin/python -m pytest -n 2 --dist worksteal "$@"
  # The tests of a file share an open page. One worker more than cores, because each sometimes waits for its browser.
  # On a busy machine a browser may be slow, so failures are retried once, and the report names them.
  check "browser" .venv/bin/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder --reruns 1 -rR "$@" tests/browser
  check "Pyodide and Firefox" finish $others build/other-engines.log
  all_passed
}

# Run the tests inside Pyodide, and those in Firefox.
other_engines() {
  failed=()
  check "Pyodide: Python suite" node tests/pyodide/suite.mjs
  check "Pyodide: every module on the trimmed standard library" node tests/pyodide/guard.mjs
  check "Pyodide: the wheel by micropip" node tests/pyodide/wheel.mjs
  check "Firefox" node --test --test-reporter=dot tests/firefox/*.test.mjs
  all_passed
}

# Report the checks that failed, if any.
all_passed() {
  [ ${#failed[@]} -eq 0 ] || fail "FAILED: $(printf '%s; ' "${failed[@]}")"
  echo "All tests passed in $SECONDS s."
}

# Prepare everything that the tests need besides the site.
test_tools() {
  python_tools test
  pyodide_tools
  find_chromium
  find_firefox
  unpack_nginx
}

# Check both formatters (120 columns); fix with `prettier --write …` and `ruff format`.
formatted() {
  .venv/bin/python -m ruff format --check --quiet . && node node_modules/prettier/bin/prettier.cjs --check --log-level warn web tools bench tests
}

# finish PROCESS LOG: wait for a background process and print its output.
finish() {
  local code=0
  wait "$1" || code=$?
  cat "$2"
  return $code
}

# check NAME COMMAND...
check() {
  local name=$1 began=$SECONDS
  shift
  echo "== $name"
  "$@" || failed+=("$name")
  echo "   $((SECONDS - began)) s"
}

# python_tools GROUP: prepare .venv with the locked packages of a dependency group of pyproject.toml.
python_tools() {
  local list=tools/locks/$1.txt stamp=.venv/installed-$1
  [ -x .venv/bin/python ] || make_environment .venv
  cmp -s "$list" "$stamp" && return
  echo "Python packages ($1) …"
  # Compiling all modules takes longer than installing them, and most are never imported.
  .venv/bin/python -m pip install --quiet --require-hashes --no-compile -r "$list"
  cp "$list" "$stamp"
}

# build/test-wheels: pytest and other packages that run inside Pyodide.
pyodide_tools() {
  local list=tools/locks/test-pyodide.txt wheels=build/test-wheels
  cmp -s "$list" build/test-wheels.txt && return
  rm -rf $wheels
  .venv/bin/python -m pip download --quiet --no-deps --only-binary=:all: --python-version 3.14 --implementation py --abi none --platform any \
    -d $wheels --require-hashes -r "$list"
  cp "$list" build/test-wheels.txt
}

# tools/locks: for each dependency group, all packages with their hashes. Run this after a version has changed.
locks() {
  local group
  [ -x build/uv/bin/python ] || make_environment build/uv
  build/uv/bin/python -m pip install --quiet --require-hashes -r tools/locks/locks.txt
  for group in build build-pyodide docs locks package sbom test test-pyodide; do
    requirements "$group" | build/uv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
      $(case $group in *-pyodide) echo --no-deps --python-version 3.14 ;; *) echo --python-version 3.11 ;; esac) -o "tools/locks/$group.txt" -
  done
}

# requirements GROUP: print the packages of a group, one per line.
requirements() {
  build/uv/bin/python - "$1" <<'END'
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["dependency-groups"][sys.argv[1]], sep="\n")
END
}

# build/sbom: bills of materials (CycloneDX) of all packages from npm and pip, with hashes.
sbom() {
  local group
  python_tools sbom
  mkdir -p build/sbom
  npm sbom --package-lock-only --sbom-format cyclonedx >build/sbom/npm.cdx.json
  for group in build build-pyodide; do
    .venv/bin/cyclonedx-py requirements --output-reproducible --of JSON -o build/sbom/python-$group.cdx.json tools/locks/$group.txt
  done
  ls build/sbom/*
}

# Build dist/ again from a clean copy with another time zone, language and umask, and compare.
reproducible() {
  local copy made
  build
  copy=$(mktemp -d)
  trap "rm -rf '$copy'" EXIT
  git ls-files -z --cached --others --exclude-standard | tar c --null --ignore-failed-read -T - | tar x -C "$copy"
  (umask 077 && cd "$copy" && TZ=Asia/Tokyo LC_ALL=C PYTHONHASHSEED=7 ./build.sh)
  diff -rq dist "$copy/dist" || fail "The second build differs."
  made=$(cd dist && find . -type f | sort | xargs sha256sum | sha256sum | cut -c 1-64)
  echo "Identical; sha256 of all files: $made"
}

# make_environment FOLDER: create a virtual environment.
make_environment() {
  local python=${PYTHON:-python3}
  need "$python" "Python >= 3.11: 'apt install python3 python3-venv' on Debian and Ubuntu"
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "Python >= 3.11 is needed, this is $("$python" --version); PYTHON=... names another one."
  "$python" -c 'import ensurepip, venv' 2>/dev/null || install python3-venv || fail "Python's venv is missing: 'apt install python3-venv' on Debian and Ubuntu."
  "$python" -m venv "$1"
}

# build/nginx: Debian's nginx with its configuration, unpacked for a test without installing it.
unpack_nginx() {
  [ ! -x build/nginx/usr/sbin/nginx ] && command -v apt-get >/dev/null || return 0
  mkdir -p build/nginx
  (cd build/nginx && apt-get download -qq nginx nginx-common 2>/dev/null && for package in *.deb; do dpkg-deb -x "$package" .; done) ||
    echo "No nginx from apt: its test is skipped."
}

# Set CHROMIUM to a Chromium, installing one if needed. The headless shell is preferred: it starts twice as fast.
find_chromium() {
  local headless=chromium-headless-shell name
  [ -n "${CHROMIUM:-}" ] || command -v $headless >/dev/null || install $headless fonts-noto-cjk || true
  for name in ${CHROMIUM:-} $headless chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then
      export CHROMIUM=$(command -v "$name")
      return
    fi
  done
  fail "The browser tests need Chromium: 'apt install chromium' on Debian; or CHROMIUM=/path/to/chromium."
}

# Set FIREFOX to a Firefox, installing one if possible; without one its tests are skipped.
find_firefox() {
  local name
  [ -n "${FIREFOX:-}" ] || command -v firefox-esr firefox >/dev/null || install firefox-esr || true
  for name in ${FIREFOX:-} firefox-esr firefox; do
    if command -v "$name" >/dev/null; then
      export FIREFOX=$(command -v "$name")
      return
    fi
  done
  echo "No Firefox from apt: its tests are skipped."
}

# install PACKAGE...: install with apt, as root or with sudo; returns an error if that is not possible.
install() {
  local sudo=
  [ "$(id -u)" = 0 ] || sudo=sudo
  command -v apt-get >/dev/null || return
  echo "apt-get install $* …"
  $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# need TOOL HOW: HOW says where to get it.
need() {
  command -v "$1" >/dev/null || fail "$1 is missing. Tesuji needs $2."
}

fail() {
  echo "$*" >&2
  exit 1
}

main "$@"
