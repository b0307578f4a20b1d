"""Padding: a border around a tensor."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, prop_def, result_def

from ...constraints import I64Array, int_array
from ...kernel.attributes import PaddingKind, PaddingKindAttr
from ..base import TAKES_BF16, NcnnOp
from ..errors import ShapeError
from ..layer import LayerSpec, Param, Params, ParamValue, Weight
from ..param_values import enum_of_code, float_param, int_param, value_of
from ..parameters import float_parameter
from ..rules.axes import sized_list
from ..rules.implied_shapes import ImpliedShapes
from ..rules.layer_params import named_integers
from ..shapes import AnyTensor, Shape, shape_of

NONE = int_array([0, 0, 0])
OUTSIDE = -1
"""Source index of a cell filled with a constant."""


@irdl_op_definition
class PaddingOp(NcnnOp):
    """
    `ncnn.padding constant %x before [0, 1, 1] after [0, 1, 1] value 0.5`: a border.

    `before` and `after` are `[front, top, left]` and `[behind, bottom, right]`; front and behind
    pad the channels of `c,h,w`, the depth of `c,d,h,w`. Constants may differ by channel (`values`,
    one per channel of the result). Source: ncnn, padding.cpp.
    """

    name = "ncnn.padding"

    kind = prop_def(PaddingKindAttr)
    input = operand_def(AnyTensor)
    values = opt_operand_def(AnyTensor)
    before = prop_def(I64Array, default_value=NONE)
    after = prop_def(I64Array, default_value=NONE)
    value = float_parameter(5)
    output = result_def(AnyTensor)

    assembly_format = (
        "$kind $input (`values` $values^ `:` type($values))? (`before` $before^)? "
        "(`after` $after^)? (`value` $value^)? attr-dict `:` type($input) `->` type($output)"
    )

    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec(
        "Padding",
        (
            Param(0, "top", "int", 0),
            Param(1, "bottom", "int", 0),
            Param(2, "left", "int", 0),
            Param(3, "right", "int", 0),
            Param(4, "type", "int", 0),
            Param(6, "per_channel_pad_data_size", "int", 0),
            Param(7, "front", "int", 0),
            Param(8, "behind", "int", 0),
        ),
        (
            Weight(
                "values",
                lambda p: (int_param(p, "per_channel_pad_data_size"),),
                False,
                lambda p: bool(p["per_channel_pad_data_size"]),
            ),
        ),
    )

    def axis_pads(self) -> list[tuple[int, int]]:
        """Return the cells before and after, for every axis of the input, outermost first."""
        return self.pads_of_rank(len(shape_of(self.input)))

    def pads_of_rank(self, rank: int) -> list[tuple[int, int]]:
        """Return the same for an input of `rank` dimensions."""
        before = sized_list(self.before, 3, "before")
        after = sized_list(self.after, 3, "after")
        pads = list(zip(before, after, strict=True))
        return [(0, 0), *pads] if rank == 4 else pads[3 - rank :]

    def source_indices(self) -> list[np.ndarray]:
        """Return for each axis the input index of each output cell, or `OUTSIDE`."""
        return [
            self._axis_indices(size, before, after)
            for size, (before, after) in zip(shape_of(self.input), self.axis_pads(), strict=True)
        ]

    def _padded_extent(self, size: int, before: int, after: int) -> int:
        if min(before, after) < 0:
            raise ShapeError(f"pads {before} and {after} must not be negative")
        if self.kind.data is PaddingKind.REFLECT and max(before, after) >= size:
            raise ShapeError(f"pads {before} and {after} reflect beyond an axis of {size}")
        return before + size + after

    def _axis_indices(self, size: int, before: int, after: int) -> np.ndarray:
        extent = self._padded_extent(size, before, after)
        indices = np.arange(-before, extent - before)
        match self.kind.data:
            case PaddingKind.REPLICATE:
                return np.clip(indices, 0, size - 1)
            case PaddingKind.REFLECT:
                return (size - 1) - np.abs((size - 1) - np.abs(indices))
            case _:
                return np.where((indices >= 0) & (indices < size), indices, OUTSIDE)

    def infer_shapes(self) -> list[Shape]:
        pads = self.axis_pads()
        shape = tuple(
            self._padded_extent(size, before, after)
            for size, (before, after) in zip(shape_of(self.input), pads, strict=True)
        )
        if self.values is not None and len(shape) >= 3 and shape_of(self.values) != shape[:1]:
            raise ShapeError(
                f"values has shape {list(shape_of(self.values))}, the result {shape[0]} channels"
            )
        return [shape]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply extents that differ by the pads."""
        self.imply_ranks(shapes)
        for one, other, sign in ((self.input, self.output, 1), (self.output, self.input, -1)):
            if (known := shapes.of(one)) is not None:
                grown = zip(known, self.pads_of_rank(len(known)), strict=True)
                shapes.say(other, tuple(n and n + sign * (a + b) for n, (a, b) in grown))

    def supports_packing(self) -> bool:
        if len(shape_of(self.input)) < 3:
            return False
        is_one_constant = self.kind.data is PaddingKind.CONSTANT and self.values is None
        return is_one_constant or self.axis_pads()[0] == (0, 0)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {
            "kind": PaddingKindAttr(enum_of_code(PaddingKind, params, "type")),
            "before": int_array([int_param(params, n) for n in ("front", "top", "left")]),
            "after": int_array([int_param(params, n) for n in ("behind", "bottom", "right")]),
            "value": FloatAttr(float_param(params, "value"), f32),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            **named_integers(self.before, "front", "top", "left"),
            **named_integers(self.after, "behind", "bottom", "right"),
            "type": value_of(self.kind),
            "per_channel_pad_data_size": 0 if self.values is None else shape_of(self.values)[0],
        }
