"""Crop: a box of a tensor, given in one of ncnn's ways."""

from __future__ import annotations

import re
from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import DenseArrayBase, StringAttr, f32, i32
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, BlockArgument, OpResult, SpacedOpaqueSyntaxAttribute, SSAValue
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

from ...constraints import I64Array, int_array, int_list
from ..assembly import FUNCTION_TYPE, optional
from ..base import TAKES_BF16, NcnnOp
from ..errors import RuntimeShapeError, ShapeError
from ..internal.weight import WeightOp
from ..layer import LayerSpec, Param, Params, ParamValue
from ..param_values import int_param, ints_param
from ..rules.axes import AXIS_NAMES, MAX_RANK, REST, named_extents, resolve_axis, sized_list
from ..rules.expression import evaluate_expression
from ..rules.implied_shapes import ImpliedShapes, PartialShape, any_extents
from ..rules.layer_params import named_integers
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of
from .split import readers_of, source_of

NONE = int_array([0, 0, 0, 0])
EMPTY = int_array([])
OPEN_END = 2**31 - 1
"""An end that converters write for the last element."""


class CropMode(StrEnum):
    """Source of the box."""

    BOX = "box"
    """`offset`, and the smaller of `size` (-233: no limit) and what `tail` leaves."""
    SLICE = "slice"
    """`starts` and `ends` of `axes` (default all), negative from the end, -233 open."""
    EXPRESSION = "expression"
    """As SLICE, from expressions in the extents of the inputs."""
    LIKE = "like"
    """`offset`, and the shape of a second input."""
    VALUES = "values"
    """Offsets and sizes are the values of a second input."""


@irdl_attr_definition
class CropModeAttr(EnumAttribute[CropMode], SpacedOpaqueSyntaxAttribute):
    name = "ncnn.crop_mode"


def _names_the_input(expression: StringAttr | None) -> bool:
    """Return true for an expression that reads extents of the first input."""
    return expression is not None and re.search(r"\b0[whdc]", expression.data) is not None


Box = tuple[tuple[int, ...], tuple[int, ...]]
"""Offsets and sizes along every axis, outermost first."""


@irdl_op_definition
class CropOp(NcnnOp):
    """
    `ncnn.crop slice %x starts [1, -3] ends [5, -233] axes [0, 2]`: a box of the input.

    The modes are those of `CropMode`. `offset`, `size` and `tail` are `[c, d, h, w]`, whatever the
    rank of the input. Source: ncnn, crop.cpp.
    """

    name = "ncnn.crop"
    SHAPE_OPERANDS: ClassVar[frozenset[str]] = frozenset({"references"})

    mode = prop_def(CropModeAttr)
    input = operand_def(AnyTensor)
    references = var_operand_def(AnyTensor)
    offset = prop_def(I64Array, default_value=NONE)
    size = prop_def(I64Array, default_value=NONE)
    tail = prop_def(I64Array, default_value=NONE)
    starts = prop_def(I64Array, default_value=EMPTY)
    ends = prop_def(I64Array, default_value=EMPTY)
    axes = prop_def(I64Array, default_value=EMPTY)
    starts_expression = opt_prop_def(StringAttr)
    ends_expression = opt_prop_def(StringAttr)
    axes_expression = opt_prop_def(StringAttr)
    output = result_def(AnyTensor)

    assembly_format = (
        "$mode $input (`of` $references^)? "
        f"{optional('offset', 'size', 'tail', 'starts', 'ends', 'axes')}(`from` "
        "$starts_expression^)? (`to` $ends_expression^)? (`along` $axes_expression^)? "
        f"{FUNCTION_TYPE}"
    )

    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec(
        "Crop",
        (
            Param(0, "woffset", "int", 0),
            Param(1, "hoffset", "int", 0),
            Param(13, "doffset", "int", 0),
            Param(2, "coffset", "int", 0),
            Param(3, "outw", "int", 0),
            Param(4, "outh", "int", 0),
            Param(14, "outd", "int", 0),
            Param(5, "outc", "int", 0),
            Param(6, "woffset2", "int", 0),
            Param(7, "hoffset2", "int", 0),
            Param(15, "doffset2", "int", 0),
            Param(8, "coffset2", "int", 0),
            Param(9, "starts", "ints", []),
            Param(10, "ends", "ints", []),
            Param(11, "axes", "ints", []),
            Param(19, "starts_expr", "string", ""),
            Param(20, "ends_expr", "string", ""),
            Param(21, "axes_expr", "string", ""),
        ),
    )

    def offsets_and_sizes(self) -> Box:
        """Return the box. Raises: ShapeError if it is unknown, empty or not inside of the input."""
        shape = shape_of(self.input)
        offsets, sizes = self._box()
        for offset, size, extent in zip(offsets, sizes, shape, strict=True):
            if offset < 0 or size < 1 or offset + size > extent:
                raise ShapeError(
                    f"offsets {list(offsets)} and sizes {list(sizes)} do not lie in {list(shape)}"
                )
        return offsets, sizes

    def _box(self) -> Box:
        if self.references and self.mode.data in (CropMode.BOX, CropMode.SLICE):
            raise ShapeError(f"takes one input, has {1 + len(self.references)}")
        match self.mode.data:
            case CropMode.BOX:
                return self._box_of_sizes()
            case CropMode.SLICE:
                arrays = (self.starts, self.ends, self.axes)
                return self._box_of_slices(*(int_list(a) for a in arrays))
            case CropMode.EXPRESSION:
                return self._box_of_slices(*self._evaluated())
            case CropMode.LIKE:
                return self._box_like(shape_of(self._reference()))
            case CropMode.VALUES:
                return self._box_of_values()

    def ends_by_references(self) -> Shape:
        """
        Return the ends of the box along every axis if only further inputs determine them, even past
        the end of the input; nothing for other boxes.
        """
        try:
            if self.mode.data is CropMode.LIKE:
                offsets, sizes = self._box_like(shape_of(self._reference()))
                return tuple(o + s for o, s in zip(offsets, sizes, strict=True))
            texts = (self.starts_expression, self.ends_expression)
            if self.mode.data is not CropMode.EXPRESSION or any(map(_names_the_input, texts)):
                return ()
            starts, ends, axes = self._evaluated()
        except ShapeError:
            return ()
        if min(starts, default=0) < 0:
            return ()
        shape = list(shape_of(self.input))
        for axis, end in zip(axes or range(len(shape)), ends, strict=False):
            if end > 0 and -len(shape) <= axis < len(shape):
                shape[axis] = end
        return tuple(shape)

    def _per_axis(self, attr: Attribute, name: str) -> list[int]:
        """Return the entries of a `[c, d, h, w]` property for the axes that the input has."""
        entries = dict(zip("cdhw", sized_list(attr, 4, name), strict=True))
        return [entries[axis] for axis in AXIS_NAMES[len(shape_of(self.input))]]

    def _box_of_sizes(self) -> Box:
        offsets = self._per_axis(self.offset, "offset")
        limits = self._per_axis(self.size, "size")
        tails = self._per_axis(self.tail, "tail")
        rest = [
            extent - offset - tail
            for extent, offset, tail in zip(shape_of(self.input), offsets, tails, strict=True)
        ]
        # As in `min(last, extent)`, the number is first: an extent equal to it makes no difference.
        sizes = [r if s == REST else min(s, r) for r, s in zip(rest, limits, strict=True)]
        return tuple(offsets), tuple(sizes)

    def _box_of_slices(self, starts: list[int], ends: list[int], axes: list[int]) -> Box:
        shape = shape_of(self.input)
        axes = [resolve_axis(a, len(shape)) for a in axes] or list(range(len(shape)))
        if min(len(starts), len(ends)) < len(axes):
            raise ShapeError(f"{len(starts)} starts, {len(ends)} ends for {len(axes)} axes")
        offsets, sizes = [0] * len(shape), list(shape)
        for axis, start, end in zip(axes, starts, ends, strict=False):
            extent = shape[axis]
            first = 0 if start == REST else start + extent if start < 0 else start
            # An end of 0 is the full extent, as ncnn counts ends that are not positive from there
            last = extent if end == REST else end + extent if end <= 0 else end
            offsets[axis], sizes[axis] = first, min(last, extent) - first
        return tuple(offsets), tuple(sizes)

    def _evaluated(self) -> list[list[int]]:
        shapes = [shape_of(v) for v in self.operands]
        texts = (self.starts_expression, self.ends_expression, self.axes_expression)
        return [evaluate_expression(t.data, shapes) if t is not None else [] for t in texts]

    def _reference(self) -> SSAValue:
        if len(self.references) != 1:
            raise ShapeError(f"needs a second input, has {1 + len(self.references)}")
        return self.references[0]

    def _box_like(self, reference: Shape) -> Box:
        shape = shape_of(self.input)
        extents = named_extents(reference)
        if len(reference) != len(shape):
            extents["c"] = shape[0]
        offsets = self._per_axis(self.offset, "offset")
        return tuple(offsets), tuple(extents[axis] for axis in AXIS_NAMES[len(shape)])

    def _box_of_values(self) -> Box:
        """Read 32-bit integers, or floats of these bits: offsets `w, h[, d], c`, then sizes."""
        owner = self._reference().owner
        constant = owner.value if isinstance(owner, WeightOp) else None
        if constant is None or constant.get_element_type() not in (i32, f32):
            raise RuntimeShapeError("offsets and sizes are computed while the network runs")
        dtype = np.int32 if constant.get_element_type() == i32 else np.float32
        values = np.array(constant.get_values(), dtype).view(np.int32).tolist()
        rank = len(shape_of(self.input))
        # vectors and matrices are read as if they had three axes
        slots = max(rank, 3)
        if len(values) < 2 * slots:
            raise ShapeError(f"the second input has {len(values)} values, not {2 * slots}")
        offsets, sizes = values[:slots], values[slots : 2 * slots]
        return tuple(offsets[:rank][::-1]), tuple(sizes[:rank][::-1])

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input)

    def infer_shapes(self) -> list[Shape]:
        return [self.offsets_and_sizes()[1]]

    def first_cell(self) -> Shape:
        return self.offsets_and_sizes()[0]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply extents of uncropped axes, and inputs that contain the cropped parts."""
        axes = int_list(self.axes)
        if self.mode.data is not CropMode.SLICE or not axes:
            return
        if max(axes) >= MAX_RANK - 1 or min(axes) <= -MAX_RANK:
            shapes.say(self.input, any_extents(MAX_RANK))
        for one, other in ((self.input, self.output), (self.output, self.input)):
            known = shapes.of(one)
            if known is not None and all(-len(known) <= axis < len(known) for axis in axes):
                cropped = {axis % len(known) for axis in axes}
                kept = (None if axis in cropped else extent for axis, extent in enumerate(known))
                shapes.say(other, tuple(kept))
        known = shapes.of(self.input)
        if known is not None and shapes.takes_proposals:
            shapes.propose(self.input, self._extents_of_parts(len(known)))

    def _extents_of_parts(self, rank: int) -> PartialShape:
        """Return the least extents of an input that contain all parts cropped out of it."""
        source = source_of(self.input)
        extents = dict.fromkeys(range(rank), 0)
        crops = [op for op in readers_of(source) if isinstance(op, CropOp)]
        if not isinstance(source, BlockArgument) or len(crops) < 2:
            return any_extents(rank)
        for crop in crops:
            parts = (int_list(crop.axes), int_list(crop.starts), int_list(crop.ends))
            for axis, start, end in zip(*parts, strict=False):
                if axis % rank in extents:
                    least = start + 1 if end in (REST, OPEN_END) else max(start + 1, end)
                    extents[axis % rank] = max(extents[axis % rank], least)
        return tuple(extent or None for extent in extents.values())

    def supports_packing(self) -> bool:
        return len(shape_of(self.input)) >= 3

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        def per_axis(prefix: str, suffix: str) -> Attribute:
            return int_array([int_param(params, f"{prefix}{axis}{suffix}") for axis in "cdhw"])

        if params["starts_expr"] and params["ends_expr"]:
            names = ("starts", "ends", "axes")
            texts = {n: str(params[f"{n}_expr"]) for n in names}
            return {
                "mode": CropModeAttr(CropMode.EXPRESSION),
                **{f"{n}_expression": StringAttr(text) for n, text in texts.items() if text},
            }
        if params["starts"] and params["ends"]:
            arrays = {n: int_array(ints_param(params, n)) for n in ("starts", "ends", "axes")}
            return {"mode": CropModeAttr(CropMode.SLICE), **arrays}
        size, tail = per_axis("out", ""), per_axis("", "offset2")
        if size != NONE or tail != NONE:
            box = {"offset": per_axis("", "offset"), "size": size, "tail": tail}
            return {"mode": CropModeAttr(CropMode.BOX), **box}
        if params["woffset"] == REST:
            return {"mode": CropModeAttr(CropMode.VALUES)}
        return {"mode": CropModeAttr(CropMode.LIKE), "offset": per_axis("", "offset")}

    def layer_params(self) -> dict[str, ParamValue]:
        def per_axis(values: DenseArrayBase, prefix: str, suffix: str) -> dict[str, ParamValue]:
            return named_integers(values, *(f"{prefix}{axis}{suffix}" for axis in "cdhw"))

        match self.mode.data:
            case CropMode.BOX:
                size, tail = per_axis(self.size, "out", ""), per_axis(self.tail, "", "offset2")
                return {**per_axis(self.offset, "", "offset"), **size, **tail}
            case CropMode.SLICE:
                return {name: int_list(getattr(self, name)) for name in ("starts", "ends", "axes")}
            case CropMode.EXPRESSION:
                texts = {
                    "starts_expr": self.starts_expression,
                    "ends_expr": self.ends_expression,
                    "axes_expr": self.axes_expression,
                }
                return {name: text.data for name, text in texts.items() if text is not None}
            case CropMode.LIKE:
                return per_axis(self.offset, "", "offset")
            case CropMode.VALUES:
                return {"woffset": REST}
