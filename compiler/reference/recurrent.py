"""RNN, GRU and LSTM: step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.kernel.attributes import Direction
from ...dialects.ncnn.families.recurrent import RecurrentOp
from ...dialects.ncnn.layers.gru import GRUOp
from ...dialects.ncnn.layers.lstm import LSTMOp
from ...dialects.ncnn.layers.rnn import RNNOp
from .activation import sigmoid
from .int8 import factors_of, int8_steps, to_int8
from .support import meaning, operand_arrays

States = Sequence[np.ndarray]
Cell = Callable[[np.ndarray, np.ndarray, np.ndarray, States], States]
"""From the products of a row, those of the state, the biases and the states to the next states."""


def recurrent(op_type: type[RecurrentOp]) -> Callable[[Cell], Cell]:
    """Decorator: a recurrent layer takes its steps by `cell`."""

    def decorate(cell: Cell) -> Cell:
        @meaning(op_type)
        def _(interpreter: Interpreter, op: RecurrentOp, args: PythonValues) -> PythonValues:
            arrays = operand_arrays(op, args)
            x = arrays["input"].reshape(-1, arrays["input"].shape[-1])[: op.steps]
            sizes, count = op.state_sizes(), op.directions
            given = arrays["states"] or [np.zeros((count, n), np.float32) for n in sizes]
            initial = [s.reshape(count, n) for s, n in zip(given, sizes, strict=True)]
            results = [
                run_direction(op, cell, arrays, d, x, [s[d] for s in initial]) for d in range(count)
            ]
            y = np.concatenate([y for y, _ in results], axis=1)
            finals = [
                np.stack([states[i] for _, states in results]).reshape(given[i].shape)
                for i in range(len(op.final_states))
            ]
            return tuple(np.asarray(array, np.float32) for array in (y, *finals))

        return cell

    return decorate


@recurrent(RNNOp)
def rnn(x: np.ndarray, h: np.ndarray, bias: np.ndarray, states: States) -> States:
    """The one gate is the state."""
    return [np.tanh(bias + x + h)[0]]


@recurrent(GRUOp)
def gru(x: np.ndarray, h: np.ndarray, bias: np.ndarray, states: States) -> States:
    """Update the state: a weighted mean of the old state and the candidate."""
    reset, update = (sigmoid(bias[i] + x[i] + h[i]) for i in (0, 1))
    new = np.tanh(bias[2] + reset * (bias[3] + h[2]) + x[2])
    return [(1 - update) * new + update * states[0]]


@recurrent(LSTMOp)
def lstm(x: np.ndarray, h: np.ndarray, bias: np.ndarray, states: States) -> States:
    """The cell forgets and is filled; the hidden state is a part of it."""
    gates = bias + x + h
    fill, forget, put = (sigmoid(gate) for gate in gates[:3])
    cell = forget * states[1] + fill * np.tanh(gates[3])
    return [put * np.tanh(cell), cell]


def products(
    rows: np.ndarray, weights: np.ndarray, scales: np.ndarray | None, gates: int
) -> np.ndarray:
    """
    Return `rows,gates,hidden`: rows times weights; with scales both are int8 numbers, made of rows.
    """
    if scales is None:
        sums = rows @ weights.T
    else:
        steps, row_scales = int8_steps(rows, -1)
        integers = weights if weights.dtype == np.int8 else to_int8(weights * scales[:, None])
        sums = steps @ integers.T.astype(np.float32)
        sums = sums * ((1 / row_scales) * factors_of(scales))
    return sums.reshape(len(rows), gates, -1)


def run_direction(
    op: RecurrentOp, cell: Cell, arrays: dict[str, Any], d: int, x: np.ndarray, states: States
) -> tuple[np.ndarray, States]:
    """Return the outputs of one direction at every step, and its final states."""

    def part(name: str) -> np.ndarray | None:
        return None if arrays.get(name) is None else arrays[name][d]

    is_reverse = d == 1 or op.direction.data is Direction.REVERSE
    from_rows = products(x, arrays["weight_xc"][d], part("weight_xc_scale"), op.CELL.gates)
    y = np.empty((op.steps, op.outputs), np.float32)
    projection = part("weight_hr")
    for t in reversed(range(op.steps)) if is_reverse else range(op.steps):
        h = products(
            states[0][None], arrays["weight_hc"][d], part("weight_hc_scale"), op.CELL.gates
        )
        hidden, *others = cell(from_rows[t], h[0], arrays["bias"][d], states)
        y[t] = hidden if projection is None else projection @ hidden
        states = [y[t], *others]
    return y, states
