"""The reference of RNN, GRU and LSTM against their definitions, said element by element."""

from __future__ import annotations

from math import exp, tanh

import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.reference import run_reference
from ncnnc.compiler.reference.int8 import int8_steps
from ncnnc.dialects.main_function import find_main
from ncnnc.dialects.ncnn.families.recurrent import RecurrentOp
from ncnnc.dialects.ncnn.internal.weight import WeightOp

from tests.helpers.importing import load_model_files
from tests.helpers.lowering import param_text

STEPS, INPUTS, HIDDEN, OUTPUTS = 4, 3, 5, 2
GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}


def run(type: str, params: str, outputs: int, states: list[np.ndarray], x: np.ndarray):
    """The results of a layer with random weights, and these by name."""
    names = ["x", *"hc"[: len(states)]]
    blobs = dict(zip(names, [x, *states], strict=True))
    tops = ["y", "h2", "c2"][: 1 + (2 if type == "LSTM" else 1)]
    line = f"{type} l {len(names)} {len(tops)} {' '.join(names)} {' '.join(tops)} {params}"
    shapes = {name: blob.shape for name, blob in blobs.items()}
    ctx = make_context()
    text = param_text(line, shapes)
    module = load_model_files(ctx, text, None, shapes, 3, allow_unknown_shapes=True)
    (op,) = (op for op in find_main(module).body.block.ops if isinstance(op, RecurrentOp))
    arrays = {}
    for name in ("weight_xc", "bias", "weight_hc", "weight_hr"):
        weight = getattr(op, name, None)
        if weight is not None and isinstance(weight.owner, WeightOp):
            arrays[name] = ctx.weights.get(weight.owner.key.data)
    return run_reference(module, ctx.weights, blobs), arrays


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


def step(type: str, x: np.ndarray, h: np.ndarray, c: np.ndarray, w: dict[str, np.ndarray]):
    """The next hidden state and cell of one direction, one element at a time."""
    size = len(c)
    hidden, cell = np.zeros(size), np.zeros(size)
    for q in range(size):
        a = [float(w["weight_xc"][g * size + q] @ x) for g in range(GATES[type])]
        p = [float(w["weight_hc"][g * size + q] @ h) for g in range(GATES[type])]
        bias = w["bias"][:, q]
        if type == "RNN":
            hidden[q] = tanh(a[0] + p[0] + bias[0])
        elif type == "GRU":
            reset, update = (sigmoid(a[g] + p[g] + bias[g]) for g in (0, 1))
            new = tanh(a[2] + bias[2] + reset * (p[2] + bias[3]))
            hidden[q] = (1 - update) * new + update * h[q]
        else:
            i, f, o = (sigmoid(a[g] + p[g] + bias[g]) for g in range(3))
            cell[q] = f * c[q] + i * tanh(a[3] + p[3] + bias[3])
            hidden[q] = o * tanh(cell[q])
    return (w["weight_hr"] @ hidden if "weight_hr" in w else hidden), cell


@pytest.mark.parametrize("given", [False, True], ids=["zero", "given"])
@pytest.mark.parametrize("direction", [0, 1, 2])
@pytest.mark.parametrize("kind", ["RNN", "GRU", "LSTM", "projected"])
def test_steps(kind: str, direction: int, given: bool):
    type = "LSTM" if kind == "projected" else kind
    outputs = OUTPUTS if kind == "projected" else HIDDEN
    directions = 2 if direction == 2 else 1
    rng = np.random.default_rng(5)
    x = rng.uniform(-1, 1, (STEPS, INPUTS)).astype(np.float32)
    sizes = [outputs, HIDDEN][: 2 if type == "LSTM" else 1]
    states = [rng.uniform(-1, 1, (directions, n)).astype(np.float32) for n in sizes]
    size = directions * GATES[type] * HIDDEN * INPUTS
    projected = f" 3={HIDDEN}" if kind == "projected" else ""
    params = f"0={outputs} 1={size} 2={direction}{projected}"
    results, weights = run(type, params, outputs, states if given else [], x)
    for d in range(directions):
        h = states[0][d] if given else np.zeros(outputs)
        c = states[1][d] if given and type == "LSTM" else np.zeros(HIDDEN)
        order = range(STEPS) if (direction, d) in ((0, 0), (2, 0)) else reversed(range(STEPS))
        for t in order:
            h, c = step(type, x[t], h, c, {name: array[d] for name, array in weights.items()})
            y = results["y"][t, d * outputs : (d + 1) * outputs]
            np.testing.assert_allclose(y, h, rtol=0, atol=1e-6)
        np.testing.assert_allclose(results["h2"][d], h, rtol=0, atol=1e-6)
        if type == "LSTM":
            np.testing.assert_allclose(results["c2"][d], c, rtol=0, atol=1e-6)


def test_int8_numbers():
    x = np.array([[0.5, -1.0, 0.00394, -0.0039], [0, 0, 0, 0]], np.float32)
    steps, scale = int8_steps(x, -1)
    np.testing.assert_array_equal(steps, [[64, -127, 1, 0], [0, 0, 0, 0]])
    assert scale[0, 0] == 127
    assert np.isfinite(scale).all()
