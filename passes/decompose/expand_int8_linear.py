"""Expand int8 layers into quantize, integer product and dequantize."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, TensorType, f32, i8, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...dialects.constraints import int_attr
from ...dialects.element_types import element_of
from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.families.fused_activation import NO_ACTIVATION, NO_FLOATS
from ...dialects.ncnn.families.linear import QUANTIZED_RESULT
from ...dialects.ncnn.families.recurrent import RecurrentOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.ncnn.layers.quantize import DequantizeOp
from ...dialects.ncnn.rules.int8_blobs import is_int8_blob
from ...dialects.ncnn.shapes import has_shape, shape_of, tensor_type
from ...dialects.weight_store import Array, WeightStore
from ..common.constants import dense_weight, stored_array
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass
from .building.int8 import Int8Layer, stored_integers
from .building.replacement_builder import ReplacementBuilder


@dataclass(frozen=True)
class QuantizeSumDequantize(RewritePattern):
    """Make the operands, the sums and the rescaling of an int8 layer explicit."""

    weights: WeightStore

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, Int8Layer) or not op.scale_term or op.is_scheduled:
            return
        if not has_shape(op.input) or not has_shape(op.output):
            return
        scales = Scales.of(op, self.weights)
        if scales is None:
            return
        extents = (-1, *[1] * (len(shape_of(op.weight)) - 1))
        of_weight = scales.weight.reshape(extents)
        integers = integer_weight(op.weight, of_weight, self.weights, rewriter)
        if integers is None:
            return
        layers = ReplacementBuilder(op, rewriter)
        sums = layers.insert(self.sums(op, self.quantized(op, scales, layers), integers))
        y = layers.insert(self.dequantized(op, scales, sums, layers))
        if op.scale_term > QUANTIZED_RESULT:
            y = layers.quantize(y, self.uniform(layers, scales.output))
        rewriter.replace(op, [], [layers.reshape(y, shape_of(op.output))])

    def quantized(self, op: Int8Layer, scales: Scales, layers: LayerBuilder) -> SSAValue:
        """Return the input as int8; int8 numbers held in float32 are kept."""
        x = op.input
        if isinstance(op, ConvolutionBase) and op.is_vector:
            x = layers.reshape(x, op.spatial_input_shape)
        scale = 1.0 if is_int8_blob(op.input) else scales.input
        return layers.quantize(x, self.uniform(layers, scale), i8)

    def uniform(self, layers: LayerBuilder, scale: float) -> SSAValue:
        """Return a scale for all elements, visible in the IR."""
        weight = dense_weight("scale", np.array([scale], np.float32))
        weight.location = layers.location
        layers.builder.insert(weight)
        return weight.output

    def sums(self, op: Int8Layer, x: SSAValue, weight: SSAValue) -> Int8Layer:
        bare: dict[str, SSAValue | None] = dict.fromkeys(SCALES)
        if isinstance(op, ConvolutionBase):
            bare["output_scale"] = None
        properties: dict[str, Attribute] = {
            "int8_scale_term": IntegerAttr(0, i64),
            "activation": NO_ACTIVATION,
            "activation_params": NO_FLOATS,
        }
        if isinstance(op, ConvolutionBase):
            # ncnn pads the quantized input, with the value converted to an integer.
            pad_value = float(np.trunc(op.pad_value.value.data))
            properties["pad_value"] = FloatAttr(pad_value, f32)
        operands = {**bare, "input": x, "weight": weight, "bias": None}
        type = TensorType(i32, shape_of(op.output))
        return rebuild(op, operands=operands, properties=properties, result_type=type)

    def dequantized(
        self, op: Int8Layer, scales: Scales, sums: SSAValue, layers: LayerBuilder
    ) -> DequantizeOp:
        """Dequantize the sums, with bias and activation."""
        factors = layers.constant(self.weights, "scale", scales.of_sums)
        rank = len(shape_of(sums))
        return DequantizeOp.build(
            operands=[sums, factors, [] if op.bias is None else [op.bias]],
            properties={
                "activation": op.activation,
                "activation_params": op.activation_params,
                "axis": None if rank > 2 else int_attr(rank - 1),
            },
            result_types=[tensor_type(shape_of(sums))],
        )


@dataclass(frozen=True)
class QuantizeRecurrentWeights(RewritePattern):
    """Quantize weights of an int8 recurrent layer that are stored as floats."""

    weights: WeightStore

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, RecurrentOp):
            return
        integers: dict[SSAValue, SSAValue] = {}
        pairs = (op.weight_xc, op.weight_xc_scale), (op.weight_hc, op.weight_hc_scale)
        for weight, scale in pairs:
            factors = None if scale is None else stored_array(scale, self.weights)
            if factors is None or element_of(weight.type) == i8:
                continue
            made = integer_weight(weight, factors[..., None], self.weights, rewriter)
            if made is not None:
                integers[weight] = made
        if integers:
            op.operands = [integers.get(value, value) for value in op.operands]
            rewriter.notify_op_modified(op)


def integer_weight(
    weight: SSAValue, scales: np.ndarray, weights: WeightStore, rewriter: PatternRewriter
) -> SSAValue | None:
    """Return weights as int8: as stored, or quantized as ncnn does when it loads them."""
    source = weight.owner
    if not isinstance(source, WeightOp) or source.output.type.element_type == i8:
        return weight if isinstance(source, WeightOp) else None

    def integers() -> Array:
        array = stored_integers(weight, scales, weights)
        assert array is not None
        return array.astype(np.int8)

    new = WeightOp(weights.add(source.key.data, integers), TensorType(i8, shape_of(weight)))
    new.location = source.location
    rewriter.insert(new)
    return new.output


SCALES = ("weight_scale", "input_scale")


@dataclass(frozen=True)
class Scales:
    """The scales of a layer; scales of weights are by output channel."""

    weight: np.ndarray
    input: float
    output: float

    @classmethod
    def of(cls, op: Int8Layer, weights: WeightStore) -> Scales | None:
        """Return the scales of a layer; None if they are not stored, or not available."""
        if op.weight_scale is None or op.input_scale is None or not has_shape(op.weight):
            return None
        by_group = stored_array(op.weight_scale, weights)
        of_input = stored_array(op.input_scale, weights)
        if by_group is None or of_input is None:
            return None
        outputs = shape_of(op.weight)[0]
        of_output = 1.0
        if isinstance(op, ConvolutionBase) and op.output_scale is not None:
            stored = stored_array(op.output_scale, weights)
            if stored is None:
                return None
            of_output = float(stored.reshape(-1)[0])
        by_output = np.repeat(by_group.reshape(-1), outputs // by_group.size).astype(np.float32)
        return cls(by_output, float(of_input.reshape(-1)[0]), of_output)

    @property
    def of_sums(self) -> np.ndarray:
        """Return `1 / (input * weight)` in float32; 0 where the scale of the weights is 0."""
        product = self.weight * np.float32(self.input)
        with np.errstate(divide="ignore"):
            return np.where(self.weight == 0, np.float32(0), np.float32(1) / product)


class ExpandInt8LinearPass(RewritePass):
    """
    Expand layers with `int8_scale_term` into separate ops: Convolution, ConvolutionDepthWise and
    InnerProduct.

        %y = ncnn.convolution %x, %w bias %b weight_scale %ws input_scale %s activation relu
               int8_scale_term 1 : tensor<8x6x6xf32>, tensor<16x8x3x3xi8> -> tensor<16x4x4xf32>
        ->
        %q = ncnn.quantize %x, %s : ... -> tensor<8x6x6xi8>
        %a = ncnn.convolution %q, %w : tensor<8x6x6xi8>, tensor<16x8x3x3xi8> -> tensor<16x4x4xi32>
        %y = ncnn.dequantize %a, %f bias %b activation relu : ... -> tensor<16x4x4xf32>

    A term above 100 quantizes %y again. An input that already holds int8 is quantized with the
    scale 1, which `move-quantize-up` removes. Weights of float32 are quantized to int8 at compile
    time, also those of recurrent layers, which are not expanded. Source: ncnn, convolution.cpp,
    convolutiondepthwise.cpp, innerproduct.cpp, `forward_int8`.
    """

    name = "expand-int8-linear"
    PATTERNS = (QuantizeSumDequantize, QuantizeRecurrentWeights)
