"""`tesuji` and `python -m tesuji`."""

import sys


def main() -> int:
    """Runs the command line; returns its exit code. `--version` is answered without loading the commands."""
    if sys.argv[1:] == ["--version"]:
        from tesuji import __version__

        print(f"tesuji {__version__}")
        return 0
    from tesuji.cli import main as command_line

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
