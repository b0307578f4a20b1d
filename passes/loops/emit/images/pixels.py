"""Convert bytes of pixels to channels of float32, shifted and scaled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from .....dialects.constraints import float_list
from .....dialects.element_types import vector_type
from .....dialects.kernel.base import buffer_shape
from .....dialects.kernel.from_pixels import PixelsKernelOp
from .....dialects.pixel_types import ChannelSource, channel_sources
from ..building.builder import Index, LoopBuilder
from ..building.conversions import convert, integer_op

ByteOfPixels = Callable[[int], SSAValue]
"""One of the bytes of each of a vector of pixels, as i32."""
Changed = Callable[[SSAValue], SSAValue]


class PixelStore:
    """Stores the channels of vectors of pixels into planes of the output."""

    def __init__(self, b: LoopBuilder, op: PixelsKernelOp, lanes: int):
        self.b, self.out, self.lanes = b, op.outputs[0], lanes
        _, height, width = buffer_shape(self.out)
        self.plane = height * width
        self.sources = channel_sources(op.pixel_type.data)
        self.mean, self.norm = (
            [np.float32(v) for v in float_list(values)] for values in (op.mean, op.norm)
        )

    def store(
        self,
        byte_of: ByteOfPixels,
        at: Index,
        count: int,
        change: Changed = lambda value: value,
    ) -> None:
        """All channels of `count` pixels from one on; `change` is done to values not yet scaled."""
        byte_of = cache(byte_of)
        for channel, source in enumerate(self.sources):
            value = change(self.value(source, byte_of))
            self.put(channel, value, at, count)

    def put(self, channel: int, value: SSAValue, at: Index, count: int) -> None:
        """Scale, shift and store a vector of one channel."""
        value = self.normalized(channel, value)
        self.b.store(value, self.out, at, channel * self.plane, count)

    def fill(self, value: float, at: Index, count: int) -> None:
        """Pixels all of whose channels have one value."""
        constant = self.b.constant(value, vector_type(f32, self.lanes))
        for channel in range(len(self.sources)):
            self.put(channel, constant, at, count)

    def value(self, source: ChannelSource, byte_of: ByteOfPixels) -> SSAValue:
        """Return a vector of one channel as float32, not scaled yet."""
        b = self.b
        if not source.weights:
            return b.constant(source.constant, vector_type(f32, self.lanes))
        integers = vector_type(i32, self.lanes)
        total: SSAValue | None = None
        for index, weight in source.weights:
            term = byte_of(index)
            if weight != 1:
                term = integer_op(b, arith.MuliOp, term, b.constant(weight, integers))
            total = term if total is None else integer_op(b, arith.AddiOp, total, term)
        assert total is not None
        if source.shift:
            total = integer_op(b, arith.ShRUIOp, total, b.constant(source.shift, integers))
        return convert(b, "sitofp", total, vector_type(f32, self.lanes))

    def normalized(self, channel: int, value: SSAValue) -> SSAValue:
        """Return `value * norm - mean * norm`, as ncnn's Scale has it."""
        mean, norm = self.mean[channel], self.norm[channel]
        if (mean, norm) == (0, 1):
            return value
        scale, shift = (self.b.constant(float(v), value.type) for v in (norm, -mean * norm))
        return self.b.fma(value, scale, shift)
