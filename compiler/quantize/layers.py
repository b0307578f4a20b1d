"""Find the layers of a graph that can compute with int8, and their requirements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import BlockArgument, SSAValue

from ...dialects.context import NcnncContext
from ...dialects.int8_rounding import LARGEST_INT8, SMALLEST_SCALED
from ...dialects.main_function import find_main, input_names
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.families.linear import LinearOp
from ...dialects.ncnn.layer_attributes import FEATURE_MASK_ATTRIBUTE
from ...dialects.ncnn.layers.convolution import (
    ConvolutionBase,
    ConvolutionDepthWiseOp,
    ConvolutionOp,
)
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.layers.split import source_of
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...passes.common.constants import stored_array
from ...passes.common.errors import layer_type_of, place_of
from ...passes.common.locations import layers_of
from ..diagnostics import ModelError, UsageError, unknown_name
from ..frontend.locations import model_error_from

Int8Op = ConvolutionOp | ConvolutionDepthWiseOp | InnerProductOp
INT8_OPS = (ConvolutionOp, ConvolutionDepthWiseOp, InnerProductOp)
WRONG_GROUP_STEP = 8
"""ncnn's int8 is wrong if the outputs of a group are a multiple of this number."""
NO_INT8 = 8
"""The bit of a layer's feature mask that switches int8 off."""
NAMED = 3
"""Number of layers listed by the error if none can compute with int8."""


@dataclass(frozen=True)
class QuantizableLayer:
    """A layer that can compute with int8."""

    op: Int8Op
    name: str
    type: str
    blob: str
    """The blob that the layer reads, before any Split."""
    weight: np.ndarray
    """Float32, `[out][in / group]` and the kernel."""

    @property
    def scale_count(self) -> int:
        """Return the number of scales: one for each output channel, or for each group."""
        return self.op.groups if self.is_grouped else shape_of(self.op.weight)[0]

    @property
    def is_grouped(self) -> bool:
        """Return whether it is a ConvolutionDepthWise, which has a scale per group."""
        return isinstance(self.op, ConvolutionDepthWiseOp)

    def error(self, reason: str, hint: str | None = None) -> ModelError:
        return model_error_from(self.op, reason, hint)

    @property
    def may_be_winograd(self) -> bool:
        """Return whether ncnn may compute it by Winograd's F(4,3)."""
        op = self.op
        if not isinstance(op, ConvolutionOp) or op.kernel_shape != (3, 3):
            return False
        return set(op.along_axes("stride")) == set(op.along_axes("dilation")) == {1}

    def weight_scales(self, largest_integer: float = LARGEST_INT8) -> np.ndarray:
        """
        Return scales of channels' largest weights; 1 for zeros. Raises: ModelError if not finite.
        """
        if not np.isfinite(self.weight).all():
            raise self.error("its weights are not all finite numbers")
        return largest_scales(self.weight.reshape(self.scale_count, -1), largest_integer)


def largest_scales(rows: np.ndarray, largest_integer: float = LARGEST_INT8) -> np.ndarray:
    """Return the scales by which the largest magnitude of each row becomes an integer; 1 for 0."""
    largest = np.abs(rows).max(1)
    usable = np.maximum(largest, np.float32(SMALLEST_SCALED))
    scales = np.float32(largest_integer) / usable
    return np.where(largest < SMALLEST_SCALED, np.float32(1), scales).astype(np.float32)


@dataclass(frozen=True)
class FloatLayer:
    """A layer that stays float32, and why."""

    name: str
    type: str
    reason: str


def blob_of(value: SSAValue, module: ModuleOp, ctx: NcnncContext) -> str:
    """Return the name of a blob in the file that the graph was read from."""
    if isinstance(value, BlockArgument):
        return input_names(find_main(module))[value.index]
    hint = value.name_hint or ""
    return ctx.blob_names.get(hint, hint)


def find_layers(
    module: ModuleOp, ctx: NcnncContext, file: str, *, required: bool = True
) -> tuple[list[QuantizableLayer], list[FloatLayer]]:
    """
    Return layers that can be int8, and those that cannot. Raises: ModelError if some are required.
    """
    ops = [op for op in module.walk() if isinstance(op, INT8_OPS)]
    for op in ops:
        check_not_quantized(op)
    found: list[QuantizableLayer] = []
    others: list[FloatLayer] = []
    for op in ops:
        name, type = place_of(op).layer or op.name, layer_type_of(op)
        reason = why_float(op, ctx)
        weight = stored_array(op.weight, ctx.weights)
        if reason is not None or weight is None:
            others.append(FloatLayer(name, type, reason or "its weights are computed"))
            continue
        blob = blob_of(source_of(op.input), module, ctx)
        found.append(QuantizableLayer(op, name, type, blob, weight.astype(np.float32, copy=False)))
    if required and not found:
        raise nothing_to_quantize(others, file)
    return found, others


def nothing_to_quantize(others: Sequence[FloatLayer], file: str) -> ModelError:
    """
    Return the error for a model without a layer that can compute with int8; it says why none can.
    """
    if not others:
        reason = "there is no Convolution, ConvolutionDepthWise or InnerProduct"
        return ModelError(f"no layer can compute with int8: {reason}", file=file)
    listed = [f"'{layer.name}' ({layer.type}): {layer.reason}" for layer in others[:NAMED]]
    more = f"; and {len(others) - NAMED} more" if len(others) > NAMED else ""
    return ModelError(f"no layer can compute with int8: {'; '.join(listed)}{more}", file=file)


def check_not_quantized(op: LinearOp) -> None:
    """Check a layer. Raises: ModelError if it computes with int8 already."""
    if op.scale_term:
        raise model_error_from(op, "is quantized already", "quantize the float32 model")


def why_float(op: Int8Op, ctx: NcnncContext) -> str | None:
    """
    Return the reason why int8 would change more than a layer's precision; None if it would not.
    """
    mask = op.attributes.get(FEATURE_MASK_ATTRIBUTE)
    if isinstance(mask, IntegerAttr) and mask.value.data & NO_INT8:
        return "its feature mask switches int8 off"
    if not isinstance(op, ConvolutionBase):
        return None
    if isinstance(op, ConvolutionDepthWiseOp) and fails_in_ncnn(op):
        return f"ncnn's int8 fails for groups of {WRONG_GROUP_STEP} outputs, or a multiple"
    if op.pad_value.value.data != 0:
        return "it pads with a value that int8 would take as it is"
    if has_shape(op.input) and op.is_vector:
        return "its input is a vector, of which int8 makes an image"
    return None


def fails_in_ncnn(op: ConvolutionDepthWiseOp) -> bool:
    """Return whether ncnn leaves results unset: a group's outputs fill vectors on x86."""
    outputs, channels, *_ = shape_of(op.weight)
    is_depthwise = channels == 1 and outputs == op.groups
    return not is_depthwise and outputs // op.groups % WRONG_GROUP_STEP == 0


def check_kept(known: Sequence[str], keep: Sequence[str], module: ModuleOp) -> None:
    """Check names. Raises: UsageError unless each names a layer that can be quantized."""
    types = {name: layer_type_of(op) for op, name in named_ops(module)}
    for name in keep:
        if name not in known and name in types:
            raise UsageError(f"layer '{name}' ({types[name]}) is float32 in any case")
        if name not in known:
            raise unknown_name("layer", name, known)


def named_ops(module: ModuleOp) -> Iterator[tuple[NcnnOp, str]]:
    """Yield the ops of a graph with all names of layers that they have."""
    for op in module.walk():
        if isinstance(op, NcnnOp):
            for name in layers_of(op):
                yield op, name
