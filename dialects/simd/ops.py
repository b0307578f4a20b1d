"""
Ops of the `simd` dialect.

Memory ops address a memref as flat memory: `%m[%i + 48]` is element `i + 48` of the row-major
buffer, whatever the memref's shape. The index is one SSA value at most, so that addresses are
computed once (by `arith`) and shared; the constant is free in x86 addressing. Alignment is that of
one element.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar, cast

from xdsl.dialects.arith import CMPF_COMPARISON_OPERATIONS
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    VectorType,
    f32,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AnyAttr,
    BaseAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure
from xdsl.utils.exceptions import VerifyException

from ..properties import I64

ZERO = IntegerAttr(0, i64)
AnyMemRef = BaseAttr(MemRefType)


def lanes_of(type: Attribute) -> int:
    """Lanes of a vector type; 1 for a scalar."""
    return cast(int, type.get_shape()[0]) if isinstance(type, VectorType) else 1


def _print_address(printer: Printer, op: LoadOp | BroadcastLoadOp | StoreOp | PrefetchOp) -> None:
    printer.print_ssa_value(op.base)
    printer.print_string("[")
    if op.index is not None:
        printer.print_ssa_value(op.index)
        printer.print_string(" + ")
    printer.print_string(f"{op.offset.value.data}]")


def _parse_address(parser: Parser) -> tuple[SSAValue, SSAValue | None, int]:
    base = parser.parse_unresolved_operand()
    parser.parse_punctuation("[")
    index = parser.parse_optional_unresolved_operand()
    if index is not None:
        parser.parse_punctuation("+")
    offset = parser.parse_integer()
    parser.parse_punctuation("]")
    return base, index, offset  # pyright: ignore[reportReturnType]


def _parse_mask(parser: Parser) -> int | None:
    return parser.parse_integer() if parser.parse_optional_keyword("first") is not None else None


def _check_access(op: LoadOp | StoreOp, type: Attribute) -> None:
    if op.first is not None and not 0 < op.first.value.data < lanes_of(type):
        raise VerifyException("'first' must be positive and less than the number of lanes")
    _check_element(op.base, type)


def _check_element(base: SSAValue, type: Attribute) -> None:
    element = type.element_type if isinstance(type, VectorType) else type
    if cast(MemRefType, base.type).element_type != element:
        raise VerifyException(f"accesses {element} in a buffer of {base.type}")


class _Address(IRDLOperation):
    base = operand_def(AnyMemRef)
    index = opt_operand_def(IndexType)
    offset = prop_def(I64, default_value=ZERO)


@irdl_op_definition
class LoadOp(_Address):
    """
    `simd.load %m[%i + 48] : memref<...> -> vector<16xf32>`: consecutive elements.

    `first n` loads only the first n lanes, the others are zero and their memory is not touched. A
    scalar result type loads one element.
    """

    name = "simd.load"
    first = opt_prop_def(I64)
    result = result_def()
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def parse(cls, parser: Parser) -> LoadOp:
        base, index, offset = _parse_address(parser)
        first = _parse_mask(parser)
        parser.parse_punctuation(":")
        base_type = parser.parse_type()
        parser.parse_punctuation("->")
        type = parser.parse_type()
        base, index = _resolve(parser, base, base_type, index)
        return load(base, index, offset, type, first)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_address(printer, self)
        if self.first is not None:
            printer.print_string(f" first {self.first.value.data}")
        printer.print_string(" : ")
        printer.print_attribute(self.base.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        _check_access(self, self.result.type)


@irdl_op_definition
class BroadcastLoadOp(_Address):
    """`simd.broadcast_load %m[%i + 3] : memref<...> -> vector<8xf32>`: one element in all lanes."""

    name = "simd.broadcast_load"
    result = result_def(VectorType)
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def parse(cls, parser: Parser) -> BroadcastLoadOp:
        base, index, offset = _parse_address(parser)
        parser.parse_punctuation(":")
        base_type = parser.parse_type()
        parser.parse_punctuation("->")
        type = parser.parse_type()
        base, index = _resolve(parser, base, base_type, index)
        return broadcast_load(base, index, offset, cast(VectorType, type))

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_address(printer, self)
        printer.print_string(" : ")
        printer.print_attribute(self.base.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        _check_element(self.base, self.result.type)


@irdl_op_definition
class StoreOp(_Address):
    """`simd.store %v, %m[%i + 48] : vector<16xf32>, memref<...>`; `first n` writes n lanes only."""

    name = "simd.store"
    value = operand_def()
    first = opt_prop_def(I64)
    traits = traits_def(MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> StoreOp:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        base, index, offset = _parse_address(parser)
        first = _parse_mask(parser)
        parser.parse_punctuation(":")
        type = parser.parse_type()
        parser.parse_punctuation(",")
        base_type = parser.parse_type()
        base, index = _resolve(parser, base, base_type, index)
        return store(parser.resolve_operand(value, type), base, index, offset, first)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(", ")
        _print_address(printer, self)
        if self.first is not None:
            printer.print_string(f" first {self.first.value.data}")
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        printer.print_string(", ")
        printer.print_attribute(self.base.type)

    def verify_(self) -> None:
        _check_access(self, self.value.type)


@irdl_op_definition
class PrefetchOp(_Address):
    """`simd.prefetch %m[%i + 512] : memref<...>`: ask for a cache line that is read soon."""

    name = "simd.prefetch"
    traits = traits_def(MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> PrefetchOp:
        base, index, offset = _parse_address(parser)
        parser.parse_punctuation(":")
        base, index = _resolve(parser, base, parser.parse_type(), index)
        return cls.build(
            operands=[base, [index] if index is not None else []],
            properties={"offset": IntegerAttr(offset, i64)},
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_address(printer, self)
        printer.print_string(" : ")
        printer.print_attribute(self.base.type)


def _resolve(
    parser: Parser, base: SSAValue, base_type: Attribute, index: SSAValue | None
) -> tuple[SSAValue, SSAValue | None]:
    resolved = parser.resolve_operand(base, base_type)  # pyright: ignore[reportArgumentType]
    if index is None:
        return resolved, None
    return resolved, parser.resolve_operand(index, IndexType())  # pyright: ignore[reportArgumentType]


class _Same(IRDLOperation):
    traits = traits_def(Pure())


@irdl_op_definition
class FmaOp(_Same):
    """`simd.fma %a, %b, %c : vector<16xf32>`: a * b + c, fused where the target can."""

    name = "simd.fma"
    T: ClassVar = VarConstraint("T", AnyAttr())
    a = operand_def(T)
    b = operand_def(T)
    c = operand_def(T)
    result = result_def(T)
    assembly_format = "$a `,` $b `,` $c attr-dict `:` type($result)"


@irdl_op_definition
class SplatOp(_Same):
    """`simd.splat %x : f32 -> vector<16xf32>`: a scalar in all lanes."""

    name = "simd.splat"
    value = operand_def()
    result = result_def(VectorType)
    assembly_format = "$value attr-dict `:` type($value) `->` type($result)"


@irdl_op_definition
class CompareOp(_Same):
    """
    `simd.compare "olt" %a, %b : vector<16xf32> -> vector<16xi1>`: a mask (`arith.cmpf` has none).

    The predicates are those of `arith.cmpf`.
    """

    name = "simd.compare"
    T: ClassVar = VarConstraint("T", AnyAttr())
    predicate = prop_def(StringAttr)
    a = operand_def(T)
    b = operand_def(T)
    result = result_def()
    assembly_format = "$predicate $a `,` $b attr-dict `:` type($a) `->` type($result)"

    def verify_(self) -> None:
        if self.predicate.data not in CMPF_COMPARISON_OPERATIONS:
            raise VerifyException(f"unknown predicate '{self.predicate.data}'")
        if lanes_of(self.result.type) != lanes_of(self.a.type):
            raise VerifyException("the mask needs one bit per lane")


@irdl_op_definition
class SelectOp(_Same):
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


@irdl_op_definition
class ShuffleOp(_Same):
    """
    `simd.shuffle %a, %b [0, 16, 1, 17] : vector<16xf32> -> vector<4xf32>`.

    Lane i of the result is lane `mask[i]` of the concatenation of a and b; -1 leaves it undefined.
    """

    name = "simd.shuffle"
    a = operand_def(VectorType)
    b = operand_def(VectorType)
    mask = prop_def(DenseArrayBase.constr(i64))
    result = result_def(VectorType)
    assembly_format = "$a `,` $b $mask attr-dict `:` type($a) `,` type($b) `->` type($result)"

    def verify_(self) -> None:
        if self.a.type != self.b.type:
            raise VerifyException("operands must have one type")
        mask = [int(v) for v in self.mask.get_values()]
        if len(mask) != lanes_of(self.result.type):
            raise VerifyException("the mask needs one entry per lane of the result")
        if not all(-1 <= v < 2 * lanes_of(self.a.type) for v in mask):
            raise VerifyException("a mask entry is out of range")


@irdl_op_definition
class ConvertOp(_Same):
    """
    `simd.convert sitofp %x : vector<16xi32> -> vector<16xf32>`; also fptosi and bitcast.
    """

    name = "simd.convert"
    kind = prop_def(StringAttr)
    value = operand_def()
    result = result_def()
    assembly_format = "$kind $value attr-dict `:` type($value) `->` type($result)"

    def verify_(self) -> None:
        if self.kind.data not in ("sitofp", "fptosi", "bitcast"):
            raise VerifyException(f"unknown conversion '{self.kind.data}'")


@irdl_op_definition
class ReduceOp(_Same):
    """`simd.reduce "add" %v : vector<16xf32> -> f32`; also mul, max and min."""

    name = "simd.reduce"
    kind = prop_def(StringAttr)
    value = operand_def(VectorType)
    result = result_def()
    assembly_format = "$kind $value attr-dict `:` type($value) `->` type($result)"

    def verify_(self) -> None:
        if self.kind.data not in ("add", "mul", "max", "min"):
            raise VerifyException(f"unknown reduction '{self.kind.data}'")


@irdl_op_definition
class CallOp(_Same):
    """`simd.call "sinf"(%x) : (vector<8xf32>) -> vector<8xf32>`: a C function, lane by lane."""

    name = "simd.call"
    callee = prop_def(StringAttr)
    arguments = var_operand_def()
    result = result_def()
    assembly_format = "$callee `(` $arguments `)` attr-dict `:` functional-type(operands, results)"


@irdl_op_definition
class BarrierOp(IRDLOperation):
    """`simd.barrier %threads`: all threads that run the graph meet here, if there are several."""

    name = "simd.barrier"
    threads = operand_def(IndexType)
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())
    assembly_format = "$threads attr-dict"

    def __init__(self, threads: SSAValue):
        super().__init__(operands=[threads])


@cache
def constant(value: int) -> IntegerAttr:
    """An i64 attribute. Kernels use few different ones, and making one is slow."""
    return IntegerAttr(value, i64)


def _address_operands(base: SSAValue, index: SSAValue | None) -> list[SSAValue]:
    return [base] if index is None else [base, index]


def load(
    base: SSAValue, index: SSAValue | None, offset: int, type: Attribute, first: int | None = None
) -> LoadOp:
    """`simd.load`, built without checks (kernels make thousands of them)."""
    properties: dict[str, Attribute] = {"offset": constant(offset)}
    if first is not None:
        properties["first"] = constant(first)
    return cast(
        LoadOp,
        LoadOp.create(
            operands=_address_operands(base, index), properties=properties, result_types=[type]
        ),
    )


def broadcast_load(
    base: SSAValue, index: SSAValue | None, offset: int, type: VectorType
) -> BroadcastLoadOp:
    """`simd.broadcast_load`, built without checks."""
    return cast(
        BroadcastLoadOp,
        BroadcastLoadOp.create(
            operands=_address_operands(base, index),
            properties={"offset": constant(offset)},
            result_types=[type],
        ),
    )


def store(
    value: SSAValue, base: SSAValue, index: SSAValue | None, offset: int, first: int | None = None
) -> StoreOp:
    """`simd.store`, built without checks."""
    properties: dict[str, Attribute] = {"offset": constant(offset)}
    if first is not None:
        properties["first"] = constant(first)
    return cast(
        StoreOp,
        StoreOp.create(operands=[value, *_address_operands(base, index)], properties=properties),
    )


def prefetch(base: SSAValue, index: SSAValue | None, offset: int) -> PrefetchOp:
    """`simd.prefetch`, built without checks."""
    return cast(
        PrefetchOp,
        PrefetchOp.create(
            operands=_address_operands(base, index), properties={"offset": IntegerAttr(offset, i64)}
        ),
    )


def fma(*operands: SSAValue) -> FmaOp:
    """`simd.fma` of a, b, c."""
    return cast(FmaOp, FmaOp.create(operands=list(operands), result_types=[operands[2].type]))


@cache
def float_vector(lanes: int) -> Attribute:
    """`vector<lanes x f32>`, or f32 for one lane."""
    return VectorType(f32, [lanes]) if lanes > 1 else f32


__all__ = [
    "BarrierOp",
    "BroadcastLoadOp",
    "CallOp",
    "CompareOp",
    "ConvertOp",
    "FmaOp",
    "LoadOp",
    "PrefetchOp",
    "ReduceOp",
    "SelectOp",
    "ShuffleOp",
    "SplatOp",
    "StoreOp",
    "broadcast_load",
    "float_vector",
    "fma",
    "lanes_of",
    "load",
    "prefetch",
    "store",
]
