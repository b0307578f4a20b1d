"""Attention to a few places of several images."""

from __future__ import annotations

from math import prod

from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class DeformableAttentionKernelOp(Float32KernelOp):
    """
    Sizes `l,2`, values `n,heads,d`, weights and places `q,heads,l,p` to `q,heads,d`.

    See `DeformableAttentionOp`.
    """

    name = "kernel.deformable_attention"

    def flops(self) -> int:
        """Count a multiply-add for each of the four cells around each place."""
        places = buffer_shape(self.inputs[3])
        return 8 * prod(places) * buffer_shape(self.inputs[1])[2]

    def verify_(self) -> None:
        super().verify_()
        sizes, values, *places = (buffer_shape(v) for v in self.inputs)
        if len(places[0]) != 4 or places != [places[0]] * 3:
            raise VerifyException("weights and places need one shape of four dimensions")
        queries, heads, levels, _ = places[0]
        if sizes != (levels, 2) or len(values) != 3 or values[1] != heads:
            raise VerifyException("needs a size of each level and values of each head")
        if buffer_shape(self.outputs[0]) != (queries, heads, values[2]):
            raise VerifyException("the output needs a vector for each query and head")
