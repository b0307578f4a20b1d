"""GridSample: sample an image or a volume at places in another blob."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def

from ...kernel.attributes import SampleMode, SampleModeAttr, SamplePadding, SamplePaddingAttr
from ..assembly import FUNCTION_TYPE, optional
from ..base import NcnnOp
from ..errors import InvalidLayerError
from ..layer import LayerSpec, Param, Params, ParamValue
from ..param_values import enum_of_code, flag_property
from ..parameters import flag_parameter
from ..rules.layer_params import flag_code
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class GridSampleOp(NcnnOp):
    """
    `ncnn.grid_sample bilinear %x, %grid padding border align_corner planar`.

    Every pixel of the grid is a place in %x: x, y [and z], where -1 and 1 are the sides of the
    image, or with `align_corner` its first and last cells. `reflection` mirrors once; a place that
    is still outside gives the outermost cell, or zero with `align_corner`.

    Shapes: x `c,h,w` and grid `oh,ow,2`, or `2,oh,ow` if it is `planar`, to `c,oh,ow`; x `c,d,h,w`
    and grid `od,oh,ow,3` or `3,od,oh,ow` to `c,od,oh,ow`, but not bicubic.
    Source: ncnn, gridsample.cpp.
    """

    name = "ncnn.grid_sample"
    PLAIN_OPERANDS: ClassVar[frozenset[str]] = frozenset({"grid"})

    mode = prop_def(SampleModeAttr)
    input = operand_def(AnyTensor)
    grid = operand_def(AnyTensor)
    padding = prop_def(SamplePaddingAttr, default_value=SamplePaddingAttr(SamplePadding.ZEROS))
    align_corner = flag_parameter(2)
    planar = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)

    assembly_format = (
        f"$mode $input `,` $grid {optional('padding', 'align_corner', 'planar')}{FUNCTION_TYPE}"
    )

    LAYER: ClassVar = LayerSpec(
        "GridSample",
        (
            Param(0, "sample_type", "int", 1),
            Param(1, "padding_mode", "int", 1),
            Param(3, "permute_fusion", "int", 0),
        ),
    )
    RANK: ClassVar = "input"

    def infer_shapes(self) -> list[Shape]:
        shape, grid = shape_of(self.input), shape_of(self.grid)
        if len(shape) not in (3, 4):
            raise InvalidLayerError(f"input must have 3 or 4 dimensions, not {len(shape)}")
        if self.mode.data is SampleMode.BICUBIC and len(shape) == 4:
            raise InvalidLayerError("bicubic samples are for images, not for volumes")
        axes = len(shape) - 1
        planar = self.planar is not None
        if len(grid) != len(shape) or grid[0 if planar else -1] != axes:
            names = ["depth", "height", "width"][-axes:]
            expected = [axes, *names] if planar else [*names, axes]
            raise InvalidLayerError(
                f"grid must have shape [{', '.join(map(str, expected))}], not {list(grid)}"
            )
        return [(shape[0], *(grid[1:] if planar else grid[:-1]))]

    def supports_packing(self) -> bool:
        return len(shape_of(self.input)) == 3

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {
            **super().layer_properties(params),
            "mode": SampleModeAttr(enum_of_code(SampleMode, params, "sample_type", first=1)),
            "padding": SamplePaddingAttr(
                enum_of_code(SamplePadding, params, "padding_mode", first=1)
            ),
            "planar": flag_property(params["permute_fusion"]),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            "sample_type": 1 + list(SampleMode).index(self.mode.data),
            "padding_mode": 1 + list(SamplePadding).index(self.padding.data),
            "permute_fusion": flag_code(self.planar),
        }
