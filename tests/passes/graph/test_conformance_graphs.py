"""Graph rewrites keep what the conformance corpus (if it is there) expects of its small graphs."""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import UnsupportedError
from ncnnc.compiler.frontend import load_model_files
from ncnnc.compiler.reference import evaluate, run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.passes import get_all_passes
from ncnnc.passes.graph import GRAPH_PASSES
from xdsl.passes import PassPipeline

CASES = Path(__file__).parents[4] / "shared" / "cases"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CASES.is_dir(), reason="the conformance corpus is not there"),
]


@cache
def corpus() -> ModuleType:
    """The corpus's own module, which makes files and inputs from a case."""
    specification = importlib.util.spec_from_file_location("oracle", CASES / "oracle.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def graph_cases() -> list[dict[str, object]]:
    """The cases of several layers."""
    lines = (CASES / "visible.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["layer"] == "Graph"]


def optimize_and_run(case: dict[str, object]) -> tuple[dict[str, np.ndarray], ...]:
    """
    The outputs of a case before and after all graph passes.

    Raises: UnsupportedError for a layer that has no op.
    """
    param, weights, inputs, _ = corpus().materialise(case, 0)
    context = NcnncContext(evaluate=evaluate)
    shapes = {name: array.shape for name, array in inputs.items()}
    module = load_model_files(context, param.encode(), weights, shapes)
    available = get_all_passes()
    PassPipeline.parse_spec(available, "infer-shapes").apply(context, module)
    before = run_reference(module, context.weights, inputs)
    passes = ",".join((*GRAPH_PASSES, "fold-constants"))
    PassPipeline.parse_spec(available, passes).apply(context, module)
    module.verify()
    return before, run_reference(module, context.weights, inputs)


def test_graphs_compute_the_same_after_all_passes():
    tested = 0
    for case in graph_cases():
        try:
            before, after = optimize_and_run(case)
        except UnsupportedError:
            continue
        tested += 1
        assert list(after) == list(before), case["id"]
        for name, expected in before.items():
            scale = np.abs(expected).max()
            np.testing.assert_allclose(
                after[name], expected, rtol=0, atol=1e-5 * scale, err_msg=f"{case['id']} {name}"
            )
    assert tested > 300


@pytest.mark.oracle
def test_graphs_compute_what_ncnn_computes_after_all_passes():
    pytest.importorskip("ncnn")
    for case in graph_cases()[::4]:
        try:
            _, after = optimize_and_run(case)
        except UnsupportedError:
            continue
        _, expected = corpus().run_case(case, 0)
        assert corpus().compare(expected, after, case.get("eps", 1e-3)) is None, case["id"]
