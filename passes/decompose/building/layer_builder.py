"""Inserts the simpler layers that a layer becomes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import FloatAttr, TensorType, UnitAttr, f32
from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import Rewriter

from ....dialects.constraints import int_array, int_attr
from ....dialects.element_types import element_of
from ....dialects.ncnn.base import UNRANKED, NcnnOp, has_shape, shape_of, tensor_type
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.binaryop import (
    BinaryOperator,
    BinaryOperatorAttr,
    BinaryOpOp,
    BinaryScalarOp,
)
from ....dialects.ncnn.layers.concat import ConcatOp
from ....dialects.ncnn.layers.crop import CropMode, CropModeAttr, CropOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.layers.matmul import MatMulOp
from ....dialects.ncnn.layers.padding import PaddingKind, PaddingKindAttr, PaddingOp
from ....dialects.ncnn.layers.permute import ORDERS, PermuteOp
from ....dialects.ncnn.layers.quantize import QuantizeOp
from ....dialects.ncnn.layers.reduction import ReductionKind, ReductionKindAttr, ReductionOp
from ....dialects.ncnn.layers.reshape import ReshapeOp, ReshapingOp
from ....dialects.ncnn.layers.softmax import SoftmaxOp
from ....dialects.ncnn.layers.unaryop import UnaryOperator, UnaryOperatorAttr, UnaryOpOp
from ....dialects.ncnn.rules.axes import AXIS_NAMES
from ....dialects.ncnn.rules.broadcast import broadcast_shapes
from ....dialects.weight_store import WeightStore
from ...common.errors import place_of


class LayerBuilder:
    """
    Inserts layers before the one that they replace, at its place in the file.

    Every method returns the first result; shapes are static, so the operands' must be known.
    Operators and kinds may be given by name; an unknown one is a ValueError.
    """

    def __init__(self, replaced: Operation, rewriter: PatternRewriter):
        self.replaced = replaced
        self.rewriter = rewriter

    def insert(self, op: NcnnOp) -> SSAValue:
        """Insert an op before the layer; its first result."""
        op.location = self.replaced.location
        self.rewriter.insert(op)
        return op.results[0]

    def unary(self, operator: UnaryOperator | str, x: SSAValue) -> SSAValue:
        """`operator(x)`"""
        properties = {"operator": UnaryOperatorAttr(UnaryOperator(operator))}
        return self.insert(
            UnaryOpOp.build(operands=[x], properties=properties, result_types=[x.type])
        )

    def scalar(self, operator: BinaryOperator | str, x: SSAValue, value: float) -> SSAValue:
        """`operator(x, value)`"""
        return self.insert(BinaryScalarOp.of(BinaryOperator(operator), x, value))

    def binary(self, operator: BinaryOperator | str, x: SSAValue, y: SSAValue) -> SSAValue:
        """`operator(x, y)`, broadcast as ncnn does."""
        properties = {"operator": BinaryOperatorAttr(BinaryOperator(operator))}
        shape = broadcast_shapes(shape_of(x), shape_of(y))
        return self.insert(
            BinaryOpOp.build(
                operands=[x, y], properties=properties, result_types=[tensor_type(shape)]
            )
        )

    def inner_product(self, x: SSAValue, weight: SSAValue, bias: SSAValue | None) -> SSAValue:
        """`x W^T + b`, for every row of x."""
        return self.insert(
            InnerProductOp.build(
                operands=[x, weight, [] if bias is None else [bias], [], [], []],
                regions=[[]],
                result_types=[tensor_type((shape_of(x)[0], shape_of(weight)[0]))],
            )
        )

    def softmax(self, x: SSAValue, axis: int) -> SSAValue:
        """Softmax along an axis (outermost is 0)."""
        return self.insert(
            SoftmaxOp.build(
                operands=[x], properties={"axis": int_attr(axis)}, result_types=[x.type]
            )
        )

    def quantize(self, x: SSAValue, scale: SSAValue, element: Attribute = f32) -> SSAValue:
        """`scale * x` rounded to int8, as such or as floats; see `QuantizeOp`."""
        type = TensorType(element, shape_of(x))
        return self.insert(QuantizeOp.build(operands=[x, scale], result_types=[type]))

    def reduce(self, kind: ReductionKind | str, x: SSAValue, axes: Sequence[int]) -> SSAValue:
        """The reduction over axes (outermost is 0), which stay with extent 1."""
        shape = [1 if axis in axes else n for axis, n in enumerate(shape_of(x))]
        return self.insert(
            ReductionOp.build(
                operands=[x],
                properties={
                    "kind": ReductionKindAttr(ReductionKind(kind)),
                    "axes": int_array(axes),
                    "keepdims": UnitAttr(),
                },
                result_types=[TensorType(element_of(x.type), shape)],
            )
        )

    def reshape(self, x: SSAValue, shape: Sequence[int]) -> SSAValue:
        """
        The elements of x in order, in another shape.

        What was reshaped from that very shape is taken from there, so that layers in a row meet.
        """
        if shape_of(x) == tuple(shape):
            return x
        source = x.op if isinstance(x, OpResult) else None
        if isinstance(source, ReshapingOp) and has_shape(source.input):
            if shape_of(source.input) == tuple(shape):
                return source.input
        return self.insert(
            ReshapeOp.build(
                operands=[x, []],
                properties={"shape": int_array(shape)},
                result_types=[TensorType(element_of(x.type), shape)],
            )
        )

    def permute(self, x: SSAValue, order: Sequence[int]) -> SSAValue:
        """Axis i of the result is axis `order[i]` of x, both outermost first."""
        if list(order) == sorted(order):
            return x
        names = AXIS_NAMES[len(order)]
        code = ORDERS[len(order)].index("".join(names[axis] for axis in reversed(order)))
        shape = [shape_of(x)[axis] for axis in order]
        return self.insert(
            PermuteOp.build(
                operands=[x],
                properties={"order": int_attr(code)},
                result_types=[TensorType(element_of(x.type), shape)],
            )
        )

    def slice(self, x: SSAValue, axis: int, start: int, end: int) -> SSAValue:
        """The part of x from start to end along an axis (outermost is 0)."""
        shape = shape_of(x)
        if (start, end) == (0, shape[axis]):
            return x
        sizes = (*shape[:axis], end - start, *shape[axis + 1 :])
        return self.insert(
            CropOp.build(
                operands=[x, []],
                properties={
                    "mode": CropModeAttr(CropMode.SLICE),
                    "starts": int_array([start]),
                    "ends": int_array([end]),
                    "axes": int_array([axis]),
                },
                result_types=[TensorType(element_of(x.type), sizes)],
            )
        )

    def concat(self, parts: Sequence[SSAValue], axis: int) -> SSAValue:
        """The parts one after another along an axis (outermost is 0)."""
        if len(parts) == 1:
            return parts[0]
        first = shape_of(parts[0])
        extent = sum(shape_of(part)[axis] for part in parts)
        shape = (*first[:axis], extent, *first[axis + 1 :])
        return self.insert(
            ConcatOp.build(
                operands=[list(parts)],
                properties={"axis": int_attr(axis)},
                result_types=[TensorType(element_of(parts[0].type), shape)],
            )
        )

    def matmul(self, a: SSAValue, b: SSAValue, transpose_b: bool = False) -> SSAValue:
        """`a b`, or `a b^T`, for each matrix of a batch, by numpy's rules."""
        matmul = MatMulOp.build(
            operands=[a, b],
            properties={"transpose_b": UnitAttr() if transpose_b else None},
            result_types=[UNRANKED],
        )
        (shape,) = matmul.infer_shapes()
        result = Rewriter.replace_value_with_new_type(matmul.output, tensor_type(shape))
        self.insert(matmul)
        return result

    def pad(
        self,
        x: SSAValue,
        kind: PaddingKind | str,
        before: Sequence[int],
        after: Sequence[int],
        value: float = 0.0,
    ) -> SSAValue:
        """A border around `c,h,w`, of so many cells before and after each axis."""
        if not any(before) and not any(after):
            return x
        pads = zip(before, shape_of(x), after, strict=True)
        return self.insert(
            PaddingOp.build(
                operands=[x, []],
                properties={
                    "kind": PaddingKindAttr(PaddingKind(kind)),
                    "before": int_array(before),
                    "after": int_array(after),
                    "value": FloatAttr(value, f32),
                },
                result_types=[TensorType(element_of(x.type), tuple(map(sum, pads)))],
            )
        )

    def constant(self, weights: WeightStore, name: str, array: np.ndarray) -> SSAValue:
        """A float32 array that is known already, put into the store as `<layer>.<name>`."""
        layer = place_of(self.replaced).layer or self.replaced.name
        key = weights.add(f"{layer}.{name}", np.ascontiguousarray(array, np.float32))
        weight = WeightOp.of_shape(key, array.shape)
        weight.location = self.replaced.location
        self.rewriter.insert(weight)
        return weight.output
