"""Interp: an image in another size."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import DenseArrayBase, StringAttr, f32
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import (
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.str_enum import StrEnum

from ...constraints import F32Array, I64Array, float_list, int_array
from ..assembly import FUNCTION_TYPE, optional
from ..base import TAKES_BF16, NcnnOp
from ..errors import ShapeError
from ..layer import LayerSpec, Param, Params, ParamValue
from ..param_values import enum_of_code, flag_property, float_param, int_param
from ..parameters import flag_parameter
from ..rules.axes import named_extents, sized_list
from ..rules.expression import evaluate_expression
from ..rules.extents import is_unknown
from ..rules.implied_shapes import ImpliedShapes
from ..rules.layer_params import flag_code, named_integers
from ..shapes import AnyTensor, Shape, shape_of

LARGEST_DENOMINATOR = 4096
"""Largest denominator of a scale as a fraction near the stored float32."""
EXACT_INTEGERS = 1 << 24
"""Float32 represents all integers below this."""
MOST_CELLS = 1 << 14
"""Largest extent of a dynamic axis, if the scale is not a small ratio."""


class InterpMode(StrEnum):
    """Interpolation between cells, in the order of ncnn's codes (from 1)."""

    NEAREST = "nearest"
    BILINEAR = "bilinear"
    BICUBIC = "bicubic"


@irdl_attr_definition
class InterpModeAttr(EnumAttribute[InterpMode], SpacedOpaqueSyntaxAttribute):
    name = "ncnn.interp_mode"


@dataclass(frozen=True)
class AxisSamples:
    """
    The samples of every output cell along one axis: `sum_t weights[i, t] * x[indices[i, t]]`.

    Shapes: both `(outputs, taps)`; 1, 2 or 4 taps. Indices are clamped to the input.
    """

    indices: np.ndarray
    weights: np.ndarray

    def __len__(self) -> int:
        return len(self.indices)


def identity_samples(size: int) -> AxisSamples:
    """Every cell as it is."""
    return AxisSamples(np.arange(size)[:, None], np.ones((size, 1), np.float32))


def nearest_samples(size: int, outputs: int, step: float) -> AxisSamples:
    """`min(int(i * step), size - 1)`, the product in float32."""
    positions = np.arange(outputs, dtype=np.float32) * np.float32(step)
    indices = np.minimum(positions.astype(np.int64), size - 1)
    return AxisSamples(indices[:, None], np.ones((outputs, 1), np.float32))


def smooth_samples(mode: InterpMode, size: int, positions: np.ndarray) -> AxisSamples:
    """Return the linear or cubic (a = -0.75) weights around positions in cells; edges repeat."""
    base = np.floor(positions)
    fraction = (positions - base).astype(np.float32)
    if mode is InterpMode.BILINEAR:
        taps = np.array([0, 1])
        weights = np.stack([1 - fraction, fraction], axis=1)
    else:
        taps = np.array([-1, 0, 1, 2])
        weights = cubic_weights(fraction)
    indices = np.clip(base.astype(np.int64)[:, None] + taps, 0, size - 1)
    return AxisSamples(indices, weights.astype(np.float32))


def cubic_weights(fraction: np.ndarray) -> np.ndarray:
    """Return weights of Keys' cubic convolution, a = -0.75, for four cells around a position."""
    a = np.float32(-0.75)

    def near(x: np.ndarray) -> np.ndarray:
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x: np.ndarray) -> np.ndarray:
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    first, second, third = far(fraction + 1), near(fraction), near(1 - fraction)
    return np.stack([first, second, third, 1 - first - second - third], axis=1)


def axis_samples(
    mode: InterpMode, size: int, outputs: int, scale: float | None = None, corners: bool = False
) -> AxisSamples:
    """Return samples of an axis; the step is `1 / scale` if given, else `in / out`."""
    if mode is InterpMode.NEAREST:
        by_size = size / np.float32(outputs)
        step = by_size if scale is None else np.float32(1) / np.float32(scale)
        return nearest_samples(size, outputs, float(step))
    if corners:
        step = (size - 1) / (outputs - 1) if outputs > 1 else 0.0
        positions = np.arange(outputs) * step
    else:
        step = size / outputs if scale is None else 1 / scale
        positions = (np.arange(outputs) + 0.5) * step - 0.5
    return smooth_samples(mode, size, positions.astype(np.float32))


@functools.cache
def ratio_in_float32(scale: float) -> Fraction | None:
    """Return a ratio with the same products, rounded down, as the float32 scale, or None."""
    if not 0 < scale <= MOST_CELLS:
        return None
    sizes = np.arange(MOST_CELLS + 1)
    products = (sizes.astype(np.float32) * np.float32(scale)).astype(np.int64)
    for most in (LARGEST_DENOMINATOR, EXACT_INTEGERS):
        ratio = Fraction(scale).limit_denominator(most)
        if np.array_equal(sizes * ratio.numerator // ratio.denominator, products):
            return ratio
    return None


@irdl_op_definition
class InterpOp(NcnnOp):
    """
    `ncnn.interp bilinear %x scale [2.0, 2.0]`: the input resampled.

    The new size is the first of: an `expression` (list `w[, h]` in the extents of the inputs), the
    size of a further input (`like`), `size` `[h, w]` if both are positive, else the input's size
    times `scale` `[h, w]`, floored. Positions are those of cell centres, or corners
    (`align_corner`).

    Shapes: `c,h,w` to `c,oh,ow`; `h,w` to `h,ow`; `c` to `c,oh,ow`, each plane constant.
    Source: ncnn, interp.cpp, with the steps of ncnn's releases of 2026.
    """

    name = "ncnn.interp"
    SHAPE_OPERANDS: ClassVar[frozenset[str]] = frozenset({"references"})

    mode = prop_def(InterpModeAttr)
    input = operand_def(AnyTensor)
    references = var_operand_def(AnyTensor)
    scale = prop_def(F32Array, default_value=DenseArrayBase.from_list(f32, [1.0, 1.0]))
    size = prop_def(I64Array, default_value=int_array([0, 0]))
    align_corner = flag_parameter(6)
    expression = opt_prop_def(StringAttr)
    output = result_def(AnyTensor)

    assembly_format = (
        "$mode $input (`like` $references^)? "
        f"{optional('scale', 'size', 'align_corner', 'expression')}{FUNCTION_TYPE}"
    )

    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec(
        "Interp",
        (
            Param(0, "resize_type", "int", 0),
            Param(1, "height_scale", "float", 1.0),
            Param(2, "width_scale", "float", 1.0),
            Param(3, "output_height", "int", 0),
            Param(4, "output_width", "int", 0),
            Param(5, "dynamic_target_size", "int", 0),
            Param(9, "size_expr", "string", ""),
        ),
    )

    def input_size(self) -> tuple[int, int]:
        """Return the height and width of the input; a vector has one cell per plane."""
        shape = shape_of(self.input)
        return (1, 1) if len(shape) == 1 else (shape[-2], shape[-1])

    def output_size(self) -> tuple[int, int]:
        """Return the height and width of the output."""
        height, width = self._requested_size()
        if len(shape_of(self.input)) == 2:
            height = self.input_size()[0]
        if height < 1 or width < 1:
            raise ShapeError(f"the new size {[height, width]} must be positive")
        return height, width

    def _requested_size(self) -> tuple[int, int]:
        if self.expression is not None:
            shapes = [shape_of(v) for v in self.operands]
            values = evaluate_expression(self.expression.data, shapes)
            if len(values) > 2:
                raise ShapeError(f"the expression has {len(values)} values, not 1 or 2")
            return values[1] if len(values) == 2 else self.input_size()[0], values[0]
        if self.references:
            extents = named_extents(shape_of(self.references[0]))
            return extents["h"], extents["w"]
        height, width = sized_list(self.size, 2, "size")
        if height and width:
            return height, width
        height, width = map(self._scaled, self.input_size(), self.scales())
        return height, width

    def _scaled(self, extent: int, scale: float) -> int:
        """`int(extent * scale)`, the product in float32."""
        if math.isfinite(scale):
            numerator, denominator = scale.as_integer_ratio()
            if 0 <= extent * numerator < EXACT_INTEGERS:  # then the product is exact
                return extent * numerator // denominator
        if is_unknown(extent):
            ratio = ratio_in_float32(scale)
            if ratio is not None and extent <= MOST_CELLS:
                return extent * ratio.numerator // ratio.denominator
        with np.errstate(over="ignore"):
            product = np.float32(extent) * np.float32(scale)
        if not np.isfinite(product):
            raise ShapeError(f"the scales {self.scales()} give no size")
        return int(product)

    def scales(self) -> list[float]:
        scales = float_list(self.scale)
        if len(scales) != 2:
            raise ShapeError(f"scale must have 2 entries, not {len(scales)}")
        return scales

    def source_coordinates(self) -> tuple[AxisSamples, AxisSamples]:
        """Return the samples along the height and the width."""
        size, outputs = self.input_size(), self.output_size()
        rank = len(shape_of(self.input))
        if rank == 1:
            constant = [nearest_samples(1, n, 0) for n in outputs]
            return constant[0], constant[1]
        if size == outputs:
            return identity_samples(size[0]), identity_samples(size[1])
        rows = identity_samples(size[0]) if rank == 2 else self._axis_samples(0)
        return rows, self._axis_samples(1)

    def is_scaled(self, axis: int) -> bool:
        """Return true if the step is `1 / scale`, not `in / out`: output sizes are rounded down."""
        sized = self.expression is not None or self.references
        return not sized and not sized_list(self.size, 2, "size")[axis]

    def steps(self) -> tuple[Fraction, Fraction]:
        """Return the steps between outputs along height and width, in elements of the input."""
        rows, columns = (
            1 / Fraction(self.scales()[axis]).limit_denominator(LARGEST_DENOMINATOR)
            if self.is_scaled(axis)
            else Fraction(self.input_size()[axis], self.output_size()[axis])
            for axis in (0, 1)
        )
        return rows, columns

    def _axis_samples(self, axis: int) -> AxisSamples:
        size, outputs = self.input_size()[axis], self.output_size()[axis]
        scale = self.scales()[axis] if self.is_scaled(axis) else None
        return axis_samples(self.mode.data, size, outputs, scale, self.align_corner is not None)

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) > 3:
            raise ShapeError(f"input must have 1 to 3 dimensions, not {len(shape)}")
        planes = () if len(shape) == 2 else shape[:1]
        return [(*planes, *self.output_size())]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply equal numbers of channels."""
        for one, other in ((self.input, self.output), (self.output, self.input)):
            if len(known := shapes.of(one) or ()) == 3:
                shapes.say(other, (known[0], None, None))

    def supports_packing(self) -> bool:
        return len(shape_of(self.input)) == 3

    def moves_elements(self) -> bool:
        return self.mode.data is InterpMode.NEAREST

    def keeps_element_type(self) -> bool:
        return True

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        scales = [float_param(params, n) for n in ("height_scale", "width_scale")]
        text = str(params["size_expr"])
        return {
            "mode": InterpModeAttr(enum_of_code(InterpMode, params, "resize_type", first=1)),
            "scale": DenseArrayBase.from_list(f32, scales),
            "size": int_array(
                [int_param(params, "output_height"), int_param(params, "output_width")]
            ),
            "align_corner": flag_property(params["align_corner"]),
            "expression": StringAttr(text) if text else None,
        }

    def layer_params(self) -> dict[str, ParamValue]:
        height, width = self.scales()
        like = self.expression is None and bool(self.references)
        return {
            **named_integers(self.size, "output_height", "output_width"),
            "resize_type": 1 + list(InterpMode).index(self.mode.data),
            "height_scale": height,
            "width_scale": width,
            "dynamic_target_size": int(like),
            "align_corner": flag_code(self.align_corner),
            "size_expr": "" if self.expression is None else self.expression.data,
        }
