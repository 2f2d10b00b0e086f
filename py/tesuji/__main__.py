"""`tesuji` and `python -m tesuji`."""

import gc
import os
import sys


def main() -> int:
    """Runs the command line; returns its exit code. `--version` is answered without loading the commands."""
    if sys.argv[1:] == ["--version"]:
        return _version()
    gc.disable()  # it would look for garbage again and again in what is loaded, if there is none
    from tesuji.cli import main as command_line

    gc.enable()
    return command_line()


def _version() -> int:
    from tesuji import __version__

    try:
        print(f"tesuji {__version__}", flush=True)
        return 0
    except OSError as error:
        sys.stdout = open(os.devnull, "w")  # what is left in the old one must not fail again at the end
        print(f"tesuji: {error.strerror}", file=sys.stderr)
        return 74


if __name__ == "__main__":
    sys.exit(main())
