"""Reduction: sums, means, extremes, norms over some axes."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import (
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xdsl.utils.str_enum import StrEnum

from ...constraints import I64Array, int_array, int_list
from ..assembly import INPUT_TO_OUTPUT, optional
from ..base import NcnnOp
from ..errors import InvalidLayerError
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue
from ..param_values import enum_of_code, ints_param, value_of
from ..parameters import flag_parameter, float_parameter
from ..rules.axes import AXIS_NAMES, resolve_axis
from ..rules.implied_shapes import ImpliedShapes
from ..shapes import AnyTensor, Shape, shape_of


class ReductionKind(StrEnum):
    """The reduction, in the order of ncnn's codes."""

    SUM = "sum"
    ASUM = "asum"
    SUMSQ = "sumsq"
    MEAN = "mean"
    MAX = "max"
    MIN = "min"
    PROD = "prod"
    L1 = "l1"
    L2 = "l2"
    LOGSUM = "logsum"
    LOGSUMEXP = "logsumexp"


@irdl_attr_definition
class ReductionKindAttr(EnumAttribute[ReductionKind], SpacedOpaqueSyntaxAttribute):
    name = "ncnn.reduction_kind"


@irdl_op_definition
class ReductionOp(NcnnOp):
    """
    `ncnn.reduction mean %x axes [1, 2] keepdims coeff 0.5`: reduce axes, by default all.

    `coeff` multiplies the result. A vector is always reduced. Reduced axes vanish, or stay with
    extent 1 (`keepdims`); if none would be left, the result is a vector of one. With an empty list
    each element is reduced by itself: a sum is the element, an l2 its magnitude.
    Source: ncnn, reduction.cpp.
    """

    name = "ncnn.reduction"

    kind = prop_def(ReductionKindAttr)
    input = operand_def(AnyTensor)
    axes = opt_prop_def(I64Array)
    keepdims = flag_parameter(4)
    coeff = float_parameter(2, 1.0)
    output = result_def(AnyTensor)

    assembly_format = f"$kind $input {optional('axes', 'keepdims', 'coeff')}{INPUT_TO_OUTPUT}"

    FAMILY: ClassVar = LayerFamily.POOLING
    LAYER: ClassVar = LayerSpec(
        "Reduction",
        (
            Param(0, "operation", "int", 0),
            Param(1, "reduce_all", "int", 1),
            Param(3, "axes", "ints", []),
            Param(5, "fixbug0", "int", 0),
        ),
    )

    def resolved_axes(self) -> tuple[int, ...]:
        """Return the axes that are reduced, counted from the outermost, in order."""
        return self.axes_of_rank(len(shape_of(self.input)))

    def axes_of_rank(self, rank: int) -> tuple[int, ...]:
        """Return the axes to reduce for a rank. Raises: ShapeError for an axis it lacks."""
        if self.axes is None or rank <= 1:
            return tuple(range(rank))
        return tuple(sorted({resolve_axis(axis, rank) for axis in int_list(self.axes)}))

    def infer_shapes(self) -> list[Shape]:
        shape, reduced = shape_of(self.input), self.resolved_axes()
        if self.keepdims is not None:
            return [tuple(1 if i in reduced else n for i, n in enumerate(shape))]
        return [tuple(n for i, n in enumerate(shape) if i not in reduced) or (1,)]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply the extents of axes that are not reduced."""
        if (known := shapes.of(self.input)) is not None:
            reduced = self.axes_of_rank(len(known))
            kept = (n for i, n in enumerate(known) if i not in reduced)
            ones = (1 if i in reduced else n for i, n in enumerate(known))
            shapes.say(self.output, tuple(ones if self.keepdims is not None else kept) or (1,))
        result = shapes.of(self.output)
        if result is None or self.axes is None:
            return
        rank = len(result) + (0 if self.keepdims is not None else len(int_list(self.axes)))
        if len(result) == 1 or rank not in AXIS_NAMES:
            return
        reduced, rest = self.axes_of_rank(rank), list[int | None](result)
        if self.keepdims is None:
            if len(reduced) < rank - len(result):
                return
            for axis in reduced:
                rest.insert(axis, None)
        read = (None if axis in reduced else extent for axis, extent in enumerate(rest))
        shapes.propose(self.input, tuple(read))

    def supports_packing(self) -> bool:
        return len(shape_of(self.input)) == 3 and self.resolved_axes() == (1, 2)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        axes = ints_param(params, "axes")
        if axes and not params["fixbug0"]:
            raise InvalidLayerError("axes need 5=1 (fixbug0), else they mean other axes")
        return {
            **super().layer_properties(params),
            "kind": ReductionKindAttr(enum_of_code(ReductionKind, params, "operation")),
            "axes": None if params["reduce_all"] else int_array(axes),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        some = self.axes is not None
        return {
            **super().layer_params(),
            "operation": value_of(self.kind),
            "reduce_all": int(not some),
            "fixbug0": int(some),
        }
