"""Graph rewrites keep what the conformance corpus (if it is there) expects of its small graphs."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference import evaluate, run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.passes.graph import GRAPH_PASSES

from tests.helpers.conformance import (
    Case,
    cases_by_layer,
    load_oracle,
    needs_cases,
    needs_ncnn,
)
from tests.helpers.importing import load_model_files
from tests.helpers.pipelines import pipeline

pytestmark = [pytest.mark.slow, needs_cases]


def optimize_and_run(case: Case) -> tuple[dict[str, np.ndarray], ...]:
    """The outputs of a case before and after all graph passes."""
    param, weights, inputs, _ = load_oracle().materialise(case, 0)
    context = NcnncContext(evaluate=evaluate)
    shapes = {name: array.shape for name, array in inputs.items()}
    module = load_model_files(context, param.encode(), weights, shapes)
    pipeline("infer-shapes").apply(context, module)
    before = run_reference(module, context.weights, inputs)
    passes = ",".join((*GRAPH_PASSES, "fold-constants"))
    pipeline(passes).apply(context, module)
    module.verify()
    return before, run_reference(module, context.weights, inputs)


def test_graphs_compute_the_same_after_all_passes():
    cases = cases_by_layer()["Graph"]
    assert len(cases) > 300
    for case in cases:
        before, after = optimize_and_run(case)
        assert list(after) == list(before), case["id"]
        for name, expected in before.items():
            scale = np.abs(expected).max()
            np.testing.assert_allclose(
                after[name], expected, rtol=0, atol=1e-5 * scale, err_msg=f"{case['id']} {name}"
            )


@needs_ncnn
@pytest.mark.oracle
def test_graphs_compute_what_ncnn_computes_after_all_passes():
    oracle = load_oracle()
    for case in cases_by_layer()["Graph"][::4]:
        _, after = optimize_and_run(case)
        _, expected = oracle.run_case(case, 0)
        assert oracle.compare(expected, after, case["eps"]) is None, case["id"]
