"""expand-multiheadattention and expand-sdpa: caches and int8, in the reference and compiled."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.reference import run_reference
from ncnnc.passes.graph.infer_shapes import InferShapesPass
from ncnnc.runtime.model.symbols import DimExpression, DimTerm

from tests.helpers.dynamic_extents import meaning, most
from tests.helpers.importing import load_model_files
from tests.helpers.lowering import TARGETS, Shapes, param_text

pytestmark = pytest.mark.isa

GROUPED = {"q": (4, 3, 8), "k": (2, 5, 8), "v": (2, 5, 6)}
CACHES = {"pk": (2, 7, 8), "pv": (2, 7, 6)}
SDPA = [
    ("SDPA s 5 3 q k v pk pv y nk nv 7=1", {**GROUPED, **CACHES}),
    ("SDPA s 5 3 q k v pk pv y nk nv 7=1 6=0.3", {**GROUPED, "pk": None, "pv": None}),
    ("SDPA s 6 3 q k v m pk pv y nk nv 5=1 7=1", {**GROUPED, "m": (4, 3, 12), **CACHES}),
    ("SDPA s 3 1 q k v y 18=2", GROUPED),
    ("SDPA s 4 1 q k v m y 5=1 18=2", {**GROUPED, "m": (3, 5)}),
    ("SDPA s 5 3 q k v pk pv y nk nv 7=1 18=2", {**GROUPED, **CACHES}),
]
HEADS = {"pk": (2, 7, 4), "pv": (2, 7, 4)}
PROJECTED = [
    ("3 3 q pk pv y nk nv 0=8 1=2 2=64 7=1", {"q": (3, 8), **HEADS}),
    ("3 3 q pk pv y nk nv 0=8 1=2 2=64 7=1", {"q": (1, 8), "pk": None, "pv": None}),
    ("4 3 q m pk pv y nk nv 0=8 1=2 2=64 5=1 7=1", {"q": (3, 8), "m": (3, 10), **HEADS}),
    ("4 3 q k pk pv y nk nv 0=8 1=2 2=48 3=5 4=5 7=1", {"q": (3, 6), "k": (7, 5), **HEADS}),
    (
        "5 3 q k v pk pv y nk nv 0=8 1=2 2=48 3=5 4=9 7=1",
        {"q": (3, 6), "k": (4, 5), "v": (4, 9), "pk": None, "pv": None},
    ),
]


T, K, P = ncnnc.Dim("T", 1, 40), ncnnc.Dim("K", 1, 70), ncnnc.Dim("P", 1, 60)
DYNAMIC = [
    (
        "SDPA s 4 1 q k v m y 5=1 18=2",
        {"q": (4, T, 8), "k": (2, K, 8), "v": (2, K, 6), "m": (T, K)},
        "x86-avx2",
    ),
    ("MultiHeadAttention s 1 1 q y 0=12 1=3 2=144 18=2", {"q": (T, 12)}, "x86-avx512"),
    (
        "MultiHeadAttention s 4 3 q m pk pv y nk nv 0=12 1=3 2=144 5=1 7=1 18=2",
        {"q": (T, 12), "m": (T, T + P), "pk": (3, P, 4), "pv": (3, P, 4)},
        "x86-64",
    ),
]


def check(layer: str, given: dict[str, tuple[int, ...] | None], target: str, folder: Path):
    """Compile a layer with random weights; None is an input without a shape."""
    shapes: Shapes = {name: shape for name, shape in given.items() if shape is not None}
    lines = [f"Input {name} 0 1 {name}" for name in given if given[name] is None]
    param = folder / "model.param"
    param.write_bytes(param_text("\n".join([*lines, layer]), shapes))
    rng = np.random.default_rng(0)
    inputs = {n: rng.uniform(-2, 2, shape).astype(np.float32) for n, shape in shapes.items()}
    ctx = make_context()
    module = load_model_files(ctx, str(param), None, dict(shapes), 1)
    InferShapesPass().apply(ctx, module)
    empty = {n: np.zeros((0, 0, 0), np.float32) for n, shape in given.items() if shape is None}
    expected = run_reference(module, ctx.weights, {**inputs, **empty})
    model = ncnnc.compile(param, target=target, inputs=dict(shapes), random_weights=1)
    results = model.run(inputs)
    assert set(results) == set(expected)
    for name, array in expected.items():
        assert results[name].shape == array.shape
        scale = np.abs(array).max()
        np.testing.assert_allclose(results[name], array, rtol=0, atol=2e-6 * scale)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("layer", "given"), SDPA)
def test_sdpa(layer: str, given: dict[str, tuple[int, ...] | None], target: str, tmp_path: Path):
    check(layer, given, target, tmp_path)


@pytest.mark.parametrize(("layer", "given"), PROJECTED)
def test_caches_of_multiheadattention(
    layer: str, given: dict[str, tuple[int, ...] | None], tmp_path: Path
):
    check(f"MultiHeadAttention s {layer}", given, "x86-avx2", tmp_path)


@pytest.mark.parametrize(("layer", "given", "target"), DYNAMIC)
def test_int8_of_extents_known_at_run_time(
    layer: str, given: dict[str, tuple[DimTerm, ...]], target: str, tmp_path: Path
):
    """Memory past the extents of a run holds NaN."""
    largest: Shapes = {name: tuple(map(most, extents)) for name, extents in given.items()}
    param = tmp_path / "model.param"
    param.write_bytes(param_text(layer, largest))
    model = ncnnc.compile(param, target=target, inputs=given, random_weights=1)
    rng = np.random.default_rng(2)
    for numbers in (
        {"T": 5, "K": 9, "P": 7},
        {"T": 1, "K": 1, "P": 33},
        {"T": 17, "K": 43, "P": 1},
    ):
        shapes = {
            name: tuple(DimExpression.of(e).expression.value(numbers) for e in extents)
            for name, extents in given.items()
        }
        model.run({name: np.full(shape, np.nan, np.float32) for name, shape in largest.items()})
        inputs = {n: rng.uniform(-2, 2, shape).astype(np.float32) for n, shape in shapes.items()}
        expected = meaning(param.read_bytes(), None, inputs)
        for name, array in model.run(inputs).items():
            scale = np.abs(expected[name]).max()
            np.testing.assert_allclose(array, expected[name], rtol=0, atol=2e-6 * scale)


def test_runs_in_a_row_see_all_keys(tmp_path: Path):
    """Runs that pass their results on equal one run over all inputs."""
    layer, rng = SDPA[0][0], np.random.default_rng(1)
    blobs = {n: rng.uniform(-2, 2, shape).astype(np.float32) for n, shape in GROUPED.items()}
    param = tmp_path / "model.param"
    caches = "Input pk 0 1 pk\nInput pv 0 1 pv\n"
    param.write_bytes(param_text(caches + layer, GROUPED))

    def run(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        shapes = {name: array.shape for name, array in arrays.items()}
        return ncnnc.compile(param, target="x86-avx2", inputs=shapes).run(arrays)

    whole = run(blobs)
    past: dict[str, np.ndarray] = {}
    for start, stop in ((0, 2), (2, 3), (3, 5)):
        part = {n: blobs[n][:, start:stop] for n in ("k", "v")}
        result = run({"q": blobs["q"], **part, **past})
        past = {"pk": result["nk"], "pv": result["nv"]}
    for name, array in whole.items():
        np.testing.assert_allclose(result[name], array, rtol=0, atol=1e-6)
