"""Block-quantized weights: how Gemm and MultiHeadAttention store matrices of few bits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import InvalidLayerError, ShapeError

FOURS = 4
"""Number of columns whose byte products one instruction adds."""
INT8_TERMS = (0, 1, 2, 3)
"""Quantization terms without blocks; 0 is float32."""


@dataclass(frozen=True)
class BlockQuantization:
    """
    Rows of `bits`-bit integers, packed without gaps, with a scale for each block of a row.

    With 8 bits, inputs are rounded to int8, too, each block of a row by its maximum; with fewer
    bits, they are not rounded.

    A term is `bits * 100 + 10 * input_scales + (0, 1, 2 for blocks of 32, 64, 128)`.
    """

    bits: int
    block_size: int
    has_input_scales: bool = False

    @classmethod
    def of_term(cls, term: int) -> BlockQuantization | None:
        """Return the block quantization of a layer's term; None if it has none."""
        bits, scales, code = term // 100, term % 100 // 10, term % 10
        if bits not in (4, 6, 8) or scales > 1 or code > 2:
            return None
        return cls(bits, 32 << code, bool(scales))

    @classmethod
    def of_whole_rows(cls, columns: int) -> BlockQuantization:
        """Return the form of int8 rows with one scale each; blocks have whole fours of columns."""
        return cls(8, -(-columns // FOURS) * FOURS)

    @classmethod
    def is_form(cls, bits: int, size: int, columns: int) -> bool:
        """Return whether rows of `columns` may be stored in this form."""
        if bits == 8 and size == cls.of_whole_rows(columns).block_size:
            return True
        return bits in (4, 6, 8) and size in (32, 64, 128)

    @property
    def term(self) -> int:
        """Return the term of layers with this quantization, the inverse of `of_term`."""
        return self.bits * 100 + 10 * self.has_input_scales + (self.block_size // 64)

    @property
    def largest(self) -> int:
        """Return the largest integer."""
        return (1 << (self.bits - 1)) - 1

    @property
    def rounds_inputs(self) -> bool:
        """Return whether operands of such a matrix are rounded to int8."""
        return self.bits == 8

    def row_bytes(self, columns: int) -> int:
        """Return the number of bytes of a row of that many integers."""
        return (columns * self.bits + 7) // 8

    def numbers(self, stored: np.ndarray, scales: np.ndarray, columns: int) -> np.ndarray:
        """
        Dequantize rows of packed integers: `integer / scale`, 0 where the scale of a block is 0.

        Shapes: `rows, row_bytes` and `rows, block_count` to `rows, columns`.
        """
        factors = np.repeat(scales.astype(np.float32), self.block_size, axis=1)[:, :columns]
        integers = self.integers(stored, len(scales), columns).astype(np.float32)
        return np.divide(integers, factors, out=np.zeros_like(integers), where=factors != 0)

    def integers(self, stored: np.ndarray, rows: int, columns: int) -> np.ndarray:
        """Unpack rows of integers to `rows, columns` of int8."""
        packed = stored.reshape(rows, -1).astype(np.int8, copy=False).view(np.uint8)
        if self.bits == 8:
            return packed[:, :columns].view(np.int8)
        bits = np.unpackbits(packed, axis=1, bitorder="little")
        digits = bits[:, : columns * self.bits].reshape(rows, columns, self.bits)
        weights = (1 << np.arange(self.bits)).astype(np.int8)
        weights[-1] *= -1  # The last bit is the sign.
        return (digits.view(np.int8) @ weights).astype(np.int8)

    def packed(self, integers: np.ndarray) -> np.ndarray:
        """Pack `rows, columns` of int8 as they are stored, the inverse of `integers`."""
        if self.bits == 8:
            return integers.astype(np.int8)
        digits = integers.view(np.uint8)[..., None] >> np.arange(self.bits, dtype=np.uint8) & 1
        bits = digits.reshape(len(integers), -1)
        return np.packbits(bits, axis=1, bitorder="little").view(np.int8)

    def block_count(self, columns: int) -> int:
        """Return the number of scales of a row."""
        return -(-columns // self.block_size)


def check_term(term: int) -> int:
    """Return the term. Raises: InvalidLayerError if ncnn does not define it."""
    if term not in INT8_TERMS and BlockQuantization.of_term(term) is None:
        raise InvalidLayerError(f"quantize_term {term} is unknown")
    return term


def is_int8(term: int) -> bool:
    """Return whether a layer with this term computes with plain int8."""
    return term != 0 and BlockQuantization.of_term(term) is None


def stored_matrix(term: int, rows: int, columns: int) -> tuple[int, int]:
    """Return the stored shape of a matrix `[rows][columns]`: columns may be packed to bytes."""
    blocks = BlockQuantization.of_term(term)
    return (rows, columns if blocks is None else blocks.row_bytes(columns))


def block_scales(term: int, rows: int, columns: int) -> tuple[int, int]:
    """Return the shape of a matrix's scales. Raises: ShapeError for a term without blocks."""
    blocks = BlockQuantization.of_term(term)
    if blocks is None:
        raise ShapeError(f"quantize_term {term} has no blocks")
    return (rows, blocks.block_count(columns))


def has_block_scales(term: int) -> bool:
    return BlockQuantization.of_term(term) is not None


def has_input_scales(term: int) -> bool:
    """Return whether a scale for each column of the input is stored."""
    blocks = BlockQuantization.of_term(term)
    return blocks is not None and blocks.has_input_scales
