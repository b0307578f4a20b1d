"""Arithmetic on scalars and, lane by lane, on vectors, where `arith` has no op for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from xdsl.dialects.arith import CMPF_COMPARISON_OPERATIONS, CMPI_COMPARISON_OPERATIONS
from xdsl.dialects.builtin import IntegerType, StringAttr, VectorType, bf16, f16, f32, f64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AnyAttr,
    BaseAttr,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from ..element_types import bit_width, element_of, lanes_of
from ..op_creation import make_op
from ..target.attributes import ProductAttr
from ..target.elements import element_type
from ..target.products import LANE_BY_LANE, ProductTypes
from .attributes import ConversionKind, ConversionKindAttr, PredicateAttr
from .base import PureOp


@irdl_op_definition
class FmaOp(PureOp):
    """
    `simd.fma %a, %b, %c : vector<16xf32>`: a * b + c, as LLVM's `fmuladd`.

    Rounded once on targets with FMA. On other targets the product is rounded, too, whereas
    `math.fma` would call the C library.
    """

    name = "simd.fma"
    T: ClassVar = VarConstraint("T", AnyAttr())
    a = operand_def(T)
    b = operand_def(T)
    c = operand_def(T)
    result = result_def(T)
    assembly_format = "$a `,` $b `,` $c attr-dict `:` type($result)"


@irdl_op_definition
class CompareOp(PureOp):
    """
    `simd.compare olt %a, %b : vector<16xf32> -> vector<16xi1>`: a mask (`arith.cmpf` has none).

    The predicates are those of `arith.cmpf`, and those of `arith.cmpi` for integers.
    """

    name = "simd.compare"
    T: ClassVar = VarConstraint("T", AnyAttr())
    predicate = prop_def(PredicateAttr)
    a = operand_def(T)
    b = operand_def(T)
    result = result_def()
    assembly_format = "$predicate $a `,` $b attr-dict `:` type($a) `->` type($result)"

    def verify_(self) -> None:
        is_integer = isinstance(element_of(self.a.type), IntegerType)
        known = CMPI_COMPARISON_OPERATIONS if is_integer else CMPF_COMPARISON_OPERATIONS
        if not is_integer and element_of(self.a.type) != f32:
            raise VerifyException(f"no comparison of {self.a.type}")
        if self.predicate.data not in known:
            raise VerifyException(f"'{self.predicate.data}' does not compare {self.a.type}")
        if lanes_of(self.result.type) != lanes_of(self.a.type):
            raise VerifyException("the mask needs one bit per lane")


@irdl_op_definition
class SelectOp(PureOp):
    """`simd.select %mask, %a, %b : vector<16xi1>, vector<16xf32>`: per lane a or b."""

    name = "simd.select"
    mask = operand_def()
    a = operand_def()
    b = operand_def()
    result = result_def()
    assembly_format = (
        "$mask `,` $a `,` $b attr-dict `:` type($mask) `,` type($a) `,` type($b) `->` type($result)"
    )

    def verify_(self) -> None:
        if len({self.a.type, self.b.type, self.result.type}) != 1:
            raise VerifyException("operands and result must have one type")


def _is_integer(type: Attribute) -> bool:
    return isinstance(type, IntegerType)


def _widens(source: Attribute, result: Attribute) -> bool:
    both = _is_integer(source) and _is_integer(result)
    return both and bit_width(source) < bit_width(result)


NARROWED = ((f32, bf16), (f32, f16), (f64, f32))
"""Pairs of floats that `truncf` converts."""
CONVERSIONS: dict[ConversionKind, Callable[[Attribute, Attribute], bool]] = {
    ConversionKind.SITOFP: lambda source, result: _is_integer(source) and result in (f32, f64),
    ConversionKind.UITOFP: lambda source, result: _is_integer(source) and result == f32,
    ConversionKind.FPTOSI: lambda source, result: source == f32 and _is_integer(result),
    ConversionKind.FPTOUI: lambda source, result: source == f32 and _is_integer(result),
    ConversionKind.EXTSI: _widens,
    ConversionKind.EXTUI: _widens,
    ConversionKind.TRUNCI: lambda source, result: _widens(result, source),
    ConversionKind.TRUNCF: lambda source, result: (source, result) in NARROWED,
    ConversionKind.EXTF: lambda source, result: source == f16 and result == f32,
    ConversionKind.BITCAST: lambda source, result: True,
}
"""Kind of conversion -> predicate: whether it converts elements of the first type to the second."""


@irdl_op_definition
class ConvertOp(PureOp):
    """
    `simd.convert sitofp %x : vector<16xi32> -> vector<16xf32>`, lane by lane.

    Also to f64; uitofp, fptosi, fptoui, extsi, extui, trunci, extf from f16, truncf from f64, to
    f16, and to bf16. The latter is one instruction on few targets; other targets, where it would be
    scalar code, build a bf16 from its bits. A bitcast may change the number of lanes, but not the
    size of the vector: a pair of bf16 is an f32.
    """

    name = "simd.convert"
    kind = prop_def(ConversionKindAttr)
    value = operand_def()
    result = result_def()
    assembly_format = "$kind $value attr-dict `:` type($value) `->` type($result)"

    def verify_(self) -> None:
        source, result = element_of(self.value.type), element_of(self.result.type)
        if not CONVERSIONS[self.kind.data](source, result):
            raise VerifyException(f"'{self.kind.data}' does not make {result} of {source}")
        lanes, made = lanes_of(self.value.type), lanes_of(self.result.type)
        is_bitcast = self.kind.data is ConversionKind.BITCAST
        if is_bitcast and lanes * bit_width(source) != made * bit_width(result):
            raise VerifyException(f"{lanes} x {source} differ in bits from {made} x {result}")
        if not is_bitcast and lanes != made:
            raise VerifyException("a conversion keeps the number of lanes")


@irdl_op_definition
class DotOp(PureOp):
    """
    Short dot products, added lane by lane, or products of small matrices, by an instruction.

        simd.dot #target.product<"x86-avx2", "vpmaddwd"> %a, %b, %sum
            : vector<16xi16>, vector<16xi16> -> vector<8xi32>

    Lane i of the result is lane i of `sum` plus the products of the k lanes of inputs a and weights
    b from `k * i` on; `Product.compute` in the record of the instruction defines it exactly. For
    2x2 blocks, a has rows of k lanes, b columns of k lanes, and the sum is in row-major order. The
    instruction must support the width of the vectors.
    """

    name = "simd.dot"
    T: ClassVar = VarConstraint("T", BaseAttr(VectorType))
    product = prop_def(ProductAttr)
    a = operand_def(VectorType)
    b = operand_def(VectorType)
    sum = operand_def(T)
    result = result_def(T)
    assembly_format = (
        "qualified($product) $a `,` $b `,` $sum attr-dict `:` type($a) `,` type($b) `->` "
        "type($result)"
    )

    def verify_(self) -> None:
        product, name = self.product.product, self.product.instruction.data
        if product.accumulation.by_element:
            raise VerifyException(f"{name} adds {product.accumulation}, not {LANE_BY_LANE}")
        a, b, sum = (element_type(element_of(x.type)) for x in (self.a, self.b, self.sum))
        types = ProductTypes(a, b, sum)
        if types != product.types:
            raise VerifyException(f"{name} multiplies {product.types}, not {types}")
        lanes, bits = lanes_of(self.sum.type), product_bits(self)
        if product.intrinsic(bits) is None:
            raise VerifyException(f"{name} has no vectors of {bits} bits")
        factors = product.accumulation.factors(lanes, product.steps)
        if tuple(lanes_of(value.type) for value in (self.a, self.b)) != factors:
            raise VerifyException(f"{name} adds {product.steps} products to each lane of the sum")


def product_bits(op: DotOp) -> int:
    """Return the width of an op's vectors of sums."""
    return lanes_of(op.sum.type) * bit_width(element_of(op.sum.type))


@irdl_op_definition
class CallOp(PureOp):
    """`simd.call "sinf"(%x) : (vector<8xf32>) -> vector<8xf32>`: a C function, lane by lane."""

    name = "simd.call"
    callee = prop_def(StringAttr)
    arguments = var_operand_def()
    result = result_def()
    assembly_format = "$callee `(` $arguments `)` attr-dict `:` functional-type(operands, results)"


def fma(*operands: SSAValue) -> FmaOp:
    """Build `simd.fma` of a, b, c."""
    return make_op(FmaOp, operands, [operands[2].type])
