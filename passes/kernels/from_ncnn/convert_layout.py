"""Layout conversions: pack and unpack kernels, or nothing where the memory is the same."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from ....dialects.kernel.structure import PackOp, UnpackOp
from ....dialects.ncnn.attributes import pack_of, physical_shape
from ....dialects.ncnn.convert_layout import ConvertLayoutOp
from ....dialects.ncnn.weight import WeightOp
from ....dialects.ncnn.weight_forms import PackedBlob
from ..building.kernel_builder import KernelBuilder
from ..building.weight_operands import packed_weight
from . import conversions


@conversions.register(ConvertLayoutOp)
def convert_layout(
    k: KernelBuilder, op: ConvertLayoutOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """
    Plain to packed, packed to plain; packed to packed goes through plain.

    Constants are packed at compile time. A packed vector `ceil(w/p),p` begins with the plain one.
    """
    (x,) = operands
    source, result = op.input.type, op.output.type
    assert isinstance(source, TensorType)
    assert isinstance(result, TensorType)
    plain_shape, packed_shape = tuple(result.get_shape()), physical_shape(result)
    if isinstance(x.owner, WeightOp) and pack_of(source) == 1:
        return [packed_weight(k, PackedBlob(pack_of(result)), x)]
    if pack_of(source) > 1:
        if len(plain_shape) == 1:
            x = k.view(x, plain_shape)
        else:
            x = k.insert(UnpackOp.make([x], [k.empty(plain_shape, x.type)]))
    if pack_of(result) > 1:
        x = k.insert(PackOp.make([x], [k.empty(packed_shape, x.type)]))
    return [x]
