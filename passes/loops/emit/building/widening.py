"""Arithmetic in float32 on buffers of narrower floats."""

from __future__ import annotations

from xdsl.dialects.builtin import bf16, f16, f32
from xdsl.ir import Attribute, Block, SSAValue

from .....dialects.element_types import arithmetic_element, element_of, lanes_of, vector_type
from .....dialects.target.products import BF16, F32
from .....dialects.target.records import Target
from .builder import Index, LoopBuilder
from .conversions import convert, extended_bf16, truncated_to_bf16


class WideningBuilder(LoopBuilder):
    """
    A builder for kernels that compute in float32: what they load of bfloat16 is widened, and what
    they store is rounded to the buffer's type, to nearest with ties to even.
    """

    def __init__(self, entry: Block, target: Target):
        super().__init__(entry, target)
        self.rounds = target.converts(F32, BF16)

    def vector(self, base: SSAValue, lanes: int) -> Attribute:
        return vector_type(arithmetic_element(base.type), lanes)

    def load(
        self, base: SSAValue, index: Index, offset: int, lanes: int, first: int | None = None
    ) -> SSAValue:
        return self._widened(self.load_stored(base, index, offset, lanes, first))

    def broadcast(
        self, base: SSAValue, index: Index, offset: int, lanes: int, count: int = 1
    ) -> SSAValue:
        value = super().broadcast(base, index, offset, lanes, count)
        return value if count > 1 else self._widened(value)

    def store(
        self, value: SSAValue, base: SSAValue, index: Index, offset: int, first: int | None = None
    ) -> None:
        super().store(self.stored(value, base), base, index, offset, first)

    def stored(self, value: SSAValue, base: SSAValue) -> SSAValue:
        is_wide = element_of(value.type) == f32
        return self._rounded(value, element_of(base.type)) if is_wide else value

    def _widened(self, value: SSAValue) -> SSAValue:
        return extended_bf16(self, value) if element_of(value.type) == bf16 else value

    def _rounded(self, value: SSAValue, element: Attribute) -> SSAValue:
        """To bf16 by the instruction where there is one, which takes denormal numbers for zeros."""
        if element == f16 or (element == bf16 and self.rounds):
            return convert(self, "truncf", value, vector_type(element, lanes_of(value.type)))
        return truncated_to_bf16(self, value) if element == bf16 else value
