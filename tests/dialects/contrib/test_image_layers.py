"""All layers of images and frames in one network: in batches, in bf16, in a C library."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest

from tests.helpers.lowering import param_text

pytestmark = pytest.mark.isa

NETWORK = """
    Split s0 1 2 x x0 x1
    Convolution c0 1 1 x0 a 0=17 1=3 4=1 5=1 6=459 9=1
    Split s1 1 6 a a0 a1 a2 a3 a4 a5
    Split s2 1 5 f f0 f1 f2 f3 f4
    rife.Warp w0 2 1 a0 f0 b
    ifrnet.Warp w1 2 1 f1 x1 y0
    dain.OpticalFlowWarp w2 2 1 a1 f2 y1
    dain.Correlation w3 2 1 a2 b y2
    dain.FilterInterpolation w4 3 1 a3 f3 k y3
    dain.DepthFlowProjection w5 2 1 f4 d y4
    MaxPoolingInd p0 1 2 a4 p i 1=3 2=2 3=1 5=1
    MaxUnPooling p1 2 1 p i y5
    gen_attn g0 1 1 a5 y6
"""
SHAPES = {"x": (3, 6, 10), "f": (2, 6, 10), "k": (16, 6, 10), "d": (1, 6, 10)}
MASKED = "y6"


@pytest.fixture
def param(tmp_path: Path) -> str:
    path = tmp_path / "images.param"
    path.write_bytes(param_text(NETWORK, SHAPES))
    return str(path)


@pytest.fixture
def arrays() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(8)
    values = {name: rng.uniform(0.1, 1, shape) for name, shape in SHAPES.items()}
    values["f"] = rng.uniform(-4, 4, SHAPES["f"])
    return {name: value.astype(np.float32) for name, value in values.items()}


def compiled(param: str, **options: object) -> ncnnc.CompiledModel:
    return ncnnc.compile(param, None, inputs=SHAPES, random_weights=2, cache=False, **options)


def test_batches_are_the_items(param: str, arrays: dict[str, np.ndarray]):
    batches = {name: np.stack([x, x[..., ::-1]]) for name, x in arrays.items()}
    results = compiled(param, batch=2, target="x86-avx2").run(batches)
    one = compiled(param, target="x86-avx2")
    for item in range(2):
        expected = one.run({name: x[item] for name, x in batches.items()})
        for name, value in expected.items():
            np.testing.assert_allclose(results[name][item], value, atol=1e-5, err_msg=name)


def test_bf16(param: str, arrays: dict[str, np.ndarray]):
    """
    Places of maxima and masks depend on single bits, so only their kind is checked.
    """
    expected = compiled(param).run(arrays)
    results = compiled(param, precision="bf16").run(arrays)
    assert set(np.unique(results[MASKED])) <= {0, -np.inf}
    assert results["y5"].shape == expected["y5"].shape
    for name in ("y0", "y1", "y2", "y3", "y4"):
        scale = np.abs(expected[name]).max()
        np.testing.assert_allclose(results[name], expected[name], atol=0.03 * scale, err_msg=name)


PLACES = """
    rife.Warp y0 2 1 x f y0
    dain.OpticalFlowWarp y1 2 1 x f y1
    dain.FilterInterpolation y2 3 1 x f k y2
    dain.DepthFlowProjection y3 2 1 f d y3
    MaxUnPooling y4 2 1 x i y4
    ms_attn y5 5 1 s v w px py y5
    NonMaxSuppression y6 2 1 b c y6
"""
PLACE_SHAPES = {
    **SHAPES,
    "i": (3, 6, 10),
    "s": (2, 2),
    "v": (13, 2, 5),
    "w": (3, 2, 2, 4),
    "px": (3, 2, 2, 4),
    "py": (3, 2, 2, 4),
    "b": (19, 4),
    "c": (19,),
}


def test_no_place_is_out_of_bounds(tmp_path: Path):
    """Places, sizes and indices may be any numbers: the code checks each access."""
    path = tmp_path / "places.param"
    path.write_bytes(param_text(PLACES, PLACE_SHAPES))
    options = {"target": "x86-avx2", "debug_bounds": True, "cache": False}
    model = ncnnc.compile(str(path), inputs=PLACE_SHAPES, **options)
    rng = np.random.default_rng(9)
    numbers = [np.nan, np.inf, -np.inf, 3e38, -3e38, 2.0**31, -(2.0**31), 1e9, 16777216]
    for share in (0.1, 0.9):
        arrays = dict[str, np.ndarray]()
        for name, shape in PLACE_SHAPES.items():
            values = rng.uniform(-20, 20, shape)
            picked = rng.random(shape) < share
            arrays[name] = np.where(picked, rng.choice(numbers, shape), values).astype(np.float32)
        assert len(model.run(arrays)) == 7


def test_c_library(param: str, arrays: dict[str, np.ndarray], tmp_path: Path):
    path = tmp_path / "images.so"
    options = {"inputs": SHAPES, "random_weights": 2, "targets": ["x86-avx2"]}
    ncnnc.compile_library(param, None, path, **options)
    results = ncnnc.load(path).run(arrays)
    for name, value in compiled(param, target="x86-avx2").run(arrays).items():
        np.testing.assert_array_equal(results[name], value, err_msg=name)
