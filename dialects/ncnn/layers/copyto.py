"""CopyTo: replace a part of a tensor."""

from __future__ import annotations

from math import prod
from typing import ClassVar

import numpy as np
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...alignment import align_up
from ...constraints import I64Array, int_array, int_list
from ..assembly import FUNCTION_TYPE, optional
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..layer import LayerSpec, Param, Params, ParamValue
from ..param_values import int_param, ints_param
from ..rules.axes import AXIS_NAMES, REST, named_extents, sized_list
from ..rules.layer_params import named_integers
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of

NONE = int_array([0, 0, 0, 0])
CHANNEL_ALIGNMENT = 4
"""Channels of ncnn's blobs begin at multiples of this. Units: elements."""
OFFSETS = ("coffset", "doffset", "hoffset", "woffset")
"""The parameters of `offset`, in its order."""


@irdl_op_definition
class CopyToOp(NcnnOp):
    """
    `ncnn.copyto %x, %source starts [1, -3] axes [0, 2]`: the input with the source from there on.

    Without `starts` the place is `offset`, `[c, d, h, w]` for any rank. A negative start counts
    from the end, -233 is 0. Axes of a source of another rank are matched by name (see
    `named_extents`); only the first index of an axis that the input lacks is read. A source of the
    input's shape replaces it, at any start. Rows of the source that are too long for their place
    continue in the next row, as in memory. Source: ncnn, copyto.cpp.
    """

    name = "ncnn.copyto"

    input = operand_def(AnyTensor)
    source = operand_def(AnyTensor)
    offset = prop_def(I64Array, default_value=NONE)
    starts = prop_def(I64Array, default_value=int_array([]))
    axes = prop_def(I64Array, default_value=int_array([]))
    output = result_def(AnyTensor)

    assembly_format = f"$input `,` $source {optional('offset', 'starts', 'axes')}{FUNCTION_TYPE}"

    LAYER: ClassVar = LayerSpec(
        "CopyTo",
        (
            Param(0, "woffset", "int", 0),
            Param(1, "hoffset", "int", 0),
            Param(13, "doffset", "int", 0),
            Param(2, "coffset", "int", 0),
            Param(9, "starts", "ints", []),
            Param(11, "axes", "ints", []),
        ),
    )
    RANK: ClassVar = "input"

    def replaces_all(self) -> bool:
        """Return whether the result is the source."""
        return shape_of(self.source) == shape_of(self.input)

    def offsets_and_sizes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the offset of the box that the source fills, and its extents, outermost first."""
        shape = shape_of(self.input)
        extents = named_extents(shape_of(self.source))
        sizes = tuple(extents[name] for name in AXIS_NAMES[len(shape)])
        offsets = tuple(self._offsets())
        for axis, (offset, size, extent) in enumerate(zip(offsets, sizes, shape, strict=True)):
            end = offset + (1 if axis == len(shape) - 1 else size)
            if offset < 0 or end > extent:
                place = f"{offset} to {end} of axis {axis}"
                raise ShapeError(f"the source, {place}, is outside of an axis of {extent}")
        return offsets, sizes

    def overflows(self) -> bool:
        """Return whether rows of the source continue in the next row."""
        offsets, sizes = self.offsets_and_sizes()
        return offsets[-1] + sizes[-1] > shape_of(self.input)[-1]

    def cells(self) -> np.ndarray:
        """
        Return the index of each cell of the result among those of the input, then the source.

        Shapes: as the result. In memory ncnn aligns channels to 16 bytes: cells that continue after
        the last row are lost in the padding, and then reach the next channel.
        """
        shape, full = shape_of(self.input), shape_of(self.source)
        if self.replaces_all():
            return np.arange(prod(shape), 2 * prod(shape)).reshape(shape)
        (*rows_at, column), (*rows, width) = self.offsets_and_sizes()
        names = AXIS_NAMES[len(shape)]
        first = [slice(None) if name in names else 0 for name in AXIS_NAMES[len(full)]]
        source = np.arange(prod(shape), prod(shape) + prod(full)).reshape(full)[tuple(first)]
        source = source.reshape(*rows, width)
        channels, size = (shape[0], prod(shape[1:])) if len(shape) > 2 else (1, prod(shape))
        stride = align_up(size, CHANNEL_ALIGNMENT)
        memory = np.zeros((channels * stride + width), np.int64)
        own = memory[: channels * stride].reshape(channels, stride)[:, :size]
        own[:] = np.arange(prod(shape)).reshape(channels, size)
        strides = [prod(shape[d + 1 :]) for d in range(len(rows))]
        if len(shape) > 2:
            strides[0] = stride
        for index in np.ndindex(*rows):
            row = sum((i + o) * s for i, o, s in zip(index, rows_at, strides, strict=True))
            memory[row + column : row + column + width] = source[index]
        return own.reshape(shape)

    def _offsets(self) -> list[int]:
        shape = shape_of(self.input)
        starts = int_list(self.starts)
        if not starts:
            named = dict(zip("cdhw", sized_list(self.offset, 4, "offset"), strict=True))
            return [named[name] for name in AXIS_NAMES[len(shape)]]
        axes = int_list(self.axes) or list(range(len(shape)))
        if len(starts) < len(axes):
            raise ShapeError(f"{len(axes)} axes need one start each, not {len(starts)}")
        offsets = [0] * len(shape)
        for axis, start in zip(axes, starts, strict=False):
            # Any axis of a vector is its only one
            place = 0 if len(shape) == 1 else axis + len(shape) if axis < 0 else axis
            if 0 <= place < len(shape):
                start = 0 if start == REST else start
                offsets[place] = start + shape[place] if start < 0 else start
        return offsets

    def infer_shapes(self) -> list[Shape]:
        if not self.replaces_all():
            self.offsets_and_sizes()
        return [shape_of(self.input)]

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input) | range_of(self.source)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        properties = super().layer_properties(params)
        starts, axes = ints_param(params, "starts"), ints_param(params, "axes")
        if starts and len(starts) < len(axes):
            raise InvalidLayerError(f"{len(axes)} axes need one start each, not {len(starts)}")
        offset = [int_param(params, name) for name in OFFSETS]
        return {**properties, "offset": int_array(offset)}

    def layer_params(self) -> dict[str, ParamValue]:
        return {**super().layer_params(), **named_integers(self.offset, *OFFSETS)}
