"""Spectrogram and InverseSpectrogram: Fourier transforms of overlapping pieces of a signal."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...constraints import I64
from ..assembly import INPUT_TO_OUTPUT, optional
from ..errors import InvalidLayerError, ShapeError
from ..families.fourier import PARAMS, WINDOW_FORMAT, FourierOp, number
from ..layer import LayerSpec, Param
from ..rules.ranks import Rank, RankOf
from ..shapes import AnyTensor, Shape, shape_of

PAD_KINDS = ("constant", "replicate", "reflect")
REFLECT = 2


@irdl_op_definition
class SpectrogramOp(FourierOp):
    """
    `ncnn.spectrogram %x n_fft 16 hop 4 window_length 16 window 1 power 2`: the spectrum of each
    piece of a signal.

    `power` 0: pairs of real and imaginary part, 1: magnitudes, 2: their squares. Of `onesided`
    spectra only the first `n_fft / 2 + 1` frequencies are kept. With `center` 1 the signal is
    padded by `n_fft / 2` cells (`pad_kind` 0: zeros, 1: replicated, 2: reflected).
    Shapes: `w` to `frequencies,pieces` or `frequencies,pieces,2`; of an input of more dimensions
    the signal is the first row. Source: ncnn, spectrogram.cpp.
    """

    name = "ncnn.spectrogram"
    input = operand_def(AnyTensor)
    power = prop_def(I64, default_value=number(0))
    pad_kind = prop_def(I64, default_value=number(2))
    onesided = prop_def(I64, default_value=number(1))
    output = result_def(AnyTensor)
    assembly_format = (
        f"$input {WINDOW_FORMAT} {optional('power', 'pad_kind', 'onesided')}{INPUT_TO_OUTPUT}"
    )
    LAYER: ClassVar = LayerSpec(
        "Spectrogram",
        (
            Param(0, "n_fft", "int", 0),
            Param(1, "power", "int", 0),
            *PARAMS,
            Param(6, "pad_kind", "int", 2),
            Param(7, "normalized", "int", 0),
            Param(8, "onesided", "int", 1),
        ),
    )

    def pad(self) -> int:
        """Return the number of cells of padding at each end."""
        is_padded = self.center.value.data == 1 and 0 <= self.pad_kind.value.data < len(PAD_KINDS)
        return self.n_fft.value.data // 2 if is_padded else 0

    def pieces(self) -> int:
        cells = shape_of(self.input)[-1] + 2 * self.pad()
        return (cells - self.n_fft.value.data) // self.hop.value.data + 1

    def frequencies(self) -> int:
        """Return the number of kept frequencies."""
        size = self.n_fft.value.data
        return size // 2 + 1 if self.onesided.value.data else size

    def matrix(self) -> np.ndarray:
        """Return the transform of a piece, `[part * frequency][cell]`, real parts first."""
        half = self.n_fft.value.data // 2 + 1
        cosines, sines = self.waves(half)
        # the other half is mirrored, and conjugate
        mirrored = [self.n_fft.value.data - i for i in range(half, self.frequencies())]
        real = np.concatenate([cosines, cosines[mirrored]])
        imaginary = np.concatenate([-sines, sines[mirrored]])
        scale = np.float32(1 / self.norm()) * self.window_values()
        return np.concatenate([real, imaginary]) * scale

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        self.check_window()
        if not 0 <= self.power.value.data <= 2:
            raise InvalidLayerError(f"power {self.power.value.data} is unknown, ncnn has 0 to 2")
        if self.pad_kind.value.data == REFLECT and self.pad() >= shape[-1]:
            raise InvalidLayerError(f"{self.pad()} cells reflect beyond a signal of {shape[-1]}")
        if self.pieces() < 1:
            raise InvalidLayerError(f"n_fft {self.n_fft.value.data} exceeds the signal")
        parts = (2,) if self.power.value.data == 0 else ()
        return [(self.frequencies(), self.pieces(), *parts)]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 3 if self.power.value.data == 0 else 2

    def multiply_adds(self) -> int:
        return 2 * self.frequencies() * self.pieces() * self.n_fft.value.data


@irdl_op_definition
class InverseSpectrogramOp(FourierOp):
    """
    `ncnn.inversespectrogram %x n_fft 16 hop 4 window_length 16 window 1 returns 1`: the signal of
    which the pieces have these spectra.

    Overlapping pieces are added and divided by the sum of the squares of their windows. `returns`
    0: pairs of real and imaginary part, 1: real parts, 2: imaginary parts.
    Shapes: `frequencies,pieces,2` (all frequencies, or the first `n_fft / 2 + 1`) to `w` or `w,2`.
    Source: ncnn, inversespectrogram.cpp.
    """

    name = "ncnn.inversespectrogram"
    input = operand_def(AnyTensor)
    returns = prop_def(I64, default_value=number(0))
    output = result_def(AnyTensor)
    assembly_format = f"$input {WINDOW_FORMAT} {optional('returns')}{INPUT_TO_OUTPUT}"
    LAYER: ClassVar = LayerSpec(
        "InverseSpectrogram",
        (
            Param(0, "n_fft", "int", 0),
            Param(1, "returns", "int", 0),
            *PARAMS,
            Param(7, "normalized", "int", 0),
        ),
    )

    def cuts(self) -> tuple[int, int]:
        """Return the cells to drop from the overlapped pieces, at the start and at the end."""
        size, center = self.n_fft.value.data, self.center.value.data
        start = size // 2 if center == 1 else 0
        return start, size // 2 * 2 - start if center else 0

    def signal_length(self) -> int:
        """Return the number of cells of the signal."""
        pieces = shape_of(self.input)[1]
        return (pieces - 1) * self.hop.value.data + self.n_fft.value.data - sum(self.cuts())

    def parts(self) -> tuple[int, ...]:
        """Return the parts of numbers that are returned: 0 the real one, 1 the imaginary one."""
        return ((0, 1), (0,), (1,))[self.returns.value.data]

    def matrix(self) -> np.ndarray:
        """Return the transform of a spectrum into a piece, `[part * cell][frequency * part]`."""
        size, frequencies = self.n_fft.value.data, shape_of(self.input)[0]
        cosines, sines = self.waves(size)
        # [part of the result][part of the spectrum][frequency][cell]
        full = np.array([[cosines, -sines], [sines, cosines]])
        if frequencies == size // 2 + 1:
            half = full[:, :, :frequencies].copy()
            for frequency in range(frequencies, size):
                half[:, 0, size - frequency] += full[:, 0, frequency]
                half[:, 1, size - frequency] -= full[:, 1, frequency]
            full = half
        matrix = full[list(self.parts())].transpose(0, 3, 2, 1)
        scale = np.float32(self.norm() / size) * self.window_values()
        scaled = matrix * scale[:, None, None]
        return scaled.reshape(len(self.parts()) * size, 2 * frequencies).astype(np.float32)

    def factors(self) -> np.ndarray:
        """Return the factor of each cell of the sum of the pieces."""
        squares = np.square(self.window_values())
        pieces, hop = shape_of(self.input)[1], self.hop.value.data
        sums = np.zeros((pieces - 1) * hop + len(squares), np.float32)
        for piece in range(pieces):
            sums[piece * hop : piece * hop + len(squares)] += squares
        start, _ = self.cuts()
        sums = sums[start : start + self.signal_length()]
        return 1 / np.where(sums == 0, np.float32(1), sums)

    def infer_shapes(self) -> list[Shape]:
        shape, size = shape_of(self.input), self.n_fft.value.data
        self.check_window()
        if len(shape) != 3 or shape[2] != 2:
            raise ShapeError(f"input must have shape frequencies,pieces,2, not {list(shape)}")
        if shape[0] not in (size, size // 2 + 1):
            reason = f"{shape[0]} frequencies are neither n_fft {size} nor {size // 2 + 1}"
            raise InvalidLayerError(reason)
        if not 0 <= self.returns.value.data <= 2:
            returns = self.returns.value.data
            raise InvalidLayerError(f"returns {returns} is unknown, ncnn has 0 to 2")
        if self.signal_length() < 1:
            raise InvalidLayerError("nothing is left of the signal")
        parts = (2,) if self.returns.value.data == 0 else ()
        return [(self.signal_length(), *parts)]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 2 if self.returns.value.data == 0 else 1

    def multiply_adds(self) -> int:
        frequencies, pieces, _ = shape_of(self.input)
        return 2 * frequencies * pieces * self.n_fft.value.data * len(self.parts())
