"""Relaxed products of int8, where no input is negative: exact, or refused by engines that err."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest

from tests.helpers.web_module import needs_node, node

pytestmark = [pytest.mark.isa, needs_node]

PARAM = b"""7767517
6 6
Input in 0 1 in 0=13 1=11 2=16
Convolution c1 1 1 in a 0=13 1=1 5=1 6=208 8=102 9=1
Convolution c2 1 1 a b 0=17 1=3 3=2 5=1 6=1989 8=102 9=1
Convolution c3 1 1 b c 0=7 1=1 5=1 6=119 8=2 9=1
Pooling p 1 1 c d 0=0 1=2 2=2
Convolution c4 1 1 d out 0=5 1=1 5=1 6=35 8=2
"""
RUN = """
    import { readFileSync, writeFileSync } from "node:fs";
    import { load } from "./net.mjs";
    const model = await load();
    const { buffer, byteOffset } = readFileSync("in.raw");
    const values = { in: new Float32Array(buffer.slice(byteOffset, byteOffset + 4 * 2288)) };
    let out;
    for (let i = 0; i < 50; i++) ({ out } = model.runSync(values));
    writeFileSync("out.raw", out);
"""


def test_sums_are_exact(tmp_path: Path):
    (tmp_path / "net.param").write_bytes(PARAM)
    model = ncnnc.compile(tmp_path / "net.param", target="x86-64", random_weights=3)
    values = np.random.default_rng(0).standard_normal((16, 11, 13)).astype(np.float32)
    values.tofile(tmp_path / "in.raw")
    path = tmp_path / "net.param"
    ncnnc.compile_library(
        path, None, tmp_path / "net.wasm", targets=["wasm+relaxed"], random_weights=3
    )
    # Code of Node 20 is right once it is optimized.
    node(tmp_path, RUN, flags=["--no-liftoff"])
    got, expected = np.fromfile(tmp_path / "out.raw", np.float32), model.run({"in": values})["out"]
    np.testing.assert_allclose(got, expected.ravel(), rtol=1e-5, atol=1e-6 * np.abs(expected).max())
    is_wrong = node(tmp_path, "console.log(process.versions.v8)").startswith("11.3")
    attempt = """
        import { load } from "./net.mjs";
        console.log(await load().then(() => "exact", String));
    """
    refused = "Error: this engine, as Node 20, adds relaxed products of int8 wrongly"
    assert node(tmp_path, attempt).startswith(refused if is_wrong else "exact")
