"""The `simd` dialect: vectors and explicit addresses, one op to one or two lines of LLVM IR."""

from __future__ import annotations

from xdsl.ir import Dialect

from ..discovery import attributes_in_module, ops_in_package
from . import attributes

Simd = Dialect("simd", ops_in_package(__name__, __path__), attributes_in_module(attributes))
