"""Layers that find scales at run time: int8 files as ncnn reads them, and what a model loses."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.diagnostics import UsageError

from tests.generators.layer_cases.case import Storage, Weight
from tests.helpers.conformance import needs_ncnn

pytestmark = pytest.mark.isa

STEPS, WORDS, SIZE, HIDDEN, CLASSES = 12, 50, 32, 24, 5
LIMIT = 2e-3
ALL = ("embed", "lstm", "gru", "rnn", "mha", "gemm")


def files(folder: Path, lines: list[str], weights: list[Weight]) -> tuple[Path, Path]:
    """Write a model."""
    text = "\n".join(["7767517", f"{len(lines)} {len(lines)}", *lines, ""])
    param, data = folder / "m.param", folder / "m.bin"
    param.write_text(text)
    data.write_bytes(b"".join(weight.content() for weight in weights))
    return param, data


def uniform(most: float, *shape: int) -> Weight:
    values = np.random.default_rng(shape).uniform(-most, most, shape)
    return Weight(values, Storage.FLOAT32)


def network(folder: Path) -> tuple[Path, Path]:
    """Write a model with each of these layers."""
    both, square = 2 * HIDDEN, SIZE * SIZE
    lines = [
        f"Input ids 0 1 ids 0={STEPS}",
        f"Embed embed 1 1 ids a 0={SIZE} 1={WORDS} 3={WORDS * SIZE}",
        f"LSTM lstm 1 1 a b 0={HIDDEN} 1={8 * HIDDEN * SIZE} 2=2",
        f"GRU gru 1 1 b c 0={SIZE} 1={3 * SIZE * both}",
        f"RNN rnn 1 1 c d 0={SIZE} 1={square}",
        f"MultiHeadAttention mha 1 1 d e 0={SIZE} 1=4 2={square}",
        f"Gemm gemm 1 1 e y 3=1 5=1 6=1 8={CLASSES} 9={SIZE} 10=4",
    ]
    shapes = [(WORDS, SIZE)]
    of_layers = (4, HIDDEN, 2, SIZE), (3, SIZE, 1, both), (1, SIZE, 1, SIZE)
    for gates, hidden, count, rows in of_layers:
        biases = 1 if gates == 1 else 4
        shapes += [(count, gates * hidden, rows), (count, biases, hidden)]
        shapes.append((count, gates * hidden, hidden))
    weights = [uniform(0.3, *shape) for shape in shapes]
    for _ in range(4):
        weights += [uniform(0.3, SIZE, SIZE), Weight(uniform(0.1, SIZE).array)]
    return files(folder, lines, [*weights, uniform(0.3, CLASSES, SIZE), uniform(0.1, CLASSES)])


@needs_ncnn
@pytest.mark.oracle
def test_ncnn_computes_the_same(tmp_path: Path):
    import ncnn

    given, made = network(tmp_path), (tmp_path / "q.param", tmp_path / "q.bin")
    samples = np.random.default_rng(1).integers(0, WORDS, (3, STEPS)).astype(np.int32)
    report = ncnnc.quantize(*given, *made, samples, dynamic=True)
    assert report.int8_layers == ALL
    assert report.bytes_after < 0.32 * report.bytes_before
    assert report.error is not None
    assert 0 < report.error < 0.05
    alone = [layer.error_alone for layer in report.layers]
    assert all(error is not None and 0 < error < 0.05 for error in alone)
    assert all(layer.decibels is not None and layer.decibels > 20 for layer in report.layers)
    model, net = ncnnc.compile(*made), ncnn.Net()
    assert net.load_param(str(made[0])) == net.load_model(str(made[1])) == 0
    for sample in samples:
        run = net.create_extractor()
        run.input("ids", ncnn.Mat(sample))
        np.testing.assert_allclose(model.run({"ids": sample})["y"], run.extract("y")[1], atol=1e-5)


def test_some_stay_float32(tmp_path: Path):
    given, made = network(tmp_path), (tmp_path / "q.param", tmp_path / "q.bin")
    report = ncnnc.quantize(*given, *made, dynamic=True, keep=["gru"])
    assert report.int8_layers == tuple(name for name in ALL if name != "gru")
    assert report.error is None
    samples = np.random.default_rng(1).integers(0, WORDS, (1, STEPS)).astype(np.int32)
    report = ncnnc.quantize(*given, *made, samples, dynamic=True, max_error=LIMIT)
    assert report.error is not None
    assert 0 < report.error < LIMIT
    assert 0 < len(report.int8_layers) < len(ALL)
    reasons = {layer.name: layer.reason for layer in report.layers if not layer.is_int8}
    assert set(reasons.values()) == {"for the error"}
    errors = {layer.name: layer.error_alone or 0 for layer in report.layers}
    assert max(errors, key=lambda name: errors[name]) in reasons
    with pytest.raises(UsageError, match="neither a table of scales nor data"):
        ncnnc.quantize(*given, *made)


def waves(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Noisy waves of four forms, in rows of four samples, and their forms."""
    random = np.random.default_rng(seed)
    form = random.integers(0, 4, count)
    phase = (np.arange(64) / random.uniform(12, 24, (count, 1)) + random.random((count, 1))) % 1
    forms = [np.sin(2 * np.pi * phase), np.sign(phase - 0.5), 2 * phase - 1]
    forms.append(1 - 4 * np.abs(phase - 0.5))
    x = np.stack(forms)[form, np.arange(count)] + random.normal(0, 0.15, phase.shape)
    return x.reshape(count, 16, 4).astype(np.float32), form


def test_a_trained_recurrent_network_keeps_its_accuracy(tmp_path: Path):
    """Its readout is trained on outputs of a layer of random weights."""
    hidden, steps = 64, 16
    line = f"LSTM lstm 1 1 x h 0={hidden} 1={8 * hidden * 4} 2=2"
    shapes = [(2, 4 * hidden, 4), (2, 4, hidden), (2, 4 * hidden, hidden)]
    weights = [uniform(0.4, *shape) for shape in shapes]
    lines = [f"Input x 0 1 x 0=4 1={steps}", line]
    features = ncnnc.compile(*files(tmp_path, lines, weights))
    x, form = waves(1200, 1)
    rows = np.stack([features.run({"x": row})["h"].reshape(-1) for row in x]).astype(np.float64)
    square = rows.T @ rows + 3.0 * np.eye(rows.shape[1])
    readout = np.linalg.solve(square, rows.T @ (np.eye(4)[form] - 0.25)).T
    lines += [f"Reshape flat 1 1 h f 0={rows.shape[1]} 1=1"]
    lines += [f"Gemm gemm 1 1 f y 3=1 5=1 6=1 8=4 9={rows.shape[1]} 10=-1"]
    given = files(tmp_path, lines, [*weights, Weight(readout, Storage.FLOAT32)])
    made = tmp_path / "q.param", tmp_path / "q.bin"
    report = ncnnc.quantize(*given, *made, x[:16], dynamic=True)
    assert report.int8_layers == ("lstm", "gemm")
    unseen, truth = waves(800, 2)
    found = [
        np.mean([model.run({"x": row})["y"].argmax() for row in unseen] == truth)
        for model in (ncnnc.compile(*given), ncnnc.compile(*made))
    ]
    assert found[0] > 0.9
    assert found[1] > found[0] - 0.005
