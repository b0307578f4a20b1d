"""Print products that are added to sums, lane by lane, as small matrices, or in tile registers."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import bf16
from xdsl.ir import SSAValue

from ....dialects.element_types import element_of, lanes_of
from ....dialects.simd.arithmetic import DotOp, product_bits
from ....dialects.target.products import Product, TileRegisters
from .function_printer import FunctionPrinter, prints
from .instructions import product_of
from .print_arithmetic import bfloat_type
from .text import llvm_type

INSTRUCTIONS = 2
"""Number of instructions for a product that another one adds."""


@prints(DotOp)
def _dot(p: FunctionPrinter, op: DotOp) -> None:
    """Print the instruction that adds products to sums, or one for products and an addition."""
    product, intrinsic = product_of(op, p.target), op.product.product.intrinsic(product_bits(op))
    if product.tiles is not None and intrinsic is not None:
        p.names[op.result] = _product_of_tiles(p, op, product, product.tiles, intrinsic)
        return
    sums = llvm_type(op.sum.type)
    if product.neighbours:
        made = f"<{lanes_of(op.a.type)} x i{2 * product.types.input.bits}>"
        waiting = p.target.loops.loads_ahead // INSTRUCTIONS
        first, *_ = [_multiplied(p, each, made) for each in _with_next(p, op, waiting)]
        p.declarations.add(f"declare {sums} @{product.neighbours}({made})")
        result = p.emit(f"call {sums} @{product.neighbours}({made} {first})")
    elif intrinsic:
        result = _call(p, op, sums)
    else:
        wide = [p.emit(f"sext {type} {name} to {sums}") for type, name in _factors(p, op)]
        result = p.emit(f"mul nsw {sums} {wide[0]}, {wide[1]}")
    if "sum" not in product.operands:
        add = "add" if product.types.accumulator.is_integer else "fadd"
        result = p.emit(f"{add} {sums} {result}, {p.names[op.sum]}")
    p.names[op.result] = result


def _factors(p: FunctionPrinter, op: DotOp) -> list[tuple[str, str]]:
    """Return the types and names of the operands of a product's instruction."""
    values = {"sum": op.sum, "input": op.a, "weight": op.b}
    return [_operand(p, values[name]) for name in op.product.product.operands]


def _call(p: FunctionPrinter, op: DotOp, made: str) -> str:
    """Print a product's instruction, and return the name of its result."""
    intrinsic = op.product.product.intrinsic(product_bits(op))
    factors = [(type, f"{type} {name}") for type, name in _factors(p, op)]
    types, arguments = (", ".join(words) for words in zip(*factors, strict=True))
    p.declarations.add(f"declare {made} @{intrinsic}({types})")
    return p.emit(f"call {made} @{intrinsic}({arguments})")


def _multiplied(p: FunctionPrinter, op: DotOp, made: str) -> str:
    """Return the name of the products of two factors, which may stand before."""
    key = p.names[op.a], p.names[op.b]
    if key not in p.derived:
        p.derived[key] = _call(p, op, made)
    return p.derived[key]


def _with_next(p: FunctionPrinter, op: DotOp, count: int) -> Iterator[DotOp]:
    """
    Yield an op, and so many products behind it, up to one whose factors are not known.

    An in-order core would wait for each product to be added, were it not for those behind it.
    """
    yield op
    following = op.next_op
    while count and following is not None:
        if isinstance(following, DotOp):
            if following.product != op.product or not {following.a, following.b} <= p.names.keys():
                return
            yield following
            count -= 1
        following = following.next_op


def _product_of_tiles(
    p: FunctionPrinter, op: DotOp, product: Product, tiles: TileRegisters, intrinsic: str
) -> str:
    """Return the product of matrices, which vectors are converted to and from."""
    type, shape = tiles.type, product.accumulation

    def converted(value: SSAValue) -> str:
        name = f"{tiles.from_vector}.{overload(value)}"
        p.declarations.add(f"declare {type} @{name}({llvm_type(value.type)})")
        # LLVM loads a tile register from memory if its vector is converted only once.
        key = (name, p.names[value])
        if key not in p.derived:
            p.derived[key] = p.emit(f"call {type} @{name}({p.typed(value)})")
        return f"{type} {p.derived[key]}"

    # Rows of sums, and bytes of a row of sums and of inputs.
    extents = (
        shape.rows,
        shape.columns * product.types.accumulator.bytes,
        product.steps * product.types.input.bytes,
    )
    arguments = [f"i16 {extent}" for extent in extents]
    arguments += [converted(value) for value in (op.sum, op.a, op.b)]
    p.declarations.add(f"declare {type} @{intrinsic}(i16, i16, i16, {type}, {type}, {type})")
    sums = p.emit(f"call {type} @{intrinsic}({', '.join(arguments)})")
    made, back = llvm_type(op.sum.type), f"{tiles.to_vector}.{overload(op.sum)}"
    p.declarations.add(f"declare {made} @{back}({type})")
    return p.emit(f"call {made} @{back}({type} {sums})")


def overload(vector: SSAValue) -> str:
    """Return the suffix of LLVM's intrinsics for a type of vectors: `v256i32`."""
    return f"v{lanes_of(vector.type)}{element_of(vector.type)}"


def _operand(p: FunctionPrinter, value: SSAValue) -> tuple[str, str]:
    """Return type and name of an intrinsic's operand; bits of bf16 are cast to bfloat."""
    if element_of(value.type) != bf16:
        return llvm_type(value.type), p.names[value]
    type = bfloat_type(lanes_of(value.type))
    return type, p.emit(f"bitcast {p.typed(value)} to {type}")
