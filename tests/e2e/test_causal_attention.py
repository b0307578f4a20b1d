"""Causal attention: an input that is its mask is left out, or a constant mask is recognised."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError, UsageError
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.helpers.lowering import param_text

Shapes = dict[str, tuple[int, ...]]
PLACES = [(1, 0), (1, 7), (5, 0), (5, 11), (64, 100)]
"""Queries, and keys of earlier runs."""
PROJECTED = "m pk pv y nk nv 0=12 1=3 2=144 5=1 7=1"
LAYERS = {
    "cached": "SDPA s 6 3 q k v m pk pv y nk nv 5=1 7=1",
    "projections": "MultiHeadAttention s 4 1 q x x m y 0=12 1=3 2=144 5=1",
    "int8": "SDPA s 4 1 q k v m y 5=1 18=2",
    "projections, cached": f"MultiHeadAttention s 4 3 q {PROJECTED}",
}


def shapes_of(layer: str, queries: int, past: int) -> Shapes:
    """Return the shapes of inputs: three heads, or nine that share the keys of three."""
    keys = queries + past
    mask = {"m": (queries, keys)}
    if layer == "projections":
        return {"q": (queries, 12), "x": (keys, 12), **mask}
    if layer == "projections, cached":
        return {"q": (queries, 12), "pk": (3, past, 4), "pv": (3, past, 4), **mask}
    new = queries if layer == "cached" else keys
    shapes = {"q": (9, queries, 8), "k": (3, new, 8), "v": (3, new, 5), **mask}
    return shapes | ({"pk": (3, past, 8), "pv": (3, past, 5)} if layer == "cached" else {})


def network(layer: str, shapes: Shapes, folder: Path) -> Path:
    """Return a file with a layer, whose inputs without rows have no shape."""
    empty = [name for name, shape in shapes.items() if 0 in shape]
    lines = [f"Input {name} 0 1 {name}" for name in empty]
    given = {name: shape for name, shape in shapes.items() if name not in empty}
    param = folder / "m.param"
    param.write_bytes(param_text("\n".join([*lines, LAYERS[layer]]), given))
    return param


def arrays_of(shapes: Shapes) -> dict[str, np.ndarray]:
    """Return random inputs with a causal mask."""
    rng = np.random.default_rng(0)
    arrays = {
        name: rng.uniform(-2, 2, shape).astype(np.float32)
        for name, shape in shapes.items()
        if 0 not in shape
    }
    queries, keys = shapes["m"]
    hidden = np.arange(keys) > np.arange(queries)[:, None] + keys - queries
    return arrays | {"m": np.where(hidden, -np.inf, 0).astype(np.float32)}


def compiled(param: Path, arrays: dict[str, np.ndarray], **options: Any) -> CompiledModel:
    shapes = {name: array.shape for name, array in arrays.items()}
    return ncnnc.compile(param, target="x86-avx2", inputs=shapes, random_weights=1, **options)


@pytest.mark.isa
@pytest.mark.parametrize(
    ("layer", "queries", "past"),
    [
        *((layer, *place) for layer in ("cached", "projections") for place in PLACES),
        *((layer, 5, 11) for layer in ("int8", "projections, cached")),
    ],
)
def test_as_with_the_mask(layer: str, queries: int, past: int, tmp_path: Path):
    shapes = shapes_of(layer, queries, past)
    param, arrays = network(layer, shapes, tmp_path), arrays_of(shapes)
    expected = compiled(param, arrays).run(arrays)
    del arrays["m"]
    model = compiled(param, arrays, masks={"m": "causal"})
    assert "m" not in [spec.name for spec in model.inputs]
    for name, result in model.run(arrays).items():
        np.testing.assert_allclose(result, expected[name], rtol=0, atol=2e-6)


@pytest.mark.isa
def test_one_mask_of_many_layers(tmp_path: Path):
    """Two layers read it behind a Split; its shape need not be given."""
    text = """Split sp 1 2 m a b
SDPA s 4 1 q k k a y 5=1
SDPA t 4 1 y k k b z 5=1"""
    arrays = arrays_of({"q": (3, 5, 8), "k": (3, 7, 8), "m": (5, 7)})
    param = tmp_path / "m.param"
    param.write_bytes(param_text(text, {name: array.shape for name, array in arrays.items()}))
    expected = compiled(param, arrays).run(arrays)["z"]
    del arrays["m"]
    result = compiled(param, arrays, masks={"m": "causal"}).run(arrays)["z"]
    np.testing.assert_allclose(result, expected, rtol=0, atol=2e-6)


@pytest.mark.parametrize(
    ("layers", "error"),
    [
        (
            "Split sp 1 2 m a b\nSDPA s 4 1 q k k a y 5=1\nBinaryOp add 2 1 b b z 0=0",
            r"error: input 'm' is no mask: layer 'add' \(BinaryOp\) reads it otherwise",
        ),
        (
            "SDPA s 3 1 q k m y",
            r"error: input 'm' is no mask: layer 's' \(SDPA\) reads it otherwise",
        ),
        ("SDPA s 3 1 q k k y", "error: input 'm' is no mask: it is a result"),
        ("SDPA s 4 1 q k k n y 5=1", "error: unknown input 'm'"),
    ],
)
def test_inputs_that_are_no_masks(layers: str, error: str, tmp_path: Path):
    shapes: Shapes = {"q": (3, 5, 8), "k": (3, 7, 8), "n" if "k n" in layers else "m": (5, 7)}
    param = tmp_path / "m.param"
    param.write_bytes(param_text(layers, shapes))
    with pytest.raises(UsageError, match=error):
        ncnnc.compile(param, target="x86-avx2", inputs=shapes, masks={"m": "causal"})


def test_more_queries_than_keys(tmp_path: Path):
    shapes: Shapes = {"q": (3, 5, 8), "k": (3, 4, 8), "m": (5, 4)}
    param = tmp_path / "m.param"
    param.write_bytes(param_text("SDPA s 4 1 q k k m y 5=1", shapes))
    error = r"layer 's' \(SDPA\): causal attention of 5 queries to only 4 keys"
    with pytest.raises(ModelError, match=error):
        ncnnc.compile(param, target="x86-avx2", inputs=shapes, masks={"m": "causal"})


def test_int8_takes_no_dynamic_extents(tmp_path: Path):
    shapes: Shapes = {"q": (3, 5, 8), "m": (5, 5)}
    param = tmp_path / "m.param"
    param.write_bytes(param_text("SDPA s 4 1 q q q m y 5=1 18=2", shapes))
    inputs = {"q": (3, ncnnc.Dim("T", 1, 9), 8)}
    error = r"layer 's' \(SDPA\): causal attention in int8 takes no extents known at run time"
    with pytest.raises(NcnncError, match=error):
        ncnnc.compile(param, target="x86-avx2", inputs=inputs, masks={"m": "causal"})


@pytest.mark.isa
@pytest.mark.parametrize("layer", ["cached", "projections"])
def test_dynamic_extents(layer: str, tmp_path: Path):
    """One model without the mask, for as many queries and earlier keys as there are."""
    rows, past = ncnnc.Dim("T", 1, 70), ncnnc.Dim("P", 0, 120)
    parts = {"q": (9, rows, 8), "k": (3, rows, 8), "v": (3, rows, 5)}
    inputs = parts | {"pk": (3, past, 8), "pv": (3, past, 5)}
    if layer == "projections":
        inputs = {"q": (rows, 12), "x": (rows + past, 12)}
    param = network(layer, shapes_of(layer, 5, 11), tmp_path)
    model = ncnnc.compile(
        param, target="x86-avx2", inputs=inputs, random_weights=1, masks={"m": "causal"}
    )
    for place in PLACES:
        shapes = shapes_of(layer, *place)
        arrays = arrays_of(shapes)
        expected = compiled(network(layer, shapes, tmp_path), arrays).run(arrays)
        given = {n: arrays.get(n, np.zeros(shapes[n], np.float32)) for n in inputs}
        for name, result in model.run(given).items():
            np.testing.assert_allclose(result, expected[name], rtol=0, atol=2e-6)
