#!/usr/bin/env bash
# ./build.sh                   builds the site into dist/
# ./build.sh serve [--port N]  builds it and serves it on http://localhost:8000
# ./build.sh test              prepares all that the tests need and runs every test
# ./build.sh test-fast [...]   the Python tests alone; what follows goes to pytest
# ./build.sh mutants [N] [SEED] changes N places of the package, one at a time, and says which the tests notice
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
    test) build && test_all ;;
    test-fast) python_tools test && .venv/bin/python -m pytest "$@" ;;
    mutants) python_tools test && .venv/bin/python tools/mutants.py "$@" ;;
    docs) python_tools docs && reference ;;
    *) sed -n '2,7s/^# //p' "$0" >&2 && exit 64 ;;
  esac
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

# Every test; goes on after a failure, and tells at the end what failed.
test_all() {
  python_tools test
  pyodide_tools
  find_chromium
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
  check "Python suite" .venv/bin/python -m pytest -n 2
  check "Pyodide: every module on the trimmed standard library" node tests/pyodide/guard.mjs
  check "Pyodide: the wheel by micropip" node tests/pyodide/wheel.mjs
  check "Pyodide: Python suite" finish $suite build/pyodide-suite.log
  check "browser" .venv/bin/python -m pytest -n 2 --dist loadfile tests/browser  # a file shares a page that stays open
  [ ${#failed[@]} -eq 0 ] || fail "FAILED: $(printf '%s; ' "${failed[@]}")"
  echo "All tests passed in $SECONDS s."
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

# python_tools EXTRA: the virtual environment .venv, with the packages of an extra of pyproject.toml.
python_tools() {
  local list stamp
  [ -x .venv/bin/python ] || make_environment
  list=$(requirements "$1")
  stamp=.venv/installed-$1
  [ "$(cat "$stamp" 2>/dev/null)" = "$list" ] && return
  echo "Python packages ($1) …"
  .venv/bin/python -m pip install --quiet -r /dev/stdin <<<"$list"
  echo "$list" >"$stamp"
}

# requirements EXTRA: the packages of an extra, a line each.
requirements() {
  .venv/bin/python - "$1" <<'END'
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["project"]["optional-dependencies"][sys.argv[1]], sep="\n")
END
}

# build/test-wheels: pytest and what else runs inside Pyodide.
pyodide_tools() {
  local list wheels=build/test-wheels
  list=$(requirements test | grep -E '^(hypothesis|pytest)='; requirements test-pyodide)
  [ "$(cat build/test-wheels.txt 2>/dev/null)" = "$list" ] && return
  rm -rf $wheels
  .venv/bin/python -m pip download --quiet --no-deps --only-binary=:all: --python-version 3.14 --implementation py --abi none --platform any \
    -d $wheels -r /dev/stdin <<<"$list"
  echo "$list" >build/test-wheels.txt
}

make_environment() {
  local python=${PYTHON:-python3}
  need "$python" "Python >= 3.11: 'apt install python3 python3-venv' on Debian and Ubuntu"
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "Python >= 3.11 is needed, this is $("$python" --version); PYTHON=... names another one."
  "$python" -c 'import ensurepip, venv' 2>/dev/null || install python3-venv || fail "Python's venv is missing: 'apt install python3-venv' on Debian and Ubuntu."
  "$python" -m venv .venv
}

# Sets CHROMIUM to a Chromium, which is installed where there is none.
find_chromium() {
  local name
  for name in ${CHROMIUM:-} chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then
      export CHROMIUM=$(command -v "$name")
      return
    fi
  done
  install chromium fonts-noto-cjk || fail "The browser tests need Chromium: 'apt install chromium' on Debian; or CHROMIUM=/path/to/chromium."
  export CHROMIUM=$(command -v chromium)
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
