"""Print `ncnnc --version`: everything that generated code depends on."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from ...runtime.errors import NcnncError
from ...runtime.system import here
from ...runtime.version import VERSION
from ..options.target import HOST, parse_target

PACKAGES = ("llvmlite", "xdsl", "numpy")


def versions() -> str:
    """Return the versions of ncnnc and its dependencies, then the machine."""
    packages = ", ".join(f"{name} {installed(name)}" for name in PACKAGES)
    system = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    return f"ncnnc {VERSION}\nLLVM {llvm_version()} ({packages})\n{system}\n{machine()}"


def llvm_version() -> str:
    """Return the version of llvmlite's LLVM."""
    from llvmlite.binding import llvm_version_info

    return ".".join(map(str, llvm_version_info))


def installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def machine() -> str:
    """The target that this machine is, and its processor."""
    processor = here.cpu_name() or "an unknown CPU"
    try:
        return f"host: {parse_target(HOST).name} ({processor})"
    except NcnncError:
        return f"host: none of the targets ({processor})"
