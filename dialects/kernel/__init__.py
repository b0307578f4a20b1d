"""
The `kernel` dialect: scheduled kernels in destination-passing style.

Ops are found, not listed: every module of this package contributes the op classes that it defines.
"""

from __future__ import annotations

from xdsl.ir import Dialect

from ..discovery import ops_in_package
from .base import KernelOp
from .role import ArgumentRoleAttr

Kernel = Dialect("kernel", ops_in_package(__name__, __path__), [ArgumentRoleAttr])

__all__ = ["Kernel", "KernelOp"]
