"""The small decoder in plain numpy, with the weights of its files, of any format."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from decoder_layers import Decoder, Linear
from ncnnc.dialects.ncnn.families.block_quantization import BlockQuantization
from train import SHAPE

BLOCK = 32


class RoundingLinear(Linear):
    """A product whose inputs are rounded to int8, each block of a row by its largest magnitude."""

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        blocks = x.reshape(*x.shape[:-1], -1, BLOCK)
        largest = np.abs(blocks).max(-1, keepdims=True)
        scales = np.divide(np.float32(127), largest, out=np.zeros_like(largest), where=largest > 0)
        integers = np.trunc(blocks * scales + np.copysign(np.float32(0.5), blocks))
        rounded = np.divide(integers, scales, out=np.zeros_like(blocks), where=scales > 0)
        return super().forward(rounded.reshape(x.shape), training)


def reference(folder: Path, bits: int) -> Decoder:
    """Return the decoder of a folder, whose matrices have 32 bits, or fewer in blocks of 32."""
    made = Decoder(SHAPE, np.random.default_rng(0))
    names = ("embed_token", "decoder", "proj_out")
    data = b"".join((folder / f"{name}.ncnn.bin").read_bytes() for name in names)
    for leaf in made.leaves():
        weight = leaf.parameters["weight"]
        if isinstance(leaf, Linear) and bits < 32:
            data = read_blocks(weight, data, BlockQuantization(bits, BLOCK))
            if bits == 8:
                leaf.__class__ = RoundingLinear
        else:
            size = len(leaf.ncnn_weights())
            numbers = np.frombuffer(data[size - weight.nbytes : size], np.float32)
            weight[...] = numbers.reshape(weight.shape)
            data = data[size:]
    assert not data
    return made


def read_blocks(weight: np.ndarray, data: bytes, form: BlockQuantization) -> bytes:
    """Fill a matrix from integers and scales; return the bytes behind them."""
    rows, columns = weight.shape
    size = rows * form.row_bytes(columns)
    end = size + weight.size // BLOCK * 4
    scales = np.frombuffer(data[size:end], "f").reshape(rows, -1)
    weight[...] = form.numbers(np.frombuffer(data[:size], np.int8), scales, columns)
    return data[end:]
