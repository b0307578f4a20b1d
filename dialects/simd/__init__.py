"""The `simd` dialect: vectors and explicit addresses, one op to one or two lines of LLVM IR."""

from __future__ import annotations

from xdsl.ir import Dialect

from ..discovery import ops_in_package

Simd = Dialect("simd", ops_in_package(__name__, __path__), [])
