"""Link programs for Windows, and run them under Wine."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

WINE = shutil.which("wine64") or shutil.which("wine")
HAS_COMPILER = importlib.util.find_spec("ziglang") is not None
needs_wine = pytest.mark.skipif(not (WINE and HAS_COMPILER), reason="needs ncnnc[link] and wine64")
needs_linker = pytest.mark.skipif(not HAS_COMPILER, reason="needs ncnnc[link]")
COMPILER = (sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-windows-gnu")
PREFIX = Path(tempfile.gettempdir()) / f"ncnnc-wine-{os.getuid()}"
"""The disk that programs see. It takes Wine five seconds to make: later runs have it, too."""
WARNINGS = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror")


def link_windows(folder: Path, *words: str) -> Path:
    """Return the program of C files and libraries in a folder."""
    program = folder / "program.exe"
    command = [*COMPILER, "-O1", *WARNINGS, "-o", program.name, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return program


def run_windows(program: Path, *arguments: str, given: bytes = b"") -> bytes:
    """Return what a program writes that is given some bytes."""
    assert WINE is not None
    environment = {**os.environ, "WINEPREFIX": str(PREFIX), "WINEDEBUG": "-all"}
    done = subprocess.run(
        [WINE, str(program), *arguments],
        cwd=program.parent,
        env=environment,
        input=given,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, (done.returncode, done.stderr.decode())
    return done.stdout
