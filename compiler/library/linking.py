"""
Link the object file of a library into a `.so`, with a linker of the machine or of a package.

A C compiler finds its C library and libgomp. The package `ziglang` (the extra `link`) brings a
linker and a C library. A bare linker finds no libraries: it gets stubs, which contain only the
names of functions.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...dialects.target.system import NATIVE, System
from ...runtime.errors import NcnncError
from ...runtime.files.input_files import shown_path
from ..backend.object.machine_code import emit_object

OPTIONS = ("noexecstack", "relro", "now")
"""Options for `-z`: no executable stack, read-only tables, immediate binding."""
OPENMP = ("libgomp.so.1", ("GOMP_", "omp_"))
MATHEMATICS = ("libm.so.6", ("exp", "log", "pow", "sin", "cos", "tan", "atan", "fmod", "erf"))
LIBC = ("libc.so.6", ("",))
"""The file name of a library, and the prefixes of its functions."""


class LinkError(NcnncError):
    """No linker could make the library; its object file was written."""


@dataclass(frozen=True)
class Linker:
    """A linker, with its command line."""

    command: tuple[str, ...]
    is_compiler: bool
    """True if the command takes linker options after `-Wl,`, and libraries by `-l`."""
    has_libgomp: bool
    has_libc: bool

    def arguments(self, output: str, name: str, inputs: Sequence[str]) -> list[str]:
        """Return the command; `name` is stored in the library for programs that use it."""
        options = [*(("-z", option) for option in OPTIONS), ("-soname", name)]
        options += [("--build-id=none",), ("--hash-style=gnu",)]
        if self.is_compiler:
            given = [f"-Wl,{','.join(option)}" for option in options]
            given += ["-nostdlib"]
        else:
            given = [word for option in options for word in option]
        known = ["-lm", "-lc"] if self.has_libc else []
        return [*self.command, "-shared", "-o", output, *given, *inputs, *known]


def ziglang(*words: str) -> tuple[str, ...]:
    """Return the command of a program of the package `ziglang`; empty if it is not installed."""
    is_here = importlib.util.find_spec("ziglang") is not None
    return (sys.executable, "-m", "ziglang", *words) if is_here else ()


def linkers(system: System = NATIVE) -> list[Linker]:
    """Return the available linkers for a system, the best first."""
    target = system.linker_target
    is_native = system is NATIVE
    found = [
        Linker((name,), is_compiler=True, has_libgomp=True, has_libc=True)
        for name in (("cc", "gcc", "clang") if is_native else (f"{target}-gcc",))
        if shutil.which(name)
    ]
    if zig := ziglang("cc", "-target", target):
        found.append(Linker(zig, is_compiler=True, has_libgomp=False, has_libc=True))
    found += [
        Linker((name,), is_compiler=False, has_libgomp=False, has_libc=False)
        for name in ("ld" if is_native else f"{target}-ld", "ld.lld")
        if shutil.which(name)
    ]
    return found


def shown_command(output: str, object_file: str, needed: Sequence[str]) -> str:
    """Return the command for users; `needed` are the symbols that the object does not define."""
    flags = [f"-Wl,-z,{option}" for option in OPTIONS]
    known = {"-lgomp": OPENMP[0], "-lm": MATHEMATICS[0]}
    names = owned(needed, NATIVE)
    flags += [flag for flag, library in known.items() if names[library]]
    return " ".join(["cc -shared -o", output, object_file, *flags])


def link(
    folder: Path, object_file: str, output: str, needed: Sequence[str], system: System = NATIVE
) -> None:
    """Link a file with `needed` undefined symbols. Raises: LinkError if no linker can."""
    failures: list[str] = []
    for linker in linkers(system):
        try:
            missing = [] if linker.has_libc else [MATHEMATICS[0], LIBC[0], system.loader]
            missing += [] if linker.has_libgomp else [OPENMP[0]]
            stubs = [
                make_stub(folder, linker, library, names, system)
                for library, names in owned(needed, system).items()
                if library in missing and names
            ]
            inputs = [object_file, *stubs]
            if linker.has_libgomp and owned(needed, system)[OPENMP[0]]:
                inputs.append("-lgomp")
            run(linker.arguments(output, output, inputs), folder)
            return
        except LinkError as error:
            failures.append(str(error))
    raise LinkError(failures[0] if failures else "there is no linker here")


def run(command: Sequence[str], folder: Path) -> None:
    """Run a linker. Raises: LinkError with its first words if it fails."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise LinkError(f"{command[0]}: {error.strerror}") from error
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise LinkError(f"{command[0]}: {lines[0]}")


def owned(names: Sequence[str], system: System) -> dict[str, list[str]]:
    """Return the functions of each library; others belong to the C library."""
    thread_locals = system.loader, ("__tls_get_addr",)
    libraries = (OPENMP, MATHEMATICS, thread_locals, LIBC)
    found = dict[str, list[str]]({library: [] for library, _ in libraries})
    for name in names:
        found[next(library for library, starts in libraries if name.startswith(starts))] += [name]
    return found


def make_stub(
    folder: Path, linker: Linker, library: str, names: Sequence[str], system: System
) -> str:
    """Make a stub of a library, with functions of these names."""
    text = "".join(f"define void @{name}() {{\n  ret void\n}}\n" for name in names)
    source, stub = f"{library}.o", f"{library}.stub.so"
    (folder / source).write_bytes(emit_object(text, system.baseline))
    bare = Linker(linker.command, linker.is_compiler, has_libgomp=True, has_libc=False)
    run(bare.arguments(stub, library, [source]), folder)
    return stub


def no_linker(reason: str, output: Path, kept: Path, command: str) -> LinkError:
    """Return the error for a missing linker, with the remaining steps."""
    return LinkError(
        f"{shown_path(output)}: error: {reason}; {shown_path(kept)} is written; "
        f"hint: pip install 'ncnnc[link]', or on a machine with a C compiler: {command}"
    )
