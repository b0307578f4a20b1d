"""Which instruction computes a `simd.dot`: a table, by the types of its vectors and their size."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import i16, i32
from xdsl.ir import Attribute

from ...dialects.element_types import bit_width, element_of, lanes_of
from ...dialects.simd.arithmetic import DotOp


@dataclass(frozen=True)
class Product:
    """Short dot products of vectors of `bits`, in elements: input, weight and sum."""

    input: Attribute
    weight: Attribute
    sum: Attribute
    bits: int


PAIRS_OF_I16 = {
    128: "llvm.x86.sse2.pmadd.wd",
    256: "llvm.x86.avx2.pmadd.wd",
    512: "llvm.x86.avx512.pmaddw.d.512",
}
"""`vpmaddwd` by the bits of its vectors."""

INTRINSICS = {Product(i16, i16, i32, bits): name for bits, name in PAIRS_OF_I16.items()}
"""The LLVM intrinsic that has the products of two vectors; the sums are added to them."""


def product_of(op: DotOp) -> Product:
    """What an op computes."""
    a, b, sum = (element_of(v.type) for v in (op.a, op.b, op.sum))
    return Product(a, b, sum, lanes_of(op.sum.type) * bit_width(sum))
