"""Recurrent layers: directions, states as inputs and outputs, projections, int8."""

from __future__ import annotations

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase, Storage, Weight, raw, tagged
from ..draws import Draws
from ..tolerance import Tolerance
from .parts import given

RECURRENT = Tolerance(
    "sums in another order and functions of them, step after step", relative=2e-5, of_largest=1e-5
)
INT8 = Tolerance(
    "inputs of a step are rounded to 8 bits: a state that is off by a bit may be rounded otherwise",
    relative=0.02,
    of_largest=0.02,
)
GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
BIASES = {"RNN": 1, "GRU": 4, "LSTM": 4}
BOTH = 2


@GENERATORS.add(RECURRENT, "RNN", "GRU", "LSTM")
def recurrent(d: Draws, layer: str) -> LayerCase:
    """Sequences of a few steps."""
    steps, inputs = d.choice((1, 2, 3, 5, 8)), d.choice((1, 2, 3, 4, 7, 8, 13, 16, 17))
    outputs = d.choice((1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31))
    direction = d.choice((0, 1, BOTH))
    directions = 2 if direction == BOTH else 1
    projected = layer == "LSTM" and d.chance(30)
    hidden = d.choice((1, 3, 8, 16, 17)) if projected else outputs
    rows = GATES[layer] * hidden
    params: dict[int, Value] = {0: outputs, 1: directions * rows * inputs}
    params |= {2: direction} if direction else given(d, {2: 0})
    if layer == "LSTM":
        params |= {3: hidden} if projected else given(d, {3: outputs})
    shapes = (directions, rows, inputs), (directions, rows, outputs)
    quantized = d.chance(25) and not projected
    if quantized:
        params[8] = 2
    weights = weights_of(d, shapes, (directions, BIASES[layer], hidden), quantized)
    if projected and hidden != outputs:
        weights = (*weights, tagged(d, d.uniform((directions, outputs, hidden), -0.5, 0.5)))
    states: tuple[np.ndarray, ...] = ()
    if d.chance(50):
        outer = d.choice(((1,), (1,), (), (1, 1))) if directions == 1 else (directions,)
        states = (d.uniform((*outer, outputs), -1, 1),)
        if layer == "LSTM":
            states = (*states, d.uniform((*outer, hidden), -1, 1))
    tops = (3 if layer == "LSTM" else 2) if states or d.chance(40) else 1
    x = d.uniform((steps, inputs))
    tolerance = INT8 if quantized else None
    return LayerCase(layer, (x, *states), params, weights, tops, tolerance)


def weights_of(
    d: Draws, shapes: tuple[tuple[int, ...], ...], biases: tuple[int, ...], quantized: bool
) -> tuple[Weight, ...]:
    """Those of the input, biases, those of the state; with scales if they are integers."""
    bias = tagged(d, d.uniform(biases, -0.3, 0.3))
    if not quantized:
        of_input, of_state = (tagged(d, d.uniform(shape, -0.5, 0.5)) for shape in shapes)
        return of_input, bias, of_state
    integers = [d.integers(shape, -127, 127).astype(np.int8) for shape in shapes]
    of_input, of_state = (Weight(array, Storage.INT8) for array in integers)
    scales = [raw(d.uniform(shape[:2], 200, 400)) for shape in shapes]
    return of_input, bias, of_state, *scales
