"""
Fingerprint this compiler without importing it.

An installed ncnnc is identified by the digests that the installer recorded, a checkout by the sizes
and times of its files. Packages it depends on, and LLVM's library, are identified by versions,
sizes and times.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ...runtime.version import VERSION

ROOT = Path(__file__).parents[2]
"""Folder of the package or of a checkout."""
FOLDERS = ("compiler", "dialects", "passes", "runtime")
BELOW = ("llvmlite", "numpy", "xdsl")
"""The packages that take part in making code."""
INFO = (".dist-info", ".egg-info")
"""Suffix of folders that hold a package's version."""
LLVM = "binding/libllvmlite.so"


@cache
def this_compiler() -> str:
    """Return a digest of the compiler and the packages it depends on."""
    parts = [f"ncnnc {VERSION}", installed_files() or checkout_files()]
    parts.extend(part for package in BELOW for part in version_of(package))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def installed_files() -> str:
    """Return the digest of the installer's record of files; empty in a checkout."""
    record = ROOT.parent / f"ncnnc-{VERSION}.dist-info" / "RECORD"
    try:
        return hashlib.sha256(record.read_bytes()).hexdigest()
    except OSError:
        return ""


def checkout_files() -> str:
    """Return the digest of names, sizes and times of all modules."""
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for line in sorted(modules(str(ROOT / folder))):
            digest.update(line.encode())
    return digest.hexdigest()


def modules(folder: str) -> Iterator[str]:
    """Yield name, size and time of every module below a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                status = entry.stat()
                yield f"{entry.path} {status.st_size} {status.st_mtime_ns}\n"
            elif "." not in entry.name and not entry.name.startswith("__") and entry.is_dir():
                yield from modules(entry.path)


def version_of(package: str) -> Iterator[str]:
    """Yield the parts of the fingerprint of an installed package; only its name if it is hidden."""
    yield package
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return
    init = Path(spec.origin)
    for name in sorted(os.listdir(init.parents[1])):
        if name.startswith(f"{package}-") and name.endswith(INFO):
            yield name
    for path in (init, init.parent / LLVM):
        try:
            status = path.stat()
        except OSError:
            continue  # LLVM is in one of them only.
        yield f"{status.st_size} {status.st_mtime_ns}"
