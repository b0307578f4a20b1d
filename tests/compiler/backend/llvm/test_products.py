"""The instructions by which `simd.dot` is printed are those of the records."""

from __future__ import annotations

import pytest
from ncnnc.compiler.backend.llvm.products import product_for, product_of
from ncnnc.dialects.simd.arithmetic import DotOp
from ncnnc.dialects.target.products import INT8, INT16
from ncnnc.dialects.target.records import Target
from xdsl.dialects.builtin import IntegerType, Signedness, VectorType, i8, i16, i32
from xdsl.ir import Attribute, Block
from xdsl.utils.exceptions import PassFailedException

INTRINSICS = {
    "x86-64": (128, "llvm.x86.sse2.pmadd.wd"),
    "x86-avx": (128, "llvm.x86.sse2.pmadd.wd"),  # its integers have half of a vector
    "x86-avx2": (256, "llvm.x86.avx2.pmadd.wd"),
    "x86-avx512": (512, "llvm.x86.avx512.pmaddw.d.512"),
}


def dot(input: Attribute, lanes: int, sums: int) -> DotOp:
    """A `simd.dot` of vectors of these lanes."""
    types = [VectorType(input, [lanes]), VectorType(input, [lanes]), VectorType(i32, [sums])]
    return DotOp.create(operands=Block(arg_types=types).args, result_types=types[2:])


@pytest.mark.parametrize("name", INTRINSICS)
def test_pairs_of_a_target_are_printed_by_its_own_instruction(name: str):
    product = Target.parse(name).inner_kernel(INT16).product
    op = dot(i16, product.multiply_adds, product.lanes)
    assert (product.bits, product_of(op).intrinsic) == INTRINSICS[name]


@pytest.mark.parametrize("name", ["x86-avx2+vnni", "x86-avx512+vnni"])
def test_quads_of_bytes_are_printed_by_the_instruction_of_vnni(name: str):
    product = Target.parse(name).inner_kernel(INT8).product
    unsigned = VectorType(IntegerType(8, Signedness.UNSIGNED), [product.multiply_adds])
    types = [unsigned, VectorType(i8, [product.multiply_adds]), VectorType(i32, [product.lanes])]
    op = DotOp.create(operands=Block(arg_types=types).args, result_types=types[2:])
    op.verify()
    assert product_of(op) == product


@pytest.mark.parametrize(("input", "bits"), [(i8, 128), (i16, 64), (i16, 1024)])
def test_what_no_machine_multiplies(input: Attribute, bits: int):
    with pytest.raises(PassFailedException, match="no instruction for"):
        product_for(input, input, i32, bits)
