"""
The `kernel` dialect: scheduled kernels in destination-passing style.

Ops are found, not listed: every module of this package contributes the op classes that it defines.
All are imported when `Kernel` is first asked for, which a compilation does not.
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
