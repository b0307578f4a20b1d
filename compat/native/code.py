"""Load the machine code of `images.ll` for this machine from the cache, or compile it."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from functools import cache as once
from pathlib import Path

from ...compiler.cache.this_compiler import this_compiler
from ...compiler.driver.cached_programs import open_cache
from ...compiler.options.target import host_name
from ...runtime.code.jit import LoadedCode

IR = Path(__file__).with_name("images.ll")
"""LLVM IR, generated from the `.c` file in the same folder by `make library-runtime`."""


@once
def image_code() -> LoadedCode:
    """Return the code; its first use on a machine takes 0.3 s. Raises: NcnncError."""
    text, target = IR.read_text(encoding="ascii"), host_name()
    key = digest("\n".join([text, target, this_compiler()]).encode())
    cache = open_cache()
    code = None if cache is None else object_of(cache.functions.read(key))
    if code is None:
        code = compiled(text, target)
        if cache is not None:
            cache.functions.write(key, entry_of(code))
    return LoadedCode(code, (), "images")


def compiled(text: str, target: str) -> bytes:
    """Return the object file of LLVM IR. Raises: InternalError if LLVM refuses it."""
    from ...compiler.backend.object.machine_code import emit_vectorized_object
    from ...dialects.target.records import Target

    return emit_vectorized_object(text, Target.parse(target))


def entry_of(code: bytes) -> str:
    """Return an object file as the text of a cache entry."""
    return f"{digest(code)}\n{b64encode(code).decode()}"


def object_of(entry: str) -> bytes | None:
    """Return the object file of a cache entry; None if it is missing or damaged."""
    expected, _, content = entry.partition("\n")
    try:
        code = b64decode(content, validate=True)
    except ValueError:
        return None
    return code if digest(code) == expected else None


def digest(content: bytes) -> str:
    """Return the SHA-256 of bytes as a text."""
    return hashlib.sha256(content).hexdigest()
