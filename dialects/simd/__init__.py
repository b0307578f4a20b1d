"""The `simd` dialect."""

from xdsl.ir import Dialect

Simd = Dialect("simd", [], [])
