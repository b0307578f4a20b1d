"""Link the object code of a program into a WebAssembly module."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ..diagnostics import NcnncError
from ..library.linking import ziglang

STACK_BYTES = 1 << 16
"""The size of a thread's stack."""
MOST_BYTES = 1 << 32
"""Of memory, which addresses of 32 bits reach."""
INSTALL = "hint: pip install 'ncnnc[link]'"


def linker() -> tuple[str, ...]:
    """Return the command of a linker. Raises: NcnncError if there is none."""
    if zig := ziglang("wasm-ld"):
        return zig
    if shutil.which("wasm-ld") is not None:
        return ("wasm-ld",)
    raise NcnncError(f"nothing here links WebAssembly modules; {INSTALL}")


def linked(objects: Sequence[bytes], exported: Sequence[str], shared: bool) -> bytes:
    """
    Return the module of some objects, which imports its memory.

    `shared` memory serves several instances. Raises: NcnncError if no linker makes it.
    """
    with TemporaryDirectory() as folder:
        names = [f"{number}.o" for number in range(len(objects))]
        for name, content in zip(names, objects, strict=True):
            Path(folder, name).write_bytes(content)
        memory = ["--shared-memory", f"--max-memory={MOST_BYTES}"] if shared else []
        command = [
            *(*linker(), "--no-entry", "--import-memory", "--strip-all", *memory),
            *("-z", f"stack-size={STACK_BYTES}", "--export=__stack_pointer"),
            *(f"--export={name}" for name in exported),
            *("-o", "module.wasm", *names),
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
            raise NcnncError(f"wasm-ld: {lines[0]}")
        return Path(folder, "module.wasm").read_bytes()
