"""Link programs for aarch64, statically, and run them under QEMU."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EMULATOR = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
HAS_COMPILER = importlib.util.find_spec("ziglang") is not None
needs_emulator = pytest.mark.skipif(
    not (EMULATOR and HAS_COMPILER), reason="needs ncnnc[link] and qemu-user-static"
)
COMPILER = (sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-musl", "-static")


def link_emulated(folder: Path, *files: str) -> Path:
    """Return the program of C files and object files in a folder."""
    program = folder / "emulated"
    command = [*COMPILER, "-O1", "-Wall", "-Werror", "-o", program.name, *files, "-lm"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return program


def run_emulated(program: Path, *arguments: str, given: bytes = b"", cpu: str = "max") -> bytes:
    """Return what a program writes that is given some bytes, on a CPU of QEMU's."""
    assert EMULATOR is not None
    command = [EMULATOR, "-cpu", cpu, str(program), *arguments]
    done = subprocess.run(
        command, cwd=program.parent, input=given, capture_output=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout
