"""
Machine code that tests have had generated, kept in pytest's cache.

Half of the programs of the tests are equal to others, where tests vary options; workers share
them, and so do `make test`, `make others` and later runs. What tests code generation itself calls
it as before.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import llvmlite
from ncnnc.compiler.backend.object.object_code import emit_program
from ncnnc.compiler.program import lowered
from ncnnc.dialects.target.records import Target

from tests.helpers.import_graph import ROOT, modules

SOURCES = ("compiler/backend/object", "dialects/target")
"""Folders that machine code depends on besides the text of a program."""
MOST_BYTES = 256 << 20


class KeptCode:
    """The machine code of programs by all that it depends on, each a file of a folder."""

    def __init__(self, folder: Path, default_jobs: int = 0):
        self.folder = folder
        self.default_jobs = default_jobs

    def install(self) -> None:
        """Let the compiler look for each program here first."""
        lowered.emit_program = self.emit_program

    def emit_program(self, texts: Sequence[str], target: Target, jobs: int = 0) -> bytes:
        """Return the object file of a program. Raises: InternalError if LLVM refuses a text."""
        file = self.folder / key_of(texts, target)
        try:
            code = zlib.decompress(file.read_bytes())
            os.utime(file)
        except (OSError, zlib.error):
            code = emit_program(texts, target, jobs or self.default_jobs)
            written = file.with_suffix(f".{os.getpid()}")
            written.write_bytes(zlib.compress(code, 1))
            written.replace(file)
        return code

    def prune(self) -> None:
        """Remove what has not been used for long where all takes too much."""
        files = [(entry.stat(), entry.path) for entry in os.scandir(self.folder)]
        room = MOST_BYTES
        for status, path in sorted(files, key=lambda file: -file[0].st_mtime):
            room -= status.st_size
            if room < 0:
                os.remove(path)


def key_of(texts: Sequence[str], target: Target) -> str:
    """Return a name for what machine code depends on."""
    isa = target.isa
    described = (target.triple, isa.cpu, target.llvm_features, target.left_out_passes, len(texts))
    key = sha256(digest_of_sources())
    for part in (repr(described), *texts):
        key.update(part.encode() + b"\0")
    return key.hexdigest()


@cache
def digest_of_sources() -> bytes:
    """Return a digest of LLVM's version and of the modules that call it."""
    files = b"".join((ROOT / module).read_bytes() for module in modules(*SOURCES))
    return sha256(llvmlite.__version__.encode() + files).digest()
