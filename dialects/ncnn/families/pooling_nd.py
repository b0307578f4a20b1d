"""Poolings along any number of axes, in ncnn's three forms: windows, adaptive, global."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from ..assembly import INPUT_TO_OUTPUT, optional
from ..base import TAKES_BF16
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue
from ..param_values import enum_of_code, value_of
from ..rules.implied_shapes import ImpliedShapes, any_extents
from ..rules.layer_params import flag_code
from ..rules.ranks import Rank, RankOf
from ..rules.value_range import ZERO, Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of
from .pooling_windows import (
    AxisWindows,
    PadMode,
    PadModeAttr,
    PoolingKind,
    PoolingKindAttr,
    Sliding,
    adaptive_windows,
    check_pooling_pads,
    output_count,
    output_windows,
)
from .spatial import SpatialOp, axis_names, axis_params, pad_params, side_names

WINDOW_PROPERTIES = ("kernel", "stride", "pad")


class PoolingND(SpatialOp):
    """
    The maximum or mean of each window.

    `pad` has the cells before each axis, then after each. `global` pools whole channels to a
    vector; `adaptive` divides each axis into as many windows, -233 keeping its extent. Padding is
    the lowest float for max, 0 for avg; the mean counts it if `count_include_pad` is there.
    Subclasses define `kernel`, `stride`, `pad` and `adaptive_size`.
    """

    kind = prop_def(PoolingKindAttr)
    input = operand_def(AnyTensor)
    pad_mode = prop_def(PadModeAttr, default_value=PadModeAttr(PadMode.FULL))
    count_include_pad = opt_prop_def(UnitAttr)
    is_global = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)

    assembly_format = (
        "$kind $input (`global` $is_global^)? (`adaptive` $adaptive_size^)? "
        f"{optional('kernel', 'stride', 'pad', 'pad_mode', 'count_include_pad')}{INPUT_TO_OUTPUT}"
    )

    FAMILY: ClassVar = LayerFamily.POOLING
    NARROW_ELEMENTS: ClassVar = TAKES_BF16

    @classmethod
    @cache
    def axis_parameters(cls) -> dict[str, tuple[str, ...]]:
        axes = cls.SPATIAL_AXES
        return {
            "kernel": axis_names("kernel", axes),
            "stride": axis_names("stride", axes),
            "pad": side_names("pad", axes),
            "adaptive_size": axis_names("out", axes),
        }

    @property
    def is_adaptive(self) -> bool:
        """Return whether the number of windows is given instead of their extent."""
        return "adaptive_size" in self.properties

    def windows(self) -> tuple[AxisWindows, ...]:
        """Return the windows along each axis of the input; a global pooling has one each."""
        size = shape_of(self.input)[1:]
        if self.is_global is not None:
            return tuple(adaptive_windows(cells, 1) for cells in size)
        if self.is_adaptive:
            counts = self.along_axes("adaptive_size")
            return tuple(map(output_windows, size, counts))
        sliding = self.sliding()
        return tuple(along.windows(cells) for along, cells in zip(sliding, size, strict=True))

    def pads_before(self) -> list[int]:
        """Return the number of padding cells before each axis, with codes resolved."""
        size = shape_of(self.input)[1:]
        return [along.borders(cells)[0] for along, cells in zip(self.sliding(), size, strict=True)]

    def borders(self) -> Sequence[int]:
        return () if self.is_global is not None or self.is_adaptive else self.pads_before()

    def sliding(self) -> list[Sliding]:
        """Return the windows of each axis that slide along it. Raises: ShapeError."""
        pads, axes = self.along_axes("pad"), self.SPATIAL_AXES
        check_pooling_pads(pads)
        kernel, stride = self.along_axes("kernel"), self.along_axes("stride")
        counts_padding = self.kind.data is PoolingKind.MAX or self.count_include_pad is not None
        return [
            Sliding(kernel[i], stride[i], pads[i], pads[i + axes], mode, counts_padding)
            for i, mode in enumerate(self.axis_pad_modes())
        ]

    def axis_pad_modes(self) -> list[PadMode]:
        return [self.pad_mode.data] * self.SPATIAL_AXES

    def infer_shapes(self) -> list[Shape]:
        channels = self.check_input_rank(self.input)[:1]
        return [channels if self.is_global is not None else channels + self.window_counts()]

    def window_counts(self) -> Shape:
        """Return the number of windows along each axis. Raises: ShapeError as `windows` does."""
        size = shape_of(self.input)[1:]
        if self.is_adaptive:
            counts = self.along_axes("adaptive_size")
            return tuple(map(output_count, size, counts))
        sliding = self.sliding()
        return tuple(along.count(cells) for along, cells in zip(sliding, size, strict=True))

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply equal channels; the result of a global pooling has no other axis."""
        spatial = any_extents(self.SPATIAL_AXES)
        ends = [known[0] for v in (self.input, self.output) if (known := shapes.of(v)) is not None]
        channels = next((channels for channels in ends if channels is not None), None)
        shapes.say(self.input, (channels, *spatial))
        of_global = self.is_global is not None
        shapes.say(self.output, (channels,) if of_global else (channels, *spatial))

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 1 + self.SPATIAL_AXES if self.is_global is None else 1

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        inner = range_of(self.input)
        # means count padding, which is 0
        return inner if self.kind.data is PoolingKind.MAX else inner | ZERO

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        kind = PoolingKindAttr(enum_of_code(PoolingKind, params, "pooling_type"))
        if params["global_pooling"]:
            return {"kind": kind, "is_global": UnitAttr()}
        if params["adaptive_pooling"]:
            return {"kind": kind, "adaptive_size": cls.axis_property("adaptive_size", params)}
        return {
            "kind": kind,
            **{name: cls.axis_property(name, params) for name in WINDOW_PROPERTIES},
            "pad_mode": PadModeAttr(enum_of_code(PadMode, params, "pad_mode")),
            "count_include_pad": UnitAttr() if params["avgpool_count_include_pad"] else None,
        }

    def layer_params(self) -> dict[str, ParamValue]:
        kind: dict[str, ParamValue] = {"pooling_type": value_of(self.kind)}
        if self.is_global is not None:
            return {**kind, "global_pooling": 1}
        if self.is_adaptive:
            return {**kind, "adaptive_pooling": 1, **self.axis_values("adaptive_size")}
        return {
            **kind,
            **self.axis_values(*WINDOW_PROPERTIES),
            "pad_mode": value_of(self.pad_mode),
            "avgpool_count_include_pad": flag_code(self.count_include_pad),
        }


def pooling_layer(type: str, spatial_axes: int) -> LayerSpec:
    return LayerSpec(
        type,
        (
            Param(0, "pooling_type", "int", 0),
            *axis_params("kernel", 1, spatial_axes, 0),
            *axis_params("stride", 2, spatial_axes, 1),
            *pad_params(3, spatial_axes),
            Param(4, "global_pooling", "int", 0),
            Param(5, "pad_mode", "int", 0),
            Param(6, "avgpool_count_include_pad", "int", 0),
            Param(7, "adaptive_pooling", "int", 0),
            *axis_params("out", 8, spatial_axes, 0),
        ),
    )
