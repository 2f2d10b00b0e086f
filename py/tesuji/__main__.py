"""The entry point of `tesuji` and `python -m tesuji`."""

import gc
import os
import sys


def main() -> int:
    """Run the command line and return its exit code. `--version` is handled without loading the commands."""
    if sys.argv[1:] == ["--version"]:
        return _version()
    gc.disable()  # otherwise it would repeatedly scan the loaded modules, which contain no garbage
    from tesuji.cli import main as command_line

    gc.enable()
    return command_line()


def _version() -> int:
    from tesuji import __version__

    try:
        print(f"tesuji {__version__}", flush=True)
        return 0
    except OSError as error:
        sys.stdout = open(os.devnull, "w")  # data left in the old stream must not fail again at exit
        print(f"tesuji: {error.strerror}", file=sys.stderr)
        return 74


if __name__ == "__main__":
    sys.exit(main())
