"""
Memory ops that address a memref as flat memory.

`%m[%i + 48]` is element `i + 48` of the row-major buffer, for any shape of the memref. The index is
one SSA value at most, so that addresses are computed once (by `arith`) and shared; the constant is
free in x86 addressing. Elements have the buffer's type. Alignment is that of one element.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerAttr, MemRefType, UnitAttr, VectorType, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from ..element_types import bit_width, element_of, lanes_of
from ..op_creation import make_op

ZERO = IntegerAttr(0, i64)
AnyMemRef = BaseAttr(MemRefType)


def _print_address(printer: Printer, op: AddressedOp) -> None:
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
    element = element_of(type)
    if element_of(base.type) != element:
        raise VerifyException(f"accesses {element} in a buffer of {base.type}")


class AddressedOp(IRDLOperation):
    """An access to the element `index + offset` of a buffer, and those behind it."""

    base = operand_def(AnyMemRef)
    index = opt_operand_def(IndexType)
    offset = prop_def(I64, default_value=ZERO)


@irdl_op_definition
class LoadOp(AddressedOp):
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
class LoadGroupOp(AddressedOp):
    """
    `%a, %b = simd.load_group %m[%i + 48] : memref<...> -> vector<4xf32>, vector<4xf32>`: vectors
    that lie side by side, loaded by one instruction.
    """

    name = "simd.load_group"
    vectors = var_result_def(VectorType)
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def parse(cls, parser: Parser) -> LoadGroupOp:
        base, index, offset = _parse_address(parser)
        parser.parse_punctuation(":")
        base_type = parser.parse_type()
        parser.parse_punctuation("->")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        base, index = _resolve(parser, base, base_type, index)
        return load_group(base, index, offset, types)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_address(printer, self)
        printer.print_string(" : ")
        printer.print_attribute(self.base.type)
        printer.print_string(" -> ")
        printer.print_list(self.result_types, printer.print_attribute)

    def verify_(self) -> None:
        first, *others = self.result_types
        if not others or set(others) != {first}:
            raise VerifyException("needs several vectors of one type")
        _check_element(self.base, first)


@irdl_op_definition
class LoadIntegerOp(AddressedOp):
    """`simd.load_integer %m[%i + 8] : memref<...>`: the bits of consecutive elements as an i64."""

    name = "simd.load_integer"
    result = result_def(i64)
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def parse(cls, parser: Parser) -> LoadIntegerOp:
        base, index, offset = _parse_address(parser)
        parser.parse_punctuation(":")
        base, index = _resolve(parser, base, parser.parse_type(), index)
        return load_integer(base, index, offset)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_address(printer, self)
        printer.print_string(" : ")
        printer.print_attribute(self.base.type)

    def verify_(self) -> None:
        if i64.bitwidth % bit_width(element_of(self.base.type)):
            raise VerifyException(f"64 bits are no elements of {self.base.type}")


@irdl_op_definition
class BroadcastLoadOp(AddressedOp):
    """
    `simd.broadcast_load %m[%i + 3] : memref<...> -> vector<8xf32>`: one element in all lanes.

    With `of 4`, four neighbouring elements are repeated, for products of several steps.
    """

    name = "simd.broadcast_load"
    count = opt_prop_def(I64)
    result = result_def(VectorType)
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def parse(cls, parser: Parser) -> BroadcastLoadOp:
        base, index, offset = _parse_address(parser)
        count = 1
        if parser.parse_optional_keyword("of") is not None:
            count = parser.parse_integer()
        parser.parse_punctuation(":")
        base_type = parser.parse_type()
        parser.parse_punctuation("->")
        type = parser.parse_type()
        base, index = _resolve(parser, base, base_type, index)
        return broadcast_load(base, index, offset, cast(VectorType, type), count)  # verified

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_address(printer, self)
        if self.count is not None:
            printer.print_string(f" of {self.count.value.data}")
        printer.print_string(" : ")
        printer.print_attribute(self.base.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    @property
    def neighbours(self) -> int:
        """Return the number of elements that are repeated."""
        return 1 if self.count is None else self.count.value.data

    def verify_(self) -> None:
        _check_element(self.base, self.result.type)
        if self.count is None:
            return
        if self.neighbours < 2 or lanes_of(self.result.type) % self.neighbours:
            raise VerifyException("the lanes must repeat those of several neighbours")


@irdl_op_definition
class StoreOp(AddressedOp):
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
class PrefetchOp(AddressedOp):
    """
    `simd.prefetch %m[%i + 512] : memref<...>`: prefetch a cache line that is read soon. `into L2`
    after the type prefetches it into L2 only, to save space in L1.
    """

    name = "simd.prefetch"
    into_l2 = opt_prop_def(UnitAttr)
    traits = traits_def(MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> PrefetchOp:
        base, index, offset = _parse_address(parser)
        parser.parse_punctuation(":")
        base, index = _resolve(parser, base, parser.parse_type(), index)
        properties: dict[str, Attribute] = {"offset": IntegerAttr(offset, i64)}
        if parser.parse_optional_keyword("into") is not None:
            parser.parse_keyword("L2")
            properties["into_l2"] = UnitAttr()
        return cls.build(
            operands=[base, [index] if index is not None else []], properties=properties
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_address(printer, self)
        printer.print_string(" : ")
        printer.print_attribute(self.base.type)
        if self.into_l2 is not None:
            printer.print_string(" into L2")


def _resolve(
    parser: Parser, base: SSAValue, base_type: Attribute, index: SSAValue | None
) -> tuple[SSAValue, SSAValue | None]:
    resolved = parser.resolve_operand(base, base_type)  # pyright: ignore[reportArgumentType]
    if index is None:
        return resolved, None
    return resolved, parser.resolve_operand(index, IndexType())  # pyright: ignore[reportArgumentType]


@cache
def constant(value: int) -> IntegerAttr:
    """Return an i64 attribute, cached: kernels use few different ones, and creating one is slow."""
    return IntegerAttr(value, i64)


def _address_operands(base: SSAValue, index: SSAValue | None) -> list[SSAValue]:
    return [base] if index is None else [base, index]


def address_of(
    op: AddressedOp,
) -> tuple[SSAValue, SSAValue | None]:
    """Return `base` and `index` without the slow look-up by name, for loops of thousands."""
    base, *index = op.operands
    if type(op) is StoreOp:
        base, *index = index
    return base, index[0] if index else None


def elements_of(op: LoadGroupOp) -> int:
    """Return the number of elements that it loads."""
    return len(op.results) * lanes_of(op.results[0].type)


def load(
    base: SSAValue, index: SSAValue | None, offset: int, type: Attribute, first: int | None = None
) -> LoadOp:
    """Build `simd.load` without checks (kernels create thousands of them)."""
    properties: dict[str, Attribute] = {"offset": constant(offset)}
    if first is not None:
        properties["first"] = constant(first)
    return make_op(LoadOp, _address_operands(base, index), [type], properties)


def load_group(
    base: SSAValue, index: SSAValue | None, offset: int, types: Sequence[Attribute]
) -> LoadGroupOp:
    """Build `simd.load_group` without checks."""
    properties: dict[str, Attribute] = {"offset": constant(offset)}
    return make_op(LoadGroupOp, _address_operands(base, index), types, properties)


def load_integer(base: SSAValue, index: SSAValue | None, offset: int) -> LoadIntegerOp:
    """Build `simd.load_integer` without checks."""
    properties: dict[str, Attribute] = {"offset": constant(offset)}
    return make_op(LoadIntegerOp, _address_operands(base, index), [i64], properties)


def broadcast_load(
    base: SSAValue, index: SSAValue | None, offset: int, type: VectorType, count: int = 1
) -> BroadcastLoadOp:
    """Build `simd.broadcast_load` without checks."""
    properties: dict[str, Attribute] = {"offset": constant(offset)}
    if count > 1:
        properties["count"] = constant(count)
    return make_op(BroadcastLoadOp, _address_operands(base, index), [type], properties)


def store(
    value: SSAValue, base: SSAValue, index: SSAValue | None, offset: int, first: int | None = None
) -> StoreOp:
    """Build `simd.store` without checks."""
    properties: dict[str, Attribute] = {"offset": constant(offset)}
    if first is not None:
        properties["first"] = constant(first)
    return make_op(StoreOp, [value, *_address_operands(base, index)], (), properties)


def prefetch(
    base: SSAValue, index: SSAValue | None, offset: int, into_l2: bool = False
) -> PrefetchOp:
    """Build `simd.prefetch` without checks."""
    properties: dict[str, Attribute] = {"offset": constant(offset)}
    if into_l2:
        properties["into_l2"] = UnitAttr()
    return make_op(PrefetchOp, _address_operands(base, index), (), properties)
