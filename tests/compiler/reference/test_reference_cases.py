"""The reference against the ncnn wheel, on conformance cases."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.passes.graph.infer_shapes import InferShapesPass

from tests.helpers.conformance import (
    Case,
    cases_by_layer,
    disagreement,
    needs_cases,
    needs_ncnn,
    sample,
)
from tests.helpers.importing import load_model_files

SAMPLE = 10
"""Cases of each layer that every run of the tests looks at, small ones; slow tests at others."""

pytestmark = [pytest.mark.oracle, needs_cases, needs_ncnn]


def run_our_reference(
    param: str, weights: str, inputs: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Import, infer shapes, run."""
    ctx = NcnncContext()
    shapes = {name: array.shape for name, array in inputs.items()}
    module = load_model_files(ctx, param, weights, shapes)
    InferShapesPass().apply(ctx, module)
    module.verify()
    return run_reference(module, ctx.weights, inputs)


def differences(cases: list[Case], folder: Path) -> list[str]:
    """A line for each case whose outputs differ from the wheel's."""
    return list(filter(None, (disagreement(case, folder, run_our_reference) for case in cases)))


@pytest.mark.parametrize("layer", cases_by_layer())
def test_sample_agrees_with_ncnn(layer: str, tmp_path: Path):
    assert differences(sample(cases_by_layer()[layer], SAMPLE), tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("layer", cases_by_layer())
def test_others_agree_with_ncnn(layer: str, tmp_path: Path):
    cases = cases_by_layer()[layer]
    seen = sample(cases, SAMPLE)
    assert differences([case for case in cases if case not in seen], tmp_path) == []
