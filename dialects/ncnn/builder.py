"""Build layers one after another: for importers of models, and for passes that replace layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from xdsl.builder import Builder
from xdsl.dialects.builtin import FloatAttr, LocationAttr, TensorType, UnitAttr, f32, i8
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.rewriter import Rewriter

from ..constraints import int_array, int_attr
from ..element_types import element_of
from ..weight_store import WeightStore
from . import layer_op
from .base import NcnnOp
from .given_layer import GivenLayer
from .internal.weight import WeightOp
from .layers.binaryop import BinaryOperator, BinaryOperatorAttr, BinaryOpOp, BinaryScalarOp
from .layers.concat import ConcatOp
from .layers.crop import CropMode, CropModeAttr, CropOp
from .layers.innerproduct import InnerProductOp
from .layers.matmul import MatMulOp
from .layers.padding import PaddingKind, PaddingKindAttr, PaddingOp
from .layers.permute import ORDERS, PermuteOp
from .layers.quantize import QuantizeOp
from .layers.reduction import ReductionKind, ReductionKindAttr, ReductionOp
from .layers.reshape import ReshapeOp, ReshapingOp
from .layers.softmax import SoftmaxOp
from .layers.unaryop import UnaryOperator, UnaryOperatorAttr, UnaryOpOp
from .rules.axes import AXIS_NAMES
from .rules.broadcast import broadcast_shapes
from .rules.layer_arguments import check_weights, named_params
from .shapes import UNRANKED, has_shape, shape_of, tensor_type


class LayerBuilder:
    """
    Build layers where a builder of xDSL inserts them, all with one location.

    Every method returns the first result; shapes are static, so the operands' must be known.
    Operators and kinds may be given by name; an unknown one is a ValueError.

        builder = LayerBuilder(Builder(InsertPoint.at_end(block)), UnknownLoc())
        x = builder.layer("Convolution", [x], {0: 16, 1: 3, 6: 432}, {"weight": weight})
        y = builder.binary("add", x, builder.softmax(x, 0))
    """

    def __init__(self, builder: Builder, location: LocationAttr, name: str = "constant"):
        """Constants in the weight store are named `<name>.<constant>`."""
        self.builder = builder
        self.location = location
        self.name = name

    def insert(self, op: NcnnOp) -> SSAValue:
        """Insert an op; return its first result."""
        op.location = self.location
        self.builder.insert(op)
        return op.results[0]

    def inferred(self, op: NcnnOp) -> list[SSAValue]:
        """Insert an op; return results with inferred shapes. Raises: ShapeError."""
        shapes = op.infer_shapes()
        self.insert(op)
        for result, shape in zip(op.results, shapes, strict=True):
            Rewriter.replace_value_with_new_type(result, tensor_type(shape))
        op.verify()
        return list(op.results)

    def layer(
        self,
        type: str,
        inputs: Sequence[SSAValue],
        params: Mapping[int, Any] | None = None,
        weights: Mapping[str, SSAValue] | None = None,
    ) -> SSAValue:
        """Return the first output of a layer of ncnn; see `layers`."""
        return self.layers(type, inputs, params, weights)[0]

    def layers(
        self,
        type: str,
        inputs: Sequence[SSAValue],
        params: Mapping[int, Any] | None = None,
        weights: Mapping[str, SSAValue] | None = None,
        outputs: int = 1,
    ) -> list[SSAValue]:
        """
        Return all outputs of a layer of ncnn: its type, parameters by id as in a `.param`, and the
        arrays that it stores, by name: `weight`, `bias`, `slope`, ...

        Raises: ShapeError (a ValueError) for a layer that does not exist or does not fit.
        """
        cls = layer_op(type)
        if cls is None or cls.LAYER is None:
            raise ValueError(f"unknown layer type '{type}' to build with")
        given, arrays = named_params(cls.LAYER, params or {}), dict(weights or {})
        check_weights(cls.LAYER, given, arrays)
        return self.inferred(cls.from_layer(GivenLayer(given, inputs, arrays, outputs)))

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
        """Build a softmax along an axis (outermost is 0)."""
        return self.insert(
            SoftmaxOp.build(
                operands=[x], properties={"axis": int_attr(axis)}, result_types=[x.type]
            )
        )

    def quantize(self, x: SSAValue, scale: SSAValue, element: Attribute = f32) -> SSAValue:
        """Build `scale * x` rounded to int8, as int8 or as floats; see `QuantizeOp`."""
        type = TensorType(element, shape_of(x))
        return self.insert(QuantizeOp.build(operands=[x, scale], result_types=[type]))

    def reduce(self, kind: ReductionKind | str, x: SSAValue, axes: Sequence[int]) -> SSAValue:
        """Build a reduction over axes (outermost is 0), which keep extent 1."""
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

    def reshape(
        self, x: SSAValue, shape: Sequence[int], *, rows: bool = False, columns: bool = False
    ) -> SSAValue:
        """
        Return x in another shape, or the value of that shape that x was reshaped from.

        With `rows` the first extent follows from the others, with `columns` the last one; it may be
        known only at run time.
        """
        if shape_of(x) == tuple(shape):
            return x
        source = x.op if isinstance(x, OpResult) else None
        if isinstance(source, ReshapingOp) and has_shape(source.input):
            if shape_of(source.input) == tuple(shape):
                return source.input
        asked = [-1, *shape[1:]] if rows else [*shape[:-1], -1] if columns else shape
        return self.insert(
            ReshapeOp.build(
                operands=[x, []],
                properties={"shape": int_array(asked)},
                result_types=[TensorType(element_of(x.type), shape)],
            )
        )

    def permute(self, x: SSAValue, order: Sequence[int]) -> SSAValue:
        """Permute axes: axis i of the result is axis `order[i]` of x, both outermost first."""
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
        """Slice x from start to end along an axis (outermost is 0)."""
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
        """Concatenate the parts along an axis (outermost is 0)."""
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
        """Build `a b`, or `a b^T`, for each matrix of a batch, by numpy's rules."""
        properties = {"transpose_b": UnitAttr() if transpose_b else None}
        op = MatMulOp.build(operands=[a, b], properties=properties, result_types=[UNRANKED])
        return self.inferred(op)[0]

    def pad(
        self,
        x: SSAValue,
        kind: PaddingKind | str,
        before: Sequence[int],
        after: Sequence[int],
        value: float = 0.0,
    ) -> SSAValue:
        """Add a border of `before` and `after` cells to each axis of `c,h,w`."""
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
        """Store a known array: int8 unchanged, others as float32."""
        is_int8 = array.dtype == np.int8
        stored = np.ascontiguousarray(array, np.int8 if is_int8 else np.float32)
        key = weights.add(f"{self.name}.{name}", stored)
        weight = WeightOp.of_shape(key, array.shape, i8 if is_int8 else f32)
        weight.location = self.location
        self.builder.insert(weight)
        return weight.output
