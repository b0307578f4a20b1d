"""Convert weights to the forms of kernels, and operands to a given layout."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ....dialects.element_types import tensor_type_of
from ....dialects.kernel.structure import PackOp, UnpackOp
from ....dialects.ncnn.attributes import converts_as_view, pack_of, physical_shape
from ....dialects.ncnn.internal.pack_weights import PackWeightsOp
from ....dialects.ncnn.internal.weight import is_weight
from ....dialects.ncnn.internal.weight_form import WeightForm
from ....dialects.ncnn.internal.weight_forms import PackedBlob
from ....dialects.ncnn.shapes import shape_of
from .kernel_builder import KernelBuilder


def packed_weight(k: KernelBuilder, form: WeightForm, *inputs: SSAValue) -> SSAValue:
    """Append `ncnn.pack_weights` of weights."""
    return k.insert(PackWeightsOp(form, inputs))


def plain_operand(k: KernelBuilder, logical: SSAValue, physical: SSAValue) -> SSAValue:
    """Return an operand in the plain layout; packed channels of one pixel begin with plain ones."""
    if pack_of(logical.type) == 1:
        return physical
    shape = shape_of(logical)
    if converts_as_view(shape, 1):
        return k.view(physical, shape)
    return k.insert(UnpackOp.make([physical], [k.empty(shape, physical.type)]))


def packed_operand(k: KernelBuilder, logical: SSAValue, physical: SSAValue, lanes: int) -> SSAValue:
    """
    Return an operand packed by `lanes`: converted at compile time if constant, else by a kernel.
    """
    if pack_of(logical.type) == lanes:
        return physical
    plain = plain_operand(k, logical, physical)
    if is_weight(plain):
        return packed_weight(k, PackedBlob(lanes), plain)
    first, *rest = shape_of(logical)
    shape = (-(-first // lanes), *rest, lanes)
    if converts_as_view(shape_of(logical), lanes):
        return k.view(plain, shape)
    return k.insert(PackOp.make([plain], [k.empty(shape, plain.type)]))


def converted_result(k: KernelBuilder, logical: SSAValue, plain: SSAValue) -> SSAValue:
    """Convert a plain result to the layout of the graph op's result."""
    lanes = pack_of(logical.type)
    if lanes == 1:
        return plain
    type = tensor_type_of(logical)
    return k.insert(PackOp.make([plain], [k.empty(physical_shape(type), type)]))
