"""fuse-permute-into-layernorm computes the same, in the numpy meaning and as compiled."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.reference import run_reference

from tests.helpers.importing import load_model_files
from tests.helpers.lowering import param_text

NETWORKS = {
    (13, 5, 7): "Convolution c 1 1 x a 0=13 1=1 5=1 6=169 9=4\nPermute p 1 1 a b 0=3\n"
    "LayerNorm n 1 1 b d 0=13 1=1e-5\nPermute q 1 1 d y 0=4",
    (17, 4, 4): "Permute p 1 1 x b 0=3\nRMSNorm n 1 1 b d 0=17 1=1e-5\nPermute q 1 1 d y 0=4",
    (7, 33): "Permute p 1 1 x b 0=1\nLayerNorm n 1 1 b d 0=7 1=1e-5\nPermute q 1 1 d y 0=1",
}


def graph(shape: tuple[int, ...]) -> str:
    """A LayerNorm without parameters between two Permutes."""
    c, h, w = shape
    first, inner = f"tensor<{c}x{h}x{w}xf32>", f"tensor<{h}x{w}x{c}xf32>"
    return f"""
        func.func @main(%x: {first}) -> {first} {{
          %a = ncnn.permute %x order 3 : {first} -> {inner}
          %b = ncnn.layernorm %a size {c} eps 1.0e-5 : {inner} -> {inner}
          %y = ncnn.permute %b order 4 : {inner} -> {first}
          func.return %y : {first}
        }}"""


@pytest.mark.parametrize("shape", [(3, 4, 5), (16, 7, 1)])
def test_the_meaning_stays(run_passes, shape):
    run = run_passes(graph(shape), "fuse-permute-into-layernorm")
    assert run.layers == ["channel_norm"]
    run.assert_close()


@pytest.mark.isa
@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize("shape", NETWORKS)
def test_it_runs_on_packed_and_plain_blobs(shape, target, tmp_path: Path):
    text = param_text(NETWORKS[shape], {"x": shape})
    path = tmp_path / "m.param"
    path.write_bytes(text)
    ctx = make_context()
    module = load_model_files(ctx, text, None, {"x": shape}, 1)
    infer_shapes(module, ctx)
    x = np.random.default_rng(0).uniform(-2, 2, shape).astype(np.float32)
    expected = run_reference(module, ctx.weights, {"x": x})["y"]
    model = ncnnc.compile(path, random_weights=1, inputs={"x": shape}, target=target)
    np.testing.assert_allclose(model(x), expected, rtol=1e-4, atol=1e-4)
