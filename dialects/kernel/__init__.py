"""
The `kernel` dialect: scheduled kernels in destination-passing style.

Op classes are discovered, not listed: each module of this package contributes those it defines.
All modules are imported on the first access to `Kernel`; a compilation does not need that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Dialect

from ..discovery import attributes_in_module, ops_in_package
from . import attributes
from .base import KernelOp
from .role import ArgumentRoleAttr

if TYPE_CHECKING:
    Kernel: Dialect


def __getattr__(name: str) -> Dialect:
    if name != "Kernel":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    found = [ArgumentRoleAttr, *attributes_in_module(attributes)]
    value = Dialect("kernel", ops_in_package(__name__, __path__), found)
    globals()[name] = value
    return value


__all__ = ["Kernel", "KernelOp"]
