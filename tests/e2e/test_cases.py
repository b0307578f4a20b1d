"""Compiled layers compute what ncnn computes, on conformance cases and every kind of target."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.target.records import ISAS
from ncnnc.runtime.code.cpu import missing_features

from tests.helpers.conformance import (
    Case,
    cases_by_layer,
    disagreement,
    needs_cases,
    needs_ncnn,
    sample,
)

TARGETS = [name for name, isa in ISAS.items() if not missing_features(isa.features)]
"""Targets that this machine runs. Cases take turns: each layer meets all of them."""
SAMPLE = len(ISAS)
"""Cases of each layer that every run of the tests looks at, small ones; `-m slow` looks at all."""

pytestmark = [pytest.mark.isa, pytest.mark.oracle, needs_cases, needs_ncnn]


def differences(cases: list[Case], folder: Path) -> list[str]:
    """A line for each case whose outputs differ from ncnn's, with the target."""
    found: list[str] = []
    for i, case in enumerate(cases):
        target = TARGETS[i % len(TARGETS)]

        def compile_and_run(
            param: str, weights: str, inputs: dict[str, np.ndarray], target: str = target
        ) -> dict[str, np.ndarray]:
            shapes = {name: array.shape for name, array in inputs.items()}
            return ncnnc.compile(param, weights, target=target, inputs=shapes).run(inputs)

        if reason := disagreement(case, folder, compile_and_run):
            found.append(f"{target}: {reason}")
    return found


@pytest.mark.parametrize("layer", cases_by_layer())
def test_sample_computes_what_ncnn_computes(layer: str, tmp_path: Path):
    assert differences(sample(cases_by_layer()[layer], SAMPLE), tmp_path) == []


@pytest.mark.slow
@pytest.mark.usefixtures("only_if_asked")
@pytest.mark.parametrize("layer", cases_by_layer())
def test_all_compute_what_ncnn_computes(layer: str, tmp_path: Path):
    assert differences(cases_by_layer()[layer], tmp_path) == []
