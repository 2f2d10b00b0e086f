#!/usr/bin/env bash
# ./build.sh                   builds the site into dist/
# ./build.sh serve [--port N]  builds it and serves it on http://localhost:8000
# ./build.sh test              prepares all that the tests need and runs every test
# ./build.sh test-fast [...]   the Python tests alone; what follows goes to pytest
# ./build.sh test-kind KIND    every test that can fail because of one kind of puzzle
# ./build.sh mutants [N] [SEED] changes N places of the package, one at a time, and says which the tests notice
# ./build.sh soak MINUTES      random work against second opinions; prints the seed of what fails
# ./build.sh reproducible      builds twice, in two folders, and compares
# ./build.sh sbom              bills of materials (CycloneDX), into build/sbom
# ./build.sh locks             tools/locks/ anew, after a version in pyproject.toml was changed
# ./build.sh docs              the reference of the Python library, into build/api
# Needs Python >= 3.11 and Node >= 20; everything else it fetches itself, from the registries of pip, npm and apt.
set -euo pipefail
cd "$(dirname "$0")"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1

main() {
  local task=${1:-build}
  [ $# -eq 0 ] || shift
  case $task in
    build) build ;;
    serve) build && exec .venv/bin/python tools/serve.py "$@" ;;
    test) test_all ;;
    test-fast) python_tools test && .venv/bin/python -m pytest "$@" ;;
    test-kind) python_tools test && test_kind "$@" ;;
    mutants) python_tools test && .venv/bin/python tools/mutants.py "$@" ;;
    soak) build && python_tools test && find_chromium && .venv/bin/python tools/soak.py "$@" ;;
    reproducible) reproducible ;;
    sbom) sbom ;;
    locks) locks ;;
    docs) python_tools docs && reference ;;
    *) sed -n '2,13s/^# //p' "$0" >&2 && exit 64 ;;
  esac
}

# Every test that can fail because of one kind: those with its name, and those of strings and of the layout as a whole.
test_kind() {
  [ $# -eq 1 ] || { echo "Usage: ./build.sh test-kind KIND" >&2 && exit 64; }
  .venv/bin/python -m pytest -q tests/test_locales.py tests/test_layout.py tests/test_schema.py
  .venv/bin/python -m pytest -q -k "$1" tests --ignore=tests/browser --ignore=tests/firefox --ignore=tests/test_locales.py \
    --ignore=tests/test_layout.py --ignore=tests/test_schema.py
  node --test --test-reporter=dot tests/web/kinds.test.mjs
}

build() {
  need node "Node >= 20: 'apt install nodejs npm' on Debian and Ubuntu where that is new enough, else https://nodejs.org"
  node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || fail "Node >= 20 is needed, this is $(node --version): https://nodejs.org"
  need npm "npm: 'apt install npm' on Debian and Ubuntu"
  python_tools build
  .venv/bin/python tools/build.py
}

# build/api: the modules that people import, without what lies behind them.
reference() {
  local libraries
  libraries=$(cd py && printf '%s\n' tesuji/puzzles/*/library.py | sed 's/\.py$//; s#/#.#g')
  PYTHONPATH=py .venv/bin/python -W ignore -m pdoc -o build/api tesuji tesuji.results tesuji.errors tesuji.model tesuji.calls '!tesuji\.calls\.' $libraries
  echo "build/api/index.html"
}

# Every test, on a site that is built before; goes on after a failure, and tells at the end what failed.
test_all() {
  python_tools build
  test_tools &  # waits for the network while the build computes
  local tools=$!
  build
  wait $tools
  find_chromium
  find_firefox
  failed=()
  # One long process beside the two of the Python suite keeps both cores busy to its end.
  node tests/pyodide/suite.mjs >build/pyodide-suite.log 2>&1 &
  local suite=$!
  trap "kill $suite 2>/dev/null || true" EXIT  # a failure here would become the exit code of the whole
  check "format" formatted
  check "ruff" .venv/bin/python -m ruff check --quiet .
  check "types of the package" .venv/bin/python -m mypy
  check "types of the page" node node_modules/typescript/bin/tsc -p tools/tsconfig.page.json
  check "types of the workers" node node_modules/typescript/bin/tsc -p tools/tsconfig.worker.json
  check "modules of the page" node --test --test-reporter=dot tests/web/*.test.mjs
  check "Python suite" .venv/bin/python -m pytest -n 2 --dist worksteal
  check "Pyodide: every module on the trimmed standard library" node tests/pyodide/guard.mjs
  check "Pyodide: the wheel by micropip" node tests/pyodide/wheel.mjs
  # A file shares a page that stays open; one worker more than there are cores, because each waits for its browser at
  # times. On a machine so busy a browser may be late: what fails is tried once more, and the report names it.
  check "browser" .venv/bin/python -m pytest -n 3 --dist loadfile --reruns 1 -rR tests/browser
  check "Pyodide: Python suite" finish $suite build/pyodide-suite.log
  check "Firefox" node --test --test-reporter=dot tests/firefox/*.test.mjs
  [ ${#failed[@]} -eq 0 ] || fail "FAILED: $(printf '%s; ' "${failed[@]}")"
  echo "All tests passed in $SECONDS s."
}

# All that the tests need besides the site.
test_tools() {
  python_tools test
  pyodide_tools
  find_chromium
  find_firefox
  unpack_nginx
}

# Both formatters, with 120 columns; `prettier --write …` and `ruff format` put right what they find.
formatted() {
  .venv/bin/python -m ruff format --check --quiet . && node node_modules/prettier/bin/prettier.cjs --check --log-level warn web tools bench tests
}

# finish PROCESS LOG: waits for a process in the background and shows what it said.
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

# python_tools EXTRA: the virtual environment .venv, with the packages of an extra of pyproject.toml as they are locked.
python_tools() {
  local list=tools/locks/$1.txt stamp=.venv/installed-$1
  [ -x .venv/bin/python ] || make_environment .venv
  cmp -s "$list" "$stamp" && return
  echo "Python packages ($1) …"
  .venv/bin/python -m pip install --quiet --require-hashes -r "$list"
  cp "$list" "$stamp"
}

# build/test-wheels: pytest and what else runs inside Pyodide.
pyodide_tools() {
  local list=tools/locks/test-pyodide.txt wheels=build/test-wheels
  cmp -s "$list" build/test-wheels.txt && return
  rm -rf $wheels
  .venv/bin/python -m pip download --quiet --no-deps --only-binary=:all: --python-version 3.14 --implementation py --abi none --platform any \
    -d $wheels --require-hashes -r "$list"
  cp "$list" build/test-wheels.txt
}

# tools/locks: for each list of pyproject.toml that is installed here, all that it needs, with the hashes of the files
# that the index has: pip takes no other. To be called when a version there changes.
locks() {
  local extra
  [ -x build/uv/bin/python ] || make_environment build/uv
  build/uv/bin/python -m pip install --quiet --require-hashes -r tools/locks/locks.txt
  for extra in build build-pyodide docs locks sbom test test-pyodide; do
    requirements "$extra" | build/uv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
      $(case $extra in *-pyodide) echo --no-deps --python-version 3.14 ;; *) echo --python-version 3.11 ;; esac) -o "tools/locks/$extra.txt" -
  done
}

# requirements EXTRA: the packages of an extra, a line each.
requirements() {
  build/uv/bin/python - "$1" <<'END'
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["project"]["optional-dependencies"][sys.argv[1]], sep="\n")
END
}

# build/sbom: bills of materials in CycloneDX, of what npm and pip bring, each with its hashes.
sbom() {
  local extra
  python_tools sbom
  mkdir -p build/sbom
  npm sbom --package-lock-only --sbom-format cyclonedx >build/sbom/npm.cdx.json
  for extra in build build-pyodide; do
    .venv/bin/cyclonedx-py requirements --output-reproducible --of JSON -o build/sbom/python-$extra.cdx.json tools/locks/$extra.txt
  done
  ls build/sbom/*
}

# Builds dist/ a second time, from a copy elsewhere with nothing made before, another clock, language and umask, and
# compares.
reproducible() {
  local copy made
  build
  copy=$(mktemp -d)
  trap "rm -rf '$copy'" EXIT
  git ls-files -z --cached --others --exclude-standard | tar c --null --ignore-failed-read -T - | tar x -C "$copy"
  (umask 077 && cd "$copy" && TZ=Asia/Tokyo LC_ALL=C PYTHONHASHSEED=7 ./build.sh)
  diff -rq dist "$copy/dist" || fail "The second build is another one."
  made=$(cd dist && find . -type f | sort | xargs sha256sum | sha256sum | cut -c 1-64)
  echo "The same again, sha256 of all files $made"
}

# make_environment FOLDER: a virtual environment.
make_environment() {
  local python=${PYTHON:-python3}
  need "$python" "Python >= 3.11: 'apt install python3 python3-venv' on Debian and Ubuntu"
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "Python >= 3.11 is needed, this is $("$python" --version); PYTHON=... names another one."
  "$python" -c 'import ensurepip, venv' 2>/dev/null || install python3-venv || fail "Python's venv is missing: 'apt install python3-venv' on Debian and Ubuntu."
  "$python" -m venv "$1"
}

# build/nginx: Debian's nginx with its configuration, unpacked for a test; nothing is installed or started.
unpack_nginx() {
  [ ! -x build/nginx/usr/sbin/nginx ] && command -v apt-get >/dev/null || return 0
  mkdir -p build/nginx
  (cd build/nginx && apt-get download -qq nginx nginx-common 2>/dev/null && for package in *.deb; do dpkg-deb -x "$package" .; done) ||
    echo "No nginx from apt: its test is skipped."
}

# Sets CHROMIUM to a Chromium, which is installed where there is none; best the one without windows, which starts in
# half the time.
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

# Sets FIREFOX to a Firefox, which is installed where that is possible; without one its tests are skipped.
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

# install PACKAGE...: through apt, as root or by sudo; fails quietly where that is not possible.
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
