"""The choices of one quantization by blocks."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from ...diagnostics import OptionValueError, unknown_name
from ...image import Image

if TYPE_CHECKING:
    from ....dialects.ncnn.families.block_quantization import BlockQuantization

BITS = (4, 6, 8)
BLOCKS = (32, 64, 128)


class BlockMethod(StrEnum):
    """Method that chooses the integers and the scales of a matrix."""

    MINMAX = "minmax"
    MSE = "mse"
    AWQ = "awq"
    GPTQ = "gptq"

    @property
    def needs_samples(self) -> bool:
        """Return whether it looks at the inputs of the layers."""
        return self in (BlockMethod.AWQ, BlockMethod.GPTQ)


@dataclass(frozen=True)
class BlockOptions:
    """Options of `ncnnc quantize --blocks`. Raises: UsageError; OptionValueError."""

    bits: int = 4
    """4, 6 or 8."""
    block: int = 32
    """Columns that share a scale: 32, 64 or 128."""
    method: str = BlockMethod.MSE
    """One of `BlockMethod`."""
    keep: tuple[str, ...] = ()
    """Layers that stay float32."""
    max_error: float | None = None
    """Largest relative error of a layer; None: unlimited."""
    images: Image = field(default_factory=Image)
    """Preprocessing of images that are samples: mean and norm."""

    def __post_init__(self) -> None:
        if self.method not in list(BlockMethod):
            raise unknown_name("method", str(self.method), list(BlockMethod))
        for name, value, known in (("bits", self.bits, BITS), ("a block", self.block, BLOCKS)):
            if value not in known:
                listed = ", ".join(map(str, known))
                raise OptionValueError(f"{name} must be one of {listed}, not {value}")
        if self.max_error is not None and not (
            math.isfinite(self.max_error) and self.max_error >= 0
        ):
            raise OptionValueError(f"the error must be a number from 0 on, not {self.max_error}")

    @property
    def form(self) -> BlockQuantization:
        """Return the form in which matrices are stored."""
        from ....dialects.ncnn.families.block_quantization import BlockQuantization

        return BlockQuantization(self.bits, self.block, self.method == BlockMethod.AWQ)
