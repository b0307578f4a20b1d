"""Spectrogram and InverseSpectrogram: Fourier transforms of pieces of a signal."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.spectrogram import PAD_KINDS, InverseSpectrogramOp, SpectrogramOp
from .support import array_function

NUMPY_MODES = dict(zip(PAD_KINDS, ("constant", "edge", "reflect"), strict=True))


@array_function(SpectrogramOp)
def spectrogram(op: SpectrogramOp, x: np.ndarray) -> np.ndarray:
    """Return the sums of a piece's cells times cosines and sines."""
    size, hop = op.n_fft.value.data, op.hop.value.data
    x = x.reshape(-1, x.shape[-1])[0]
    if op.pad():
        x = np.pad(x, op.pad(), NUMPY_MODES[PAD_KINDS[op.pad_kind.value.data]])
    pieces = np.stack([x[i * hop : i * hop + size] for i in range(op.pieces())], axis=1)
    pieces = pieces * op.window_values()[:, None]
    cosines, sines = op.waves(size // 2 + 1)
    real, imaginary = cosines @ pieces / op.norm(), -(sines @ pieces) / op.norm()
    # the spectrum of a real signal is symmetric
    mirrored = [size - i for i in range(size // 2 + 1, op.frequencies())]
    real = np.concatenate([real, real[mirrored]])
    imaginary = np.concatenate([imaginary, -imaginary[mirrored]])
    squares = np.square(real) + np.square(imaginary)
    return (np.stack([real, imaginary], axis=-1), np.sqrt(squares), squares)[op.power.value.data]


@array_function(InverseSpectrogramOp)
def inverse_spectrogram(op: InverseSpectrogramOp, x: np.ndarray) -> np.ndarray:
    """Return the pieces transformed back, times the window, added where they overlap."""
    size, hop = op.n_fft.value.data, op.hop.value.data
    real, imaginary = x[..., 0], x[..., 1]
    if len(real) < size:
        mirrored = [size - i for i in range(len(real), size)]
        real = np.concatenate([real, real[mirrored]])
        imaginary = np.concatenate([imaginary, -imaginary[mirrored]])
    cosines, sines = op.waves(size)
    scale = op.norm() / size * op.window_values()[:, None]
    parts = (
        (cosines.T @ real - sines.T @ imaginary) * scale,
        (sines.T @ real + cosines.T @ imaginary) * scale,
    )
    start, _ = op.cuts()
    signals: list[np.ndarray] = []
    for part in op.parts():
        total = np.zeros((x.shape[1] - 1) * hop + size)
        for i, piece in enumerate(parts[part].T):
            total[i * hop : i * hop + size] += piece
        signals.append(total[start : start + op.signal_length()] * op.factors())
    return np.stack(signals, axis=-1) if len(signals) > 1 else signals[0]
