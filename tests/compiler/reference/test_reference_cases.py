"""The reference against the ncnn wheel, on conformance cases."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.frontend import load_model_files
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.passes.graph.infer_shapes import InferShapesPass

from tests.helpers.conformance import (
    Case,
    cases_by_layer,
    load_oracle,
    needs_cases,
    needs_ncnn,
    sample,
)

SAMPLE = 10
"""Cases of each layer that every run of the tests looks at, small ones; `-m slow` looks at all."""

pytestmark = [pytest.mark.oracle, needs_cases, needs_ncnn]


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


def differences(cases: list[Case], folder: Path) -> list[str]:
    """A line for each case whose outputs differ from the wheel's."""
    oracle = load_oracle()
    found: list[str] = []
    for case in cases:
        param, weights, inputs, outputs = oracle.write_files(case, 0, str(folder))
        expected = oracle.run_ncnn(param, weights, inputs, outputs=outputs)
        got = run_our_reference(Path(param), Path(weights), inputs)
        reason = oracle.compare(expected, got, case["eps"])
        if reason:
            found.append(f"{case['id']} {case['params']}: {reason}")
    return found


@pytest.mark.parametrize("layer", cases_by_layer())
def test_sample_agrees_with_ncnn(layer: str, tmp_path: Path):
    assert differences(sample(cases_by_layer()[layer], SAMPLE), tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("layer", cases_by_layer())
def test_all_agree_with_ncnn(layer: str, tmp_path: Path):
    assert differences(cases_by_layer()[layer], tmp_path) == []
