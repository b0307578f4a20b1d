"""Add borders around tensors."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32, I64, I64Array, int_list
from .attributes import PaddingKind, PaddingKindAttr
from .base import KernelOp, buffer_shape

OUTSIDE = -1
"""Source of a filled lane."""


@dataclass(frozen=True)
class CellRun:
    """`count` neighbouring cells of an axis: cell i is a copy of cell `start + i * step`."""

    count: int
    start: int
    step: int
    outside: bool = False
    """True if the cells are filled instead of copied."""


@irdl_op_definition
class PaddingKernelOp(KernelOp):
    """
    Add a border of constants, of the outermost cells (replicate) or of mirrored ones (reflect).

    ins: x `n,...,p`, with a last axis of one cell of p elements: the lanes of a packed tensor, or a
    single element. `before` and `after` are the numbers of cells added to each of the other axes. A
    constant border is `value`, or the values of a second input `m,p` or `m` along the output's
    first axis.

    With `channels`, x has that many channels packed in its cells, and the pads of the first axis
    count channels, too: `ceil(channels/p),...,p` to `ceil((before + channels + after)/p),...,p`,
    with a border of `value`.
    """

    name = "kernel.padding"
    kind = prop_def(PaddingKindAttr)
    before = prop_def(I64Array)
    after = prop_def(I64Array)
    value = prop_def(F32)
    channels = opt_prop_def(I64)

    def channel_sources(self) -> list[int]:
        """Return the source channel of each lane of the output's first axis, or `OUTSIDE`."""
        assert self.channels is not None
        out, count = buffer_shape(self.outputs[0]), self.channels.value.data
        before = int_list(self.before)[0]
        shifted = range(-before, out[0] * out[-1] - before)
        return [c if 0 <= c < count else OUTSIDE for c in shifted]

    def padded_extents(self) -> tuple[int, ...]:
        """Return the extents of the output without the last."""
        *source, lanes = buffer_shape(self.inputs[0])
        pads = zip(int_list(self.before), int_list(self.after), strict=True)
        if self.channels is not None:
            source[0] = self.channels.value.data
        first, *rest = (b + n + a for n, (b, a) in zip(source, pads, strict=True))
        return (first if self.channels is None else -(-first // lanes), *rest)

    def axis_runs(self, axis: int) -> list[CellRun]:
        """Return the cells of the output along an axis, as runs."""
        size = buffer_shape(self.inputs[0])[axis]
        before, after = int_list(self.before)[axis], int_list(self.after)[axis]
        first, last = CellRun(before, 0, 0, True), CellRun(after, 0, 0, True)
        match self.kind.data:
            case PaddingKind.REPLICATE:
                first, last = CellRun(before, 0, 0), CellRun(after, size - 1, 0)
            case PaddingKind.REFLECT:
                first, last = CellRun(before, before, -1), CellRun(after, size - 2, -1)
            case PaddingKind.CONSTANT:
                pass
        return [run for run in (first, CellRun(size, 0, 1), last) if run.count]

    def verify_(self) -> None:
        super().verify_()
        source, out = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        before, after = int_list(self.before), int_list(self.after)
        if not len(source) - 1 == len(before) == len(after) >= 2:
            raise VerifyException("needs pads for every axis but the last, and two such axes")
        if self.channels is not None:
            self.verify_channels(self.channels.value.data)
        padded = self.padded_extents()
        if out != (*padded, source[-1]):
            raise VerifyException(f"the output must be {[*padded, source[-1]]}")

    def verify_channels(self, channels: int) -> None:
        """Raises: VerifyException if the input has another number, or the border varies."""
        blocks, *_, lanes = buffer_shape(self.inputs[0])
        if -(-channels // lanes) != blocks:
            raise VerifyException(f"{channels} channels do not lie in {blocks} vectors of {lanes}")
        if self.kind.data is not PaddingKind.CONSTANT or len(self.inputs) > 1:
            raise VerifyException("channels are padded with one constant")
