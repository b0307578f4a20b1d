"""
Receptive fields: the pixels of the input images that each element of a blob depends on.

Araujo et al., "Computing Receptive Fields of Convolutional Neural Networks", Distill, 2019, with
exact fractions, so that it holds for up-sampling, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of
from ...passes.common.errors import layer_name, layer_type_of
from .field_rules import Unbounded, result_axes
from .reach import AxisReaches, Reach

IMAGE_AXES = (-2, -1)
"""Height and width of an input `c,h,w`."""


@dataclass(frozen=True)
class Field:
    """
    The dependencies of a blob.

    `axes` has, for each axis of the blob that runs along the height or the width of the images, its
    reach; `unbounded` names the first layer that reads a whole image, if there is one.
    """

    axes: AxisReaches
    unbounded: str = ""

    @property
    def depends_on_images(self) -> bool:
        """Return true if any pixel has a part in it."""
        return bool(self.unbounded) or any(axis is not None for axis in self.axes)


@dataclass(frozen=True)
class Fields:
    """The receptive fields of all outputs of a network, for one shape of its inputs."""

    outputs: tuple[Field, ...]
    alignment: int
    """Least common multiple of strides: the pixels that shift every blob by elements."""


def receptive_fields(main: FuncOp, images: Sequence[int]) -> Fields:
    """Receptive fields of a function's results; `images` are arguments `c,h,w` of one size."""
    block = main.body.block
    fields: dict[SSAValue, Field] = {}
    for index in images:
        extents = shape_of(block.args[index])
        fields[block.args[index]] = Field((None, *(Reach(a, extents[a]) for a in IMAGE_AXES)))
    steps: set[Fraction] = set()
    for op in block.ops:
        if isinstance(op, ReturnOp):
            break
        for result, field in zip(op.results, _fields_of_results(op, fields), strict=True):
            fields[result] = field
            steps.update(axis.step for axis in field.axes if axis is not None)
    results = block.last_op
    assert results is not None
    outputs = tuple(fields.get(value, Field(())) for value in results.operands)
    return Fields(outputs, math.lcm(*(step.numerator for step in steps)))


def _fields_of_results(op: Operation, fields: Mapping[SSAValue, Field]) -> list[Field]:
    """Return the fields of the results of an op; without axes for constants."""
    known = [fields.get(operand, Field(())) for operand in op.operands]
    if isinstance(op, NcnnOp) and op.SHAPE_OPERANDS:
        names = op.operand_names()
        known = [
            Field(()) if name in op.SHAPE_OPERANDS else field
            for name, field in zip(names, known, strict=True)
        ]
    unbounded = next((field.unbounded for field in known if field.unbounded), "")
    if not any(field.depends_on_images for field in known):
        return [Field(())] * len(op.results)
    values = (*op.operands, *op.results)
    if not all(map(has_shape, values)):
        return [Field((), unbounded or _described(op))] * len(op.results)
    try:
        axes = result_axes(op, [field.axes for field in known])
    except Unbounded:
        unbounded = unbounded or _described(op)
        axes = [_axes_that_stay(op, result, known) for result in op.results]
    return [
        Field(_within(each, shape_of(result)), unbounded)
        for each, result in zip(axes, op.results, strict=True)
    ]


def _within(axes: AxisReaches, shape: Shape) -> AxisReaches:
    """The axes of a blob of this shape; of none if it is a constant."""
    pairs = zip(axes, shape, strict=False)
    return tuple(None if axis is None else axis.within(extent) for axis, extent in pairs)


def _axes_that_stay(op: Operation, result: SSAValue, known: Sequence[Field]) -> AxisReaches:
    """The axes of the first operand from an image, where the result has them with these extents."""
    shape = shape_of(result)
    for operand, field in zip(op.operands, known, strict=True):
        if not any(axis is not None for axis in field.axes):
            continue
        given = shape_of(operand)
        if len(given) == len(shape):
            pairs = zip(field.axes, given, shape, strict=True)
            return tuple(axis if before == after else None for axis, before, after in pairs)
    return ()


def _described(op: Operation) -> str:
    """A layer for a message."""
    return f"layer '{layer_name(op)}' ({layer_type_of(op)})"
