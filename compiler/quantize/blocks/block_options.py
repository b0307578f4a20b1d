"""Options of a quantization by blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...options.record import Argument, member_of, option, words_of
from ..common_options import METHOD, BlockMethod, CommonQuantizeOptions

if TYPE_CHECKING:
    from ....dialects.ncnn.families.block_quantization import BlockQuantization

BITS = (4, 6, 8)
BLOCKS = (32, 64, 128)


@dataclass(frozen=True, kw_only=True)
class BlockOptions(CommonQuantizeOptions):
    """Options of `ncnnc quantize --blocks`. Raises: UsageError; OptionTypeError."""

    bits: int = option(
        member_of(BITS),
        4,
        accepts=words_of(BITS),
        argument=Argument(
            "store matrices as integers of 4, 6 or 8 bits, with a scale for each block of a row",
            metavar="BITS",
            parse=int,
            choices=BITS,
            name="--blocks",
        ),
    )
    """Bits of an integer."""
    block: int = option(
        member_of(BLOCKS),
        32,
        accepts=words_of(BLOCKS),
        argument=Argument(
            "columns of a block: 32, 64 or 128 (default: {default})",
            metavar="SIZE",
            parse=int,
            choices=BLOCKS,
        ),
    )
    """Columns that share a scale."""
    method: str = option(
        member_of(BlockMethod),
        BlockMethod.MSE.value,
        accepts=words_of(BlockMethod),
        argument=METHOD,
    )
    """Method that chooses the integers and the scales of a matrix."""

    @property
    def form(self) -> BlockQuantization:
        """Return the form in which matrices are stored."""
        from ....dialects.ncnn.families.block_quantization import BlockQuantization

        return BlockQuantization(self.bits, self.block, self.method == BlockMethod.AWQ)
