"""A case of every layer computes in Node what this machine computes, side by side in a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.frontend.ncnn.int8_layers import is_int8
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.dialects.target.wasm import WASM

from tests.generators.layer_cases.case import GENERATORS, LayerCase
from tests.generators.layer_cases.checking import Group, Way, as_we_take_them
from tests.generators.layer_cases.running import draw
from tests.helpers.web_module import needs_node, node

RUN = """\
import { readFileSync, writeFileSync } from "node:fs";
import { load, inputs } from "./cases.mjs";
const values = {};
for (const spec of inputs) {
  const { buffer, byteOffset, byteLength } = readFileSync(`${spec.name}.raw`);
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  values[spec.name] = spec.dtype === "int32" ? new Int32Array(bytes) : new Float32Array(bytes);
}
const outputs = (await load()).runSync(values);
for (const [blob, array] of Object.entries(outputs)) writeFileSync(`${blob}.out`, array);
"""
PARTS = 4
SEEDS = 60
CONVERSIONS = ("Quantize", "Requantize", "Dequantize")
ROUNDED = ("SDPA", "MultiHeadAttention", "RNN", "GRU", "LSTM")
"""Layers that compute functions of float32 between their int8 products."""


def compare(
    cases: Sequence[LayerCase], folder: Path, target: str, exact: Callable[[str], bool]
) -> None:
    """Compare what a module of all cases computes in Node with what a target computes."""
    group = Group(tuple(cases), Way.COMPILED, target)
    files = folder / "cases.param", folder / "cases.bin"
    for file, content in zip(files, group.files, strict=True):
        file.write_bytes(content)
    model = ncnnc.compile(*files, target=target, cache=False)
    ncnnc.compile_library(*files, folder / "cases.wasm", targets=[WASM.name])
    arrays = group.inputs(as_we_take_them)
    for spec in model.inputs:
        spec.check(arrays[spec.name]).tofile(folder / f"{spec.name}.raw")
    node(folder, RUN)
    results = model.run(arrays)
    for prefix, case in group.named.items():
        for blob in case.outputs:
            result = results[prefix + blob]
            got = np.fromfile(folder / f"{prefix}{blob}.out", result.dtype)
            most = np.abs(result[np.isfinite(result)]).max(initial=0)
            rtol, atol = (0, 0) if exact(case.layer) else (1e-5, 1e-5 * most)
            np.testing.assert_allclose(
                got, result.ravel(), rtol=rtol, atol=atol, err_msg=case.param_text()
            )


def int8_cases(layer: str, count: int) -> Iterator[LayerCase]:
    """Return the first cases of a layer that are int8."""
    cases = (draw(GENERATORS[layer], seed)[1] for seed in range(SEEDS))
    found = (case for case in cases if layer in CONVERSIONS or is_int8(layer_record(case)))
    return islice(found, count)


def layer_record(case: LayerCase) -> LayerRecord:
    return read_model_record(case.param_text().encode()).layers[-1]


@pytest.mark.slow
@pytest.mark.isa
@needs_node
def test_int8_layers_give_the_same_bits(tmp_path: Path):
    """As on x86-64, which has no fused multiply-adds, either."""
    cases = [case for layer in GENERATORS for case in int8_cases(layer, 2)]
    assert len(cases) > 20
    compare(cases, tmp_path, "x86-64", lambda layer: layer not in ROUNDED)


@pytest.mark.slow
@pytest.mark.isa
@needs_node
@pytest.mark.parametrize("part", range(PARTS))
def test_every_layer(part: int, tmp_path: Path):
    cases = [draw(GENERATORS[layer], 7)[1] for layer in sorted(GENERATORS)[part::PARTS]]
    compare(cases, tmp_path, "host", lambda layer: False)
