"""The reference against the ncnn wheel, on conformance cases."""

from __future__ import annotations

import functools
import importlib
import json
import sys
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from ncnnc.compiler.frontend import load_model_files
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.passes.graph.infer_shapes import InferShapesPass

CASES = Path(__file__).parents[3] / "shared" / "cases"
SAMPLE = 10
"""Cases of each layer that every run of the tests looks at, small ones; `-m slow` looks at all."""
SMALL = 50_000
"""Numbers in the inputs and weights of a small case."""
HANDLED_BY_IMPORT = {"Input", "MemoryData", "Split"}

Case = dict[str, Any]


def is_float(case: Case) -> bool:
    """Whether a case is about float32 alone."""
    dtypes = {array.get("dtype", "f32") for array in (*case["inputs"], *case["weights"])}
    return dtypes <= {"f32"} and not is_quantised(case)


def is_quantised(case: Case) -> bool:
    """Whether the layer computes in int8, its weights being stored as float32."""
    op = LAYER_OPS.get(case["layer"])
    params = op.LAYER.params if op is not None and op.LAYER is not None else ()
    ids = [str(p.id) for p in params if p.name == "int8_scale_term"]
    return any(case["params"].get(id, 0) != 0 for id in ids)


def size(case: Case) -> int:
    return sum(int(np.prod(a["shape"])) for a in (*case["inputs"], *case["weights"]))


def layers_of(case: Case) -> set[str]:
    return {node[0] for node in case["graph"]} if "graph" in case else {case["layer"]}


@functools.cache
def cases_by_layer() -> dict[str, list[Case]]:
    """The float cases of layers that have an op, by layer; empty where the corpus is absent."""
    corpus = CASES / "visible.jsonl"
    by_layer: dict[str, list[Case]] = defaultdict(list)
    for line in corpus.read_text().splitlines() if corpus.exists() else ():
        case = json.loads(line)
        if is_float(case) and layers_of(case) <= LAYER_OPS.keys() | HANDLED_BY_IMPORT:
            by_layer[case["layer"]].append(case)
    return dict(sorted(by_layer.items()))


@pytest.fixture(scope="module")
def oracle() -> ModuleType:
    """The module that builds a case and runs the wheel on it."""
    pytest.importorskip("ncnn", reason="the oracle, the ncnn wheel, is not installed")
    sys.path.insert(0, str(CASES))
    try:
        return importlib.import_module("oracle")
    finally:
        sys.path.remove(str(CASES))


def run_our_reference(
    param: Path, weights: Path, inputs: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Import, infer shapes, run."""
    ctx = NcnncContext()
    shapes = {name: array.shape for name, array in inputs.items()}
    module = load_model_files(ctx, str(param), str(weights), shapes)
    InferShapesPass().apply(ctx, module)
    module.verify()
    return run_reference(module, ctx.weights, inputs)


def differences(oracle: ModuleType, cases: list[Case], folder: Path) -> list[str]:
    """A line for each case whose outputs differ from the wheel's."""
    found: list[str] = []
    for case in cases:
        param, weights, inputs, outputs = oracle.write_files(case, 0, str(folder))
        expected = oracle.run_ncnn(param, weights, inputs, outputs=outputs)
        got = run_our_reference(Path(param), Path(weights), inputs)
        reason = oracle.compare(expected, got, case["eps"])
        if reason:
            found.append(f"{case['id']} {case['params']}: {reason}")
    return found


def sample(cases: list[Case]) -> list[Case]:
    """Some small cases, spread over all of them."""
    small = sorted((c for c in cases if size(c) <= SMALL), key=lambda c: c["id"])
    return small[:SAMPLE]


@pytest.mark.oracle
@pytest.mark.skipif(not cases_by_layer(), reason="the conformance cases are absent")
@pytest.mark.parametrize("layer", cases_by_layer())
def test_sample_agrees_with_ncnn(layer: str, oracle: ModuleType, tmp_path: Path):
    assert differences(oracle, sample(cases_by_layer()[layer]), tmp_path) == []


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.skipif(not cases_by_layer(), reason="the conformance cases are absent")
@pytest.mark.parametrize("layer", cases_by_layer())
def test_all_agree_with_ncnn(layer: str, oracle: ModuleType, tmp_path: Path):
    assert differences(oracle, cases_by_layer()[layer], tmp_path) == []
