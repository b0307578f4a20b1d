"""
Compile the run time of libraries for C to the LLVM IR that is shipped, and write its header.

    python -m tests.generators.library_runtime

The compiler is the clang of one version of the package `ziglang`, the same on every machine. What
it says of the machine that it runs on and of the CPU is left out. Each `.ll` has a digest of all it
is made of and of itself, so that a machine without that compiler notices when either is edited.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

from ncnnc.compiler.library.header import interface_lines, struct_lines, type_name
from ncnnc.compiler.library.interface import FUNCTIONS, Status
from ncnnc.compiler.library.sequence_interface import (
    DYNAMIC_FUNCTIONS,
    EXTENTS,
    SESSION,
    SESSION_FUNCTIONS,
    SHAPE_FUNCTIONS,
    SequenceStatus,
)
from ncnnc.compiler.library.structs import FEATURE, IMAGE, PLACE, PROGRAM, RANGE, SEQUENCE, STATE
from ncnnc.compiler.web.runtime_parts import LIBRARY_PARTS
from ncnnc.dialects.entry_points import CALL
from ncnnc.dialects.target.operating_systems import LINUX
from ncnnc.dialects.target.system import SYSTEMS, X86_64

COMPILER = Path(__file__).parents[2] / "compiler"
FOLDER = COMPILER / "library" / "runtime"
WEB = COMPILER / "web" / "runtime"
COMPAT = COMPILER.parent / "compat" / "native"
STRUCTS = (CALL, FEATURE, IMAGE, PROGRAM, RANGE, PLACE, STATE, SEQUENCE)
INTERFACE = FOLDER / "interface.h"
ZIGLANG = "0.17.1"
"""The version of the package; its clang has the version of LLVM that llvmlite has."""
MACHINES = {
    FOLDER: (X86_64.linker_target, ("-fPIC",)),
    WEB: ("wasm32-wasi", ("-matomics", "-mbulk-memory")),
    COMPAT: (X86_64.linker_target, ("-fPIC", "-ffp-contract=off")),
}
"""Folder of modules -> the machine that they are for, and flags for it."""
OWN_MACHINES = {
    **{one.architecture: one.linker_target for one in SYSTEMS if one.system is LINUX},
    "windows": "x86_64-windows-gnu",
    "windows_aarch64": "aarch64-windows-gnu",
    "macos": "x86_64-macos",
    "macos_aarch64": "aarch64-macos",
}
"""Beginning of a source's name -> the machine that it is for."""
OWN_FLAGS = {"dots": ("-msimd128", "-mrelaxed-simd")}
"""Name of a source -> flags for what it needs of the machine."""
WARNINGS = (
    *("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"),
    "-Wno-unused-command-line-argument",
)
FLAGS = (
    *("-fomit-frame-pointer", "-fno-strict-aliasing", "-fno-stack-protector"),
    *("-fno-unwind-tables", "-fno-asynchronous-unwind-tables", "-fno-sanitize=all"),
    *("-fno-builtin", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"),
    *("-g0", "-fno-discard-value-names", "-S", "-emit-llvm"),
)
LEFT_OUT = re.compile(r"; ModuleID|source_filename|target |; Function Attrs|!|; NOTE")
"""Starts of lines: about the compiler's machine, or metadata."""
IN_LINES = re.compile(r' "(?!wasm-import)[\w-]+"="[^"]*"|, !llvm\.loop !\d+| +; preds = .*')
"""Attributes that name a CPU, marks of loops, and comments."""


def interface() -> str:
    """Return the header that declares what the run time shares with Python."""
    lines = [
        "/* Generated from interface.py, structs.py and entry_points.py: make library-runtime */",
        *("#ifndef NCNNC_INTERFACE_H", "#define NCNNC_INTERFACE_H", ""),
        *("#include <stddef.h>", "#include <stdint.h>", ""),
        *(f"typedef {struct} {type_name(struct)};" for struct in (EXTENTS, SESSION)),
        *interface_lines(
            (*FUNCTIONS, *DYNAMIC_FUNCTIONS, *SHAPE_FUNCTIONS, *SESSION_FUNCTIONS),
            (*Status, *SequenceStatus),
        ),
        *(line for struct in STRUCTS for line in struct_lines(struct)),
        *("#endif", ""),
    ]
    return "\n".join(lines)


def modules() -> list[Path]:
    """Return the `.ll`: one for each source, and others of the library's for the web."""
    own = [source.with_suffix(".ll") for folder in MACHINES for source in folder.glob("*.c")]
    return sorted([*own, *(WEB / f"{name}.ll" for name in LIBRARY_PARTS)])


def source_of(module: Path) -> Path:
    """Return the source of a module."""
    own = module.with_suffix(".c")
    return own if own.exists() else FOLDER / own.name


def has_compiler() -> bool:
    """Return whether the compiler of the recipe is installed."""
    try:
        return version("ziglang") == ZIGLANG
    except PackageNotFoundError:
        return False


def compiled(module: Path) -> str:
    """Return the contents of a `.ll`."""
    source = source_of(module)
    with TemporaryDirectory() as folder:
        output = Path(folder) / "out.ll"
        command = [sys.executable, "-m", "ziglang", "cc", *flags_of(module), "-o", output]
        subprocess.run([*command, source.name], cwd=source.parent, check=True)
        body = "".join(kept_lines(output.read_text()))
    first = f"; Made from {source.name} by clang of ziglang {ZIGLANG}: make library-runtime"
    return f"{first}\n; {digest(module, body)}\n\n{body}"


def flags_of(module: Path) -> tuple[str, ...]:
    """Return the flags that the source of a module is compiled with."""
    machine, own = MACHINES.get(module.parent, MACHINES[FOLDER])
    named = (m for start, m in reversed(OWN_MACHINES.items()) if module.stem.startswith(start))
    machine = next(named, machine)
    own = *own, *OWN_FLAGS.get(module.stem, ())
    return "-target", machine, *WARNINGS, "-O1", *own, *FLAGS


def kept_lines(text: str) -> Iterator[str]:
    """Yield the lines of a module that are the same for every machine."""
    empty = True
    for line in text.splitlines():
        if LEFT_OUT.match(line) or (empty and not line):
            continue
        empty = not line
        yield f"{IN_LINES.sub('', line)}\n"


def digest(module: Path, body: str) -> str:
    """Return the digest of a source, the headers, the compiler and the lines of the `.ll`."""
    headers = [path.read_text() for path in sorted(FOLDER.glob("*.h"))]
    parts = [ZIGLANG, *flags_of(module), *headers, source_of(module).read_text(), body]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def has_own_digest(module: Path) -> bool:
    """Return whether a `.ll` is up to date and unedited."""
    head, _, body = module.read_text().partition("\n\n")
    return head.splitlines()[1] == f"; {digest(module, body)}"


if __name__ == "__main__":
    if not has_compiler():
        sys.exit(f"error: needs ziglang {ZIGLANG}; hint: pip install ziglang=={ZIGLANG}")
    INTERFACE.write_text(interface())
    for module in modules():
        module.write_text(compiled(module))
