#!/usr/bin/env python3
"""Installs the rival systems, each with its own packages: systems/.venv/<name>.

    python3 systems/install.py                  every system
    python3 systems/install.py langgraph mem0   these
    python3 systems/install.py --list           what there is, and what is installed
    python3 systems/install.py --force mem0     again from nothing

A system is a folder with a system.toml. Its key `runtime` says how it is installed:

    python   a virtual environment; `requirements` (requirements.txt unless given) is installed with --no-deps, so that
             file must name every package, the transitive ones too
    node     package.json and package-lock.json are copied to systems/.venv/<name> and `npm ci` is run there

What is installed at the same pins is skipped, and systems of equal pins share one installation by a link. Only the standard library is used; Python 3.11 or later.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
import tomllib
import venv
from pathlib import Path

SYSTEMS = Path(__file__).resolve().parent
VENVS = SYSTEMS / ".venv"
STAMP = ".installed"  # written last, so an install that was cut off is begun again


class Failed(Exception):
    """An install that did not work: what happened, and what to do about it."""


class System:
    def __init__(self, folder: Path):
        self.folder, self.name = folder, folder.name
        self.target, self.log = VENVS / self.name, VENVS / f"{self.name}.log"
        try:
            self.about = tomllib.loads((folder / "system.toml").read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise Failed(f"system.toml cannot be read: {error}") from None
        self.runtime = self.about.get("runtime", "python")
        if self.runtime == "python":
            self.pins = [folder / self.about.get("requirements", "requirements.txt")]
        elif self.runtime == "node":
            self.pins = [folder / "package.json", folder / "package-lock.json"]
        else:
            raise Failed(f"system.toml: runtime {self.runtime!r} is neither 'python' nor 'node'")

    def wanted(self) -> str:
        """What the stamp must hold: a hash of the pins and of what they are installed with."""
        pins = hashlib.sha256(self.runtime.encode())
        for file in self.pins:
            if not file.is_file():
                raise Failed(f"{file.name} is missing; add the pinned packages there")
            pins.update(file.read_bytes())
        if self.runtime == "python":
            pins.update(f"{sys.version_info.major}.{sys.version_info.minor}".encode())
        return pins.hexdigest()

    def installed(self) -> bool:
        stamp = self.target / STAMP
        return stamp.is_file() and stamp.read_text() == self.wanted()

    def install(self) -> None:
        wanted = self.wanted()
        VENVS.mkdir(exist_ok=True)
        if self.target.is_symlink():
            self.target.unlink()
        shutil.rmtree(self.target, ignore_errors=True)
        if self.shares(wanted):
            return
        self.log.write_text("")
        self.with_pip() if self.runtime == "python" else self.with_npm()
        (self.target / STAMP).write_text(wanted)

    def shares(self, wanted: str) -> bool:
        """Links to another system's installation of the same pins, where there is one and links can be made."""
        for stamp in sorted(VENVS.glob(f"*/{STAMP}")):
            if not stamp.parent.is_symlink() and stamp.read_text() == wanted:
                try:
                    self.target.symlink_to(stamp.parent.name, target_is_directory=True)
                except OSError:  # Windows asks for a privilege
                    return False
                return True
        return False

    def with_pip(self) -> None:
        try:
            venv.create(self.target, with_pip=True, symlinks=os.name != "nt")
        except subprocess.CalledProcessError as error:
            raise Failed(f"no virtual environment could be made ({error}); install the venv module of this Python, "
                         "for example the package python3-venv") from None
        python = self.target / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        self.command([str(python), "-m", "pip", "install", "--no-deps", "--no-input", "--disable-pip-version-check",
                      "-r", str(self.pins[0])], self.folder,
                     "check that a package index can be reached, and that it has these versions for this Python "
                     f"({sys.version_info.major}.{sys.version_info.minor}; the pins were made with 3.11)")

    def with_npm(self) -> None:
        npm = shutil.which("npm")
        if npm is None:
            raise Failed("npm was not found; install Node.js with npm, and have both on PATH")
        self.target.mkdir(parents=True)
        for file in self.pins:
            shutil.copy(file, self.target)
        self.command([npm, "ci", "--no-audit", "--no-fund"], self.target,
                     "check that a package registry can be reached, and that package.json and package-lock.json agree")

    def command(self, command: list[str], folder: Path, advice: str) -> None:
        with self.log.open("ab") as log:
            code = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log).returncode
        if code != 0:
            tail = self.log.read_text("utf-8", "replace").splitlines()[-12:]
            tail = [line if len(line) <= 200 else line[:120] + " ... " + line[-80:] for line in tail]
            raise Failed("\n".join([f"{Path(command[0]).name} ended with {code}:", *("    " + line for line in tail),
                                    f"  {advice}; all of its output is in {self.log}"]))


def main() -> int:
    if sys.version_info < (3, 11):
        sys.exit("install.py needs Python 3.11 or later")
    options = argparse.ArgumentParser(description="Installs the rival systems into systems/.venv.")
    options.add_argument("name", nargs="*", help="the systems to install (all, unless given)")
    options.add_argument("--list", action="store_true", help="show the systems, and which are installed")
    options.add_argument("--force", action="store_true", help="install again, from nothing, what is installed")
    args = options.parse_args()

    known = sorted(file.parent.name for file in SYSTEMS.glob("*/system.toml"))
    unknown = [name for name in args.name if name not in known]
    if unknown:
        options.error(f"no system {', '.join(unknown)}; there are: {', '.join(known) or 'none'}")
    failed = 0
    for name in args.name or known:
        try:
            system = System(SYSTEMS / name)
            if args.list:
                state = "installed" if system.installed() else "-"
                print(f"{name:20} {system.about.get('version', '?'):14} {state:10} {system.about.get('about', '')}")
            elif system.installed() and not args.force:
                print(f"{name}: installed")
            else:
                print(f"{name}: installing", flush=True)
                begun = time.monotonic()
                system.install()
                print(f"{name}: done in {time.monotonic() - begun:.0f} s")
        except Failed as error:
            failed += 1
            print(f"{name}: failed: {error}")
    if failed:
        print(f"{failed} of {len(args.name or known)} failed; the others are ready", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
