"""A case of every layer computes in Node what this machine computes, in one process for all."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.diagnostics import NcnncError
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.frontend.ncnn.int8_layers import is_int8
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.dialects.target.wasm import WASM

from tests.generators.layer_cases.case import GENERATORS, LayerCase
from tests.generators.layer_cases.checking import as_we_take_them
from tests.generators.layer_cases.running import draw
from tests.helpers.web_module import needs_node, node

RUN = """\
import { readFileSync, writeFileSync } from "node:fs";
for (const name of JSON.parse(readFileSync("names.json"))) {
  const { load, inputs } = await import(`./${name}.mjs`);
  const values = {};
  for (const spec of inputs) {
    const { buffer, byteOffset, byteLength } = readFileSync(`${name}.${spec.name}.raw`);
    const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
    values[spec.name] = spec.dtype === "int32" ? new Int32Array(bytes) : new Float32Array(bytes);
  }
  const outputs = (await load()).runSync(values);
  for (const [blob, array] of Object.entries(outputs)) writeFileSync(`${name}.${blob}.out`, array);
}
"""
PARTS = 4
SEEDS = 60
CONVERSIONS = ("Quantize", "Requantize", "Dequantize")
ROUNDED = ("SDPA", "MultiHeadAttention", "RNN", "GRU", "LSTM")
"""Layers that compute functions of float32 between their int8 products."""


def compiled(
    case: LayerCase, name: str, folder: Path, target: str = "host"
) -> dict[str, np.ndarray] | None:
    """Write a module and its inputs, and return what a target computes; None if refused."""
    (folder / f"{name}.param").write_text(case.param_text())
    (folder / f"{name}.bin").write_bytes(case.weight_bytes())
    arrays = as_we_take_them(case)
    files = folder / f"{name}.param", folder / f"{name}.bin"
    try:
        model = ncnnc.compile(*files, target=target, cache=False)
    except NcnncError:
        return None  # What no target computes.
    ncnnc.compile_library(*files, folder / f"{name}.wasm", targets=[WASM.name])
    for spec in model.inputs:
        spec.check(arrays[spec.name]).tofile(folder / f"{name}.{spec.name}.raw")
    return model.run(arrays)


def int8_cases(layer: str, count: int) -> dict[str, LayerCase]:
    """Return the first cases of a layer that are int8, by name."""
    cases = (draw(GENERATORS[layer], seed)[1] for seed in range(SEEDS))
    found = (case for case in cases if layer in CONVERSIONS or is_int8(layer_record(case)))
    return {f"{layer}{i}": case for i, case in enumerate(islice(found, count))}


def layer_record(case: LayerCase) -> LayerRecord:
    return read_model_record(case.param_text().encode()).layers[-1]


@pytest.mark.slow
@pytest.mark.isa
@needs_node
def test_int8_layers_give_the_same_bits(tmp_path: Path):
    """As on x86-64, which has no fused multiply-adds, either."""
    cases = {name: c for layer in GENERATORS for name, c in int8_cases(layer, 2).items()}
    made = {name: compiled(case, name, tmp_path, "x86-64") for name, case in cases.items()}
    expected = {name: results for name, results in made.items() if results is not None}
    assert {cases[name].layer for name in expected} == {case.layer for case in cases.values()}
    (tmp_path / "names.json").write_text(json.dumps(list(expected)))
    node(tmp_path, RUN)
    for name, results in expected.items():
        for blob, result in results.items():
            got = np.fromfile(tmp_path / f"{name}.{blob}.out", result.dtype)
            exact = cases[name].layer not in ROUNDED
            most = np.abs(result[np.isfinite(result)]).max(initial=0)
            rtol, atol = (0, 0) if exact else (1e-5, 1e-5 * most)
            np.testing.assert_allclose(
                got, result.ravel(), rtol=rtol, atol=atol, err_msg=f"{name}: {cases[name]}"
            )


@pytest.mark.slow
@pytest.mark.isa
@needs_node
@pytest.mark.parametrize("part", range(PARTS))
def test_every_layer(part: int, tmp_path: Path):
    layers = sorted(GENERATORS)[part::PARTS]
    cases = {layer: draw(GENERATORS[layer], 7)[1] for layer in layers}
    made = {layer: compiled(case, layer, tmp_path) for layer, case in cases.items()}
    expected = {layer: results for layer, results in made.items() if results is not None}
    assert len(expected) > 0.9 * len(layers)
    (tmp_path / "names.json").write_text(json.dumps(list(expected)))
    node(tmp_path, RUN)
    for layer, results in expected.items():
        for blob, result in results.items():
            got = np.fromfile(tmp_path / f"{layer}.{blob}.out", result.dtype)
            most = np.abs(result[np.isfinite(result)]).max(initial=0)
            np.testing.assert_allclose(
                got, result.ravel(), rtol=1e-5, atol=1e-5 * most, err_msg=f"{layer}: {cases[layer]}"
            )
