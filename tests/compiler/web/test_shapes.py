"""Inputs of several shapes: extents known at run time, sets of shapes, images of any size."""

from __future__ import annotations

import json
from pathlib import Path

import ncnnc
import numpy as np
import pytest

from tests.helpers.web_module import needs_node, node, run_calls

pytestmark = [pytest.mark.isa, needs_node]

PARAM = """7767517
6 7
Input in 0 1 in 0=13 1=11 2=3
Convolution c1 1 1 in a 0=17 1=3 4=1 5=1 6=459 9=1
Split s 1 2 a b d
Pooling p 1 1 b pooled 0=0 1=3 2=2 3=1
Pooling g 1 1 d mean 0=1 4=1
InnerProduct f 1 1 mean out 0=10 1=1 2=170
"""


def param(folder: Path) -> Path:
    path = folder / "m.param"
    path.write_text(PARAM)
    return path


def images(*sizes: tuple[int, int]) -> list[dict[str, np.ndarray]]:
    rng = np.random.default_rng(5)
    return [{"in": rng.standard_normal((3, *size), np.float32)} for size in sizes]


def check(model: ncnnc.CompiledModel, calls: list[dict[str, np.ndarray]], folder: Path) -> None:
    """Compare what Node computes with what this machine does."""
    for arrays, results in zip(calls, run_calls(folder, calls), strict=True):
        for name, expected in model.run(arrays).items():
            np.testing.assert_allclose(results[name], expected, atol=1e-5 * np.abs(expected).max())


def test_extents_known_at_run_time(tmp_path: Path):
    height, width = ncnnc.Dim("H", 3, 40), ncnnc.Dim("W", 1, 16)
    shapes = {"in": (3, height, 2 * width + 1)}
    path = param(tmp_path)
    ncnnc.compile_library(
        path, None, tmp_path / "net.wasm", targets=["wasm"], inputs=shapes, random_weights=2
    )
    model = ncnnc.compile(path, inputs=shapes, cache=False, random_weights=2)
    check(model, images((11, 13), (40, 33), (3, 3), (17, 7), (11, 13)), tmp_path)


def test_sets_of_shapes(tmp_path: Path):
    path = param(tmp_path)
    sets = [{"in": (3, 11, 13)}, {"in": (3, 20, 7)}]
    ncnnc.compile_library(
        path, None, tmp_path / "net.wasm", targets=["wasm"], inputs=sets, random_weights=2
    )
    calls = images((20, 7), (11, 13), (20, 7))
    for arrays, results in zip(calls, run_calls(tmp_path, calls), strict=True):
        model = ncnnc.compile(
            path, inputs={"in": arrays["in"].shape}, cache=False, random_weights=2
        )
        for name, expected in model.run(arrays).items():
            np.testing.assert_allclose(results[name], expected, atol=1e-5 * np.abs(expected).max())
    script = """
        import { load, shapeSets } from "./net.mjs";
        const model = await load();
        console.log(JSON.stringify(shapeSets.map(({ inputs }) => inputs[0].shape)));
        const { out } = await model.run({ in: new Float32Array(3 * 20 * 7) });
        console.log(out.shape);
        await model.run({ in: new Float32Array(3 * 20 * 8) })
          .catch((error) => console.log(String(error)));
    """
    assert node(tmp_path, script).splitlines() == [
        json.dumps([[3, 11, 13], [3, 20, 7]], separators=(",", ":")),
        "[ 10 ]",
        "TypeError: none of the 2 sets of shapes is for these inputs; hint: { data, shape }",
    ]


def test_images_of_any_size(tmp_path: Path):
    path = param(tmp_path)
    image = {"in": ncnnc.Image(resize=(11, 13), mean=(104, 117, 123), most=(64, 48))}
    ncnnc.compile_library(
        path, None, tmp_path / "net.wasm", targets=["wasm"], preprocess=image, random_weights=2
    )
    model = ncnnc.compile(path, preprocess=image, cache=False, random_weights=2)
    rng = np.random.default_rng(1)
    sizes = [(11, 13), (64, 48), (1, 1), (5, 40)]
    calls = [{"in": rng.integers(0, 256, (*size, 3)).astype(np.uint8)} for size in sizes]
    for arrays, results in zip(calls, run_calls(tmp_path, calls), strict=True):
        for name, expected in model.run(arrays).items():
            got = results[name].reshape(expected.shape)
            np.testing.assert_allclose(got, expected, atol=1e-5 * np.abs(expected).max())


def test_any_other_input_is_a_type_error(tmp_path: Path):
    """Random arrays and shapes: those that do not fit are never read."""
    path = param(tmp_path)
    image = {"in": ncnnc.Image(resize=(11, 13), most=(64, 48))}
    ncnnc.compile_library(
        path, None, tmp_path / "net.wasm", targets=["wasm"], preprocess=image, random_weights=2
    )
    script = """
        import { load } from "./net.mjs";
        const model = await load();
        let [right, wrong, seed] = [0, 0, 1];
        const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
        const odd = [undefined, null, 3, "3x4", {}, [], [1, 2], [-1, -4, 3], [1.5, 2, 3],
          [NaN, 1, 3], [0, 4, 3], [2 ** 31, 2 ** 31, 3], new Float32Array(3)];
        const isWithin = (n, most) => Number.isInteger(n) && n >= 1 && n <= most;
        for (let i = 0; i < 3000; i++) {
          const [rows, columns] = [random(80), random(60)];
          const shape = random(3) ? [rows, columns, 3] : odd[random(odd.length)];
          const length = random(2) ? rows * columns * 3 : random(20000);
          const data = new (random(8) ? Uint8Array : Int8Array)(length);
          const fits = data instanceof Uint8Array && shape?.length === 3 && shape[2] === 3 &&
            isWithin(shape[0], 64) && isWithin(shape[1], 48) && length === shape[0] * shape[1] * 3;
          try {
            model.runSync({ in: { data, shape } });
            if (shape !== undefined && !fits) console.log("taken", length, shape);
            right++;
          } catch (error) {
            if (fits || !(error instanceof TypeError)) console.log(String(error), shape, length);
            wrong++;
          }
        }
        console.log(right > 300, wrong > 1000);
    """
    assert node(tmp_path, script) == "true true\n"
