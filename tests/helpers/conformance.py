"""The conformance cases beside the project, where they exist: layers, and what ncnn computes."""

from __future__ import annotations

import functools
import importlib.util
import json
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from ncnnc.dialects.ncnn import LAYER_OPS

CASES = Path(__file__).parents[3] / "shared" / "cases"
SMALL = 50_000
"""Numbers in the inputs and weights of a small case."""
STORED_MATRICES = ("4", "5")
"""Parameters of Gemm that say that A and B are weights."""
HANDLED_BY_IMPORT = {"Input", "MemoryData", "Split"}

Case = dict[str, Any]
Run = Callable[[str, str, dict[str, np.ndarray]], dict[str, np.ndarray]]
"""A function from a `.param`, a `.bin` and inputs by name to outputs by name."""


def is_float(case: Case) -> bool:
    """Return whether a case uses float32 alone."""
    dtypes = {array.get("dtype", "f32") for array in (*case["inputs"], *case["weights"])}
    return dtypes <= {"f32"} and not is_quantized(case)


def is_quantized(case: Case) -> bool:
    """Return whether the layer computes in int8 from float32 weights."""
    op = LAYER_OPS.get(case["layer"])
    params = op.LAYER.params if op is not None and op.LAYER is not None else ()
    if case["layer"] == "Gemm" and not any(case["params"].get(id, 0) for id in STORED_MATRICES):
        return False  # Rounding its inputs, the layer takes and gives float32.
    ids = [str(p.id) for p in params if p.name in ("int8_scale_term", "quantize_term")]
    return any(case["params"].get(id, 0) != 0 for id in ids)


def size(case: Case) -> int:
    """Numbers in the inputs and weights."""
    return sum(int(np.prod(a["shape"])) for a in (*case["inputs"], *case["weights"]))


def layers_of(case: Case) -> set[str]:
    """The layer types that a case needs."""
    return {node[0] for node in case["graph"]} if "graph" in case else {case["layer"]}


@functools.cache
def cases_by_layer() -> dict[str, list[Case]]:
    """The float cases of layers that have an op, by layer; empty where the corpus is absent."""
    corpus = CASES / "visible.jsonl"
    by_layer: dict[str, list[Case]] = defaultdict(list)
    for line in corpus.read_text(encoding="utf-8").splitlines() if corpus.exists() else ():
        case = json.loads(line)
        if is_float(case) and layers_of(case) <= LAYER_OPS.keys() | HANDLED_BY_IMPORT:
            by_layer[case["layer"]].append(case)
    return dict(sorted(by_layer.items()))


def sample(cases: list[Case], count: int) -> list[Case]:
    """Some small cases, spread over all of them."""
    small = sorted((c for c in cases if size(c) <= SMALL), key=lambda c: c["id"])
    return small[:count]


needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason="the conformance cases are absent")
needs_ncnn = pytest.mark.skipif(
    importlib.util.find_spec("ncnn") is None, reason="the oracle, the ncnn wheel, is not installed"
)


@functools.cache
def load_oracle() -> ModuleType:
    """The cases' own module, which makes files and inputs of a case, and runs ncnn on them."""
    sys.path.insert(0, str(CASES))
    try:
        return importlib.import_module("oracle")
    finally:
        sys.path.remove(str(CASES))


def disagreement(case: Case, folder: Path, run: Run) -> str:
    """Describe the difference of a case's outputs to the wheel's; empty if they agree."""
    oracle = load_oracle()
    param, weights, inputs, outputs = oracle.write_files(case, 0, str(folder))
    expected = oracle.run_ncnn(param, weights, inputs, outputs=outputs)
    reason = oracle.compare(expected, run(param, weights, inputs), case["eps"])
    return f"{case['id']} {case['params']}: {reason}" if reason else ""
