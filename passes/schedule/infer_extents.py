"""Infer the extents that are known at run time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, DictionaryAttr, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap
from xdsl.passes import ModulePass

from ...dialects.main_function import result_attributes
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.errors import ShapeError
from ...dialects.ncnn.families.convolution_nd import ConvolutionND
from ...dialects.ncnn.families.pooling_nd import PoolingND
from ...dialects.ncnn.internal.convert_layout import ConvertLayoutOp
from ...dialects.ncnn.rules.borrowed_types import borrowed_types, set_type
from ...dialects.ncnn.rules.extents import is_unknown
from ...dialects.ncnn.rules.formulas import Condition
from ...dialects.ncnn.rules.symbolic_shapes import SymbolicShapes
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of, tensor_type
from ...dialects.symbols import (
    EXTENTS_ATTRIBUTE,
    FIRST_CELL_ATTRIBUTE,
    dynamic_symbols,
    extents_of,
    set_symbols,
    symbols_of,
)
from ..common.errors import OperationError
from ..common.extents.refused_extents import EACH_SHAPE, RefusedExtentsError
from ..common.extents.table_extents import check_table

Extents = tuple[AffineExpr, ...]

HINT = f"give it other extents, or {EACH_SHAPE}"


@dataclass(frozen=True)
class InferExtentsPass(ModulePass):
    """
    Attach to each op the extents of its results, as functions of the graph's symbols.

        func.func @main(%x: tensor<592x8xf32> {ncnn.extents = affine_map<()[s0] -> (s0, 8)>})
            attributes {ncnn.symbols = [{name = "T", ...}]} {
          %y = ncnn.relu %x
        -> %y = ncnn.relu %x {ncnn.extents = [affine_map<()[s0] -> (s0, 8)>]}

    Types have the planned extents. Shape rules are evaluated on expressions of the symbols, which
    record comparisons: a comparison whose outcome differs within the ranges is an error, as the
    graph would differ. Results of the function have their extents as an attribute.

    Raises: OperationError, once for all ops that do not support such extents.
    """

    name = "infer-extents"
    same_padding: bool = False
    """
    Accept SAME padding of dynamic size, which `expand-same-padding` expands afterwards; skip
    functions without windows.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and symbols_of(function):
                if not self.same_padding or has_windows(function):
                    infer_extents(function, self.same_padding)


def has_windows(function: FuncOp) -> bool:
    """Return whether a function has ops that may pad."""
    return any(isinstance(op, ConvolutionND | PoolingND) for op in function.body.block.ops)


def infer_extents(function: FuncOp, same_padding: bool) -> None:
    """Infer the extents in one function."""
    shapes = SymbolicShapes(dynamic_symbols(function))
    arguments = {arg: extents_of(arg) for arg in function.body.block.args}
    results: list[Extents] = []
    refused: list[OperationError] = []
    unknown: set[SSAValue] = set()
    with borrowed_types(function):
        for argument, extents in arguments.items():
            if extents is not None:
                set_type(argument, tensor_type(shapes.shape(extents)))
        for op in function.body.block.ops:
            op.attributes.pop(EXTENTS_ATTRIBUTE, None)
            op.attributes.pop(FIRST_CELL_ATTRIBUTE, None)
            if not unknown.isdisjoint(op.operands):
                unknown.update(op.results)
            elif isinstance(op, ReturnOp):
                results = [shapes.extents_of(shape_of(value)) for value in op.operands]
            elif any(is_symbolic(op)):
                try:
                    infer(op, shapes)
                    if not (same_padding and isinstance(op, ConvolutionND | PoolingND)):
                        check_borders(op, shapes)
                except OperationError as error:
                    refused.append(error)
                    unknown.update(op.results)
    if refused:
        raise RefusedExtentsError(refused, HINT)
    set_symbols(function, shapes.products.symbols)
    set_results(function, list(map(shapes.map_of, results)))


def is_symbolic(op: Operation) -> list[bool]:
    """Return for each operand whether its type has unknown extents."""
    return [has_shape(v) and any(map(is_unknown, shape_of(v))) for v in op.operands]


def infer(op: Operation, shapes: SymbolicShapes) -> None:
    """Set the extents of an op's results. Raises: OperationError."""
    if not isinstance(op, NcnnOp | ConvertLayoutOp):
        raise OperationError(op, "takes no extents known at run time")
    planned = [shape_of(result) for result in op.results]
    shapes.formulas.conditions.clear()
    try:
        found = result_shapes(op)
        extents = [shapes.extents_of(shape) for shape in found]
        first = shapes.extents_of(first_cell(op))
    except (ShapeError, ValueError, ZeroDivisionError, TypeError) as error:
        raise OperationError(op, f"takes no extents known at run time: {error}") from None
    for condition in shapes.broken():
        check_condition(op, shapes, condition, [*extents, first])
    check_table(op, shapes.products, first, extents[0])
    for result, shape, before in zip(op.results, found, planned, strict=True):
        if [int(n.number) if is_unknown(n) else n for n in shape] != list(before):
            raise OperationError(op, f"has the shape {before}, but its rule says {shape}")
        set_type(result, tensor_type(shape))
    maps = map(shapes.map_of, extents)
    op.attributes[EXTENTS_ATTRIBUTE] = ArrayAttr(map(AffineMapAttr, maps))
    if first:
        op.attributes[FIRST_CELL_ATTRIBUTE] = AffineMapAttr(shapes.map_of(first))


def result_shapes(op: NcnnOp | ConvertLayoutOp) -> Sequence[Shape]:
    """Return the shapes that the results should have. Raises: ShapeError."""
    return [shape_of(op.input)] if isinstance(op, ConvertLayoutOp) else op.infer_shapes()


def check_borders(op: Operation, shapes: SymbolicShapes) -> None:
    """Raises: OperationError if the size of an image's padding is dynamic."""
    borders = shapes.extents_of(tuple(op.borders())) if isinstance(op, NcnnOp) else ()
    if not all(isinstance(cells, AffineConstantExpr) for cells in borders):
        raise OperationError(
            op, "pads or cuts by a dynamic number; images of whole strides have 3,32*H,32*W"
        )


def first_cell(op: NcnnOp | ConvertLayoutOp) -> Shape:
    """Return the begin of the box that the op's result is, if it crops a box."""
    return () if isinstance(op, ConvertLayoutOp) else op.first_cell()


def check_condition(
    op: NcnnOp | ConvertLayoutOp,
    shapes: SymbolicShapes,
    condition: Condition,
    extents: Sequence[Extents],
) -> None:
    """
    Raises: OperationError for a comparison whose outcome depends on the symbols, unless it detects
    an extent of 1 (broadcasting) or 0 (an empty cache) and the shape in this case agrees with the
    expressions.
    """
    special = shapes.special_values(condition)
    if special is not None:
        values = shapes.products.numbers(special)
        types = {operand: operand.type for operand in op.operands}
        try:
            for operand in types:
                if has_shape(operand):
                    known = shapes.extents_of(shape_of(operand))
                    set_type(operand, tensor_type([e.eval((), values) for e in known]))
            expected = [tuple(e.eval((), values) for e in result) for result in extents]
            if [*map(tuple, result_shapes(op)), tuple(first_cell(op))] == expected:
                return
        except ShapeError:
            pass  # The layer is invalid in this case.
        finally:
            for operand, type in types.items():
                set_type(operand, type)
    ranges = ", ".join(f"{s.name}={s.least}..{s.most}" for s in shapes.symbols)
    raise OperationError(op, f"depends on whether {shapes.text(condition)}, of {ranges}")


def set_results(function: FuncOp, maps: list[AffineMap]) -> None:
    """Attach the extents of the function's results."""
    entries = result_attributes(function)
    function.res_attrs = ArrayAttr(
        DictionaryAttr({**entry.data, EXTENTS_ATTRIBUTE: AffineMapAttr(extents)})
        for entry, extents in zip(entries, maps, strict=True)
    )
