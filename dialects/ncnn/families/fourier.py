"""Common parts of Fourier transforms of overlapping pieces of a signal, in both directions."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.irdl import prop_def

from ...constraints import I64
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..layer import LayerFamily, Param, Params, ParamValue
from ..param_values import int_param

LARGEST_FFT = 1 << 12
"""The matrix of a transform is kept as a constant."""


def number(value: int) -> IntegerAttr:
    """Return the default of a property."""
    return IntegerAttr(value, i64)


def quarter(params: Params) -> ParamValue:
    """Return the default of the hop."""
    return int(int_param(params, "n_fft") / 4)


def whole(params: Params) -> ParamValue:
    """Return the default of the window's length."""
    return params["n_fft"]


PARAMS = (
    Param(2, "hop", "int", quarter),
    Param(3, "window_length", "int", whole),
    Param(4, "window", "int", 0),
    Param(5, "center", "int", 1),
)
WINDOW_FORMAT = (
    "`n_fft` $n_fft `hop` $hop `window_length` $window_length (`window` $window^)? "
    "(`center` $center^)? (`normalized` $normalized^)?"
)


class FourierOp(NcnnOp):
    """
    Common parts of both directions: pieces of `n_fft` cells, `hop` apart, each times a window.

    The window (0: ones, 1: Hann, 2: Hamming) has `window_length` cells in the middle of the piece.
    Numbers are scaled by the square root of `n_fft` (`normalized` 1) or of the sum of the window's
    squares (2). With `center` 1 the first piece has its middle at the first cell.
    """

    n_fft = prop_def(I64)
    hop = prop_def(I64)
    window_length = prop_def(I64)
    window = prop_def(I64, default_value=number(0))
    center = prop_def(I64, default_value=number(1))
    normalized = prop_def(I64, default_value=number(0))
    FAMILY: ClassVar = LayerFamily.PRODUCT

    def check_window(self) -> None:
        """Raises: InvalidLayerError for an impossible window."""
        size, length = self.n_fft.value.data, self.window_length.value.data
        if size < 1 or self.hop.value.data < 1:
            hop = self.hop.value.data
            raise InvalidLayerError(f"n_fft {size} and hop {hop} must be positive")
        if size > LARGEST_FFT:
            raise ShapeError(f"n_fft {size} is more than {LARGEST_FFT}")
        if not 1 <= length <= size:
            raise InvalidLayerError(f"a window of {length} does not fit n_fft {size}")
        if not 0 <= self.window.value.data <= 2:
            raise InvalidLayerError(f"window {self.window.value.data} is unknown, ncnn has 0 to 2")

    def window_values(self) -> np.ndarray:
        """Return the window, zeros around it."""
        size, length = self.n_fft.value.data, self.window_length.value.data
        angles = (2 * np.pi * np.arange(length) / length).astype(np.float32)
        shapes: tuple[Callable[[], np.ndarray], ...] = (
            lambda: np.ones(length, np.float32),
            lambda: np.float32(0.5) * (1 - np.cos(angles)),
            lambda: np.float32(0.54) - np.float32(0.46) * np.cos(angles),
        )
        before = (size - length) // 2
        values = shapes[self.window.value.data]()
        return np.pad(values, (before, size - length - before)).astype(np.float32)

    def norm(self) -> float:
        """Return the divisor of the transform, which is the factor of the inverse."""
        match self.normalized.value.data:
            case 1:
                return float(np.sqrt(np.float32(self.n_fft.value.data)))
            case 2:
                return float(np.sqrt(np.square(self.window_values()).sum(dtype=np.float32)))
            case _:
                return 1.0

    def waves(self, frequencies: int) -> tuple[np.ndarray, np.ndarray]:
        """Return cosines and sines `[frequency][cell]` of angles rounded to float32, as in ncnn."""
        size = self.n_fft.value.data
        turns = np.outer(np.arange(frequencies), np.arange(size)) / size
        angles = (2 * np.pi * turns).astype(np.float32)
        return np.cos(angles), np.sin(angles)
