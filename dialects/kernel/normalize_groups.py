"""Normalisation of groups of channels."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm, prod
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32, I64
from .attributes import EpsGuardAttr
from .base import Float32KernelOp, buffer_shape


def blocks_of_groups(blocks: int, lanes: int, channels_per_group: int) -> int:
    """Return the least number of blocks of that many lanes that whole groups fill."""
    filled = lcm(channels_per_group, lanes) // lanes
    return blocks if blocks % filled else filled


@irdl_op_definition
class NormalizeGroupsKernelOp(Float32KernelOp):
    """
    `(x - m) / root(s) * factor + term` on `blocks,n...,p`, then the epilogue.

    ins: x, with n pixels of p channels per block; a factor and a term for each channel; then
    epilogue operands, of the size of x or with an element for each channel. Each of `groups` equal
    runs of the first `channels` channels has its m and s: m is the mean, or 0 if not `centred`, and
    s the mean of the squares of `x - m`, or their sum if `summed`; `guard` says how eps keeps the
    root of s from 0. outs: y and, if groups have several channels, partial results of each channel,
    `2,blocks * p`.

    The mean of the first `sample` elements of a block, or of all, is subtracted before squares are
    summed. Threads share groups of several channels; with `shares_vectors`, blocks of channels.
    Bounds limit the pixels; there is no sample then.
    """

    name = "kernel.normalize_groups"
    BOUNDED: ClassVar[bool] = True
    guard = prop_def(EpsGuardAttr)
    channels = prop_def(I64)
    groups = prop_def(I64)
    eps = prop_def(F32)
    centred = opt_prop_def(UnitAttr)
    summed = opt_prop_def(UnitAttr)
    sample = opt_prop_def(I64)
    shares_vectors = opt_prop_def(UnitAttr)

    @property
    def channels_per_group(self) -> int:
        """Return the number of channels that are normalized together."""
        return self.channels.value.data // self.groups.value.data

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        """Return the bounds, and static extents for the partial results of channels."""
        known = [tuple(map(AffineExpr.constant, buffer_shape(v))) for v in self.outputs[1:]]
        return [bounds, *known]

    def _verify_bounds(self, bounds: AffineMap) -> None:
        super()._verify_bounds(bounds)
        last = len(self.iteration_space()) - 1
        if self.is_bounded(0) or self.is_bounded(last):
            raise VerifyException("channels have a static number")
        if any(map(self.is_bounded, range(1, last))) and self.sample is not None:
            raise VerifyException("pixels known at run time have no sample")

    def verify_(self) -> None:
        super().verify_()
        source = buffer_shape(self.inputs[0])
        if len(source) < 3 or buffer_shape(self.outputs[0]) != source:
            raise VerifyException("input and output must have the same blocks,n...,p")
        channels, lanes = source[0] * source[-1], source[-1]
        if not channels - lanes < self.channels.value.data <= channels:
            raise VerifyException("the channels must end in the last block")
        if self.groups.value.data < 1 or self.channels.value.data % self.groups.value.data:
            raise VerifyException("the groups must have equal numbers of channels")
        if self.sample is not None and not 0 < self.sample.value.data <= prod(source[1:]):
            raise VerifyException("the sample must be elements of a block")
        if self.shares_vectors is not None and self.channels_per_group == 1:
            raise VerifyException("only groups of several channels are shared by blocks")
        sizes = [prod(buffer_shape(v)) for v in self.inputs[1:]]
        if len(sizes) < 2 or sizes[:2] != [channels] * 2:
            raise VerifyException(f"factor and term must have {channels} elements")
        if not set(sizes[2:]) <= {channels, prod(source)}:
            raise VerifyException("epilogue operands have an element for each one, or each channel")
        scratch = [buffer_shape(v) for v in self.outputs[1:]]
        if scratch != ([(2, channels)] if self.channels_per_group > 1 else []):
            raise VerifyException("groups of several channels, and only they, need 2,channels")
