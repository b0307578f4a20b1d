"""Spectra of windows, and back."""

from __future__ import annotations

from ...network import Value
from ..case import GENERATORS, LayerCase
from ..draws import Draws
from ..tolerance import Tolerance
from .parts import given

SPECTRUM = Tolerance(
    "sums of products with cosines, in single precision", relative=2e-4, of_largest=2e-5
)
LENGTHS = (8, 4, 7, 15, 16, 17, 32)


def window_params(d: Draws, length: int) -> dict[int, Value]:
    """Steps, the length and kind of window."""
    numbers: dict[int, Value] = {
        2: d.choice((max(1, length // 4), max(1, length // 2), 3)),
        3: d.choice((length, max(1, length - 1), max(1, length // 2))),
        4: d.choice((0, 1, 2)),
    }
    return {0: length, **given(d, numbers, 70)}


@GENERATORS.add(SPECTRUM, "Spectrogram")
def spectrogram(d: Draws, layer: str) -> LayerCase:
    """Complex numbers, magnitudes or powers."""
    length = d.choice(LENGTHS)
    params = window_params(d, length)
    numbers: dict[int, Value] = {
        1: d.choice((0, 1, 2)),
        5: d.choice((1, 0)),
        6: d.choice((2, 0, 1)),
        7: d.choice((0, 1, 2)),
        8: d.choice((1, 0)),
    }
    rows = d.choice(((), (), (1,), (3,), (2, 3), (2, 1, 3)))
    x = d.uniform((*rows, length + d.integer(0, 60)))
    return LayerCase(layer, (x,), {**params, **given(d, numbers, 70)})


@GENERATORS.add(SPECTRUM, "InverseSpectrogram")
def inverse_spectrogram(d: Draws, layer: str) -> LayerCase:
    """From all frequencies, or from half of them."""
    length = d.choice(LENGTHS)
    params = window_params(d, length)
    numbers: dict[int, Value] = {
        1: d.choice((0, 1, 2)),
        5: d.choice((1, 0)),
        7: d.choice((0, 1, 2)),
    }
    frequencies = d.choice((length, length // 2 + 1))
    x = d.uniform((frequencies, d.integer(2, 8), 2))
    return LayerCase(layer, (x,), {**params, **given(d, numbers, 70)})
