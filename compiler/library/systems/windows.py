"""
Link libraries for Windows with LLVM's linker, from `ziglang` (the extra `link`) or the machine.

A library needs only kernel32, whose import library is written here.

Source: Microsoft, PE Format, Import Library Format.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Sequence
from pathlib import Path

from ....dialects.target.system import System
from ..archive_file import archive
from ..linking import LinkError, run, ziglang

SYSTEM_LIBRARY = "KERNEL32.dll"
KERNEL32 = frozenset(
    "AcquireSRWLockExclusive CloseHandle CreateFileMappingW CreateFileW CreateThread DeleteFileW "
    "FlushFileBuffers GetEnvironmentVariableA GetFileSizeEx GetFileType GetProcessHeap HeapAlloc "
    "HeapFree IsProcessorFeaturePresent MapViewOfFile MoveFileExW MultiByteToWideChar ReadFile "
    "ReleaseSRWLockExclusive SleepConditionVariableSRW TlsAlloc TlsFree TlsGetValue TlsSetValue "
    "UnmapViewOfFile VirtualAlloc VirtualFree WaitForSingleObject WakeAllConditionVariable "
    "WriteFile".split()
)
"""Functions of kernel32 that the run time calls."""
IMPORTED = "__imp_"
"""Prefix of pointers to functions of other libraries."""
IMPORT_HEADER = struct.Struct("<HHHHIIHH")
"""0, 0xFFFF, version, machine, time, size of the names, hint, kind."""
FUNCTION_BY_NAME = 1 << 2


def link_windows(
    folder: Path,
    object_file: str,
    output: str,
    needed: Sequence[str],
    exported: Sequence[str],
    system: System,
) -> Path:
    """
    Link a `.dll` in a folder, and return its import library.

    `needed` are the undefined symbols, all functions of kernel32. Raises: LinkError.
    """
    linker = ziglang("lld-link") or ("lld-link",)
    if not ziglang("lld-link") and shutil.which(linker[0]) is None:
        raise LinkError("there is no linker for Windows here")
    if unknown := {symbol.removeprefix(IMPORTED) for symbol in needed} - KERNEL32:
        raise LinkError(f"the object needs '{min(unknown)}', which is not known of Windows")
    (folder / "kernel32.lib").write_bytes(import_library(SYSTEM_LIBRARY, needed, system.machine))
    import_file = Path(output).with_suffix(".lib").name
    command = [
        *(*linker, "/nologo", "/dll", "/noentry", "/nodefaultlib", "/Brepro"),
        *(f"/out:{output}", f"/implib:{import_file}"),
        *(f"/export:{name}" for name in exported),
        *(object_file, "kernel32.lib"),
    ]
    run(command, folder)
    return folder / import_file


def windows_command(output: str, object_file: str, exported: Sequence[str]) -> str:
    """Return the command for users who have Microsoft's linker."""
    exports = " ".join(f"/export:{name}" for name in exported)
    return f"link /dll /noentry /out:{output} {object_file} kernel32.lib {exports}"


def import_library(library: str, needed: Sequence[str], machine: int) -> bytes:
    """Return an import library, through which a linker finds functions of a system library."""
    members: list[tuple[list[str], bytes]] = []
    for name in sorted({symbol.removeprefix(IMPORTED) for symbol in needed}):
        names = f"{name}\0{library}\0".encode("ascii")
        head = IMPORT_HEADER.pack(0, 0xFFFF, 0, machine, 0, len(names), 0, FUNCTION_BY_NAME)
        members.append(([IMPORTED + name, name], head + names))
    return archive(members)
