"""The command `nepenthe`, which the wheel brings: `nepenthe --help`, `python -m nepenthe --help`."""

from __future__ import annotations

import os
import signal
import sys
import sysconfig

from nepenthe import _native


def _program() -> str | None:
    """The file that starts the command again, which `nepenthe mcp --install` writes down."""
    beside = os.path.join(sysconfig.get_path("scripts"), "nepenthe.exe" if os.name == "nt" else "nepenthe")
    called = os.path.abspath(sys.argv[0])
    return next((file for file in (called, beside) if os.path.isfile(file) and not file.endswith(".py")), None)


def main() -> None:
    """Runs the command with the arguments of this process, and ends the process with its exit code."""
    # As a program of its own has it: an interrupt ends it at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_native.command(["nepenthe", *sys.argv[1:]], _program()))


if __name__ == "__main__":
    main()
