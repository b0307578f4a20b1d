"""Compiled layers compute what ncnn computes, on conformance cases and every kind of target."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.target.records import ISAS
from ncnnc.runtime.cpu import missing_features

from tests.helpers.conformance import (
    Case,
    cases_by_layer,
    load_oracle,
    needs_cases,
    needs_ncnn,
    sample,
)

TARGETS = [name for name, isa in ISAS.items() if not missing_features(isa.features)]
"""Targets that this machine runs. Cases take turns: each layer meets all of them."""
SAMPLE = len(ISAS)
"""Cases of each layer that every run of the tests looks at, small ones; `-m slow` looks at all."""

pytestmark = [pytest.mark.isa, pytest.mark.oracle, needs_cases, needs_ncnn]


def compile_and_run(
    param: str, weights: str, inputs: dict[str, np.ndarray], target: str
) -> dict[str, np.ndarray]:
    shapes = {name: array.shape for name, array in inputs.items()}
    return ncnnc.compile(param, weights, target=target, inputs=shapes).run(inputs)


def differences(cases: list[Case], folder: Path) -> list[str]:
    """A line for each case whose outputs differ from ncnn's."""
    oracle = load_oracle()
    found: list[str] = []
    for i, case in enumerate(cases):
        param, weights, inputs, outputs = oracle.write_files(case, 0, str(folder))
        expected = oracle.run_ncnn(param, weights, inputs, outputs=outputs)
        target = TARGETS[i % len(TARGETS)]
        got = compile_and_run(param, weights, inputs, target)
        reason = oracle.compare(expected, got, case["eps"])
        if reason:
            found.append(f"{case['id']} {case['params']} on {target}: {reason}")
    return found


@pytest.mark.parametrize("layer", cases_by_layer())
def test_sample_computes_what_ncnn_computes(layer: str, tmp_path: Path):
    assert differences(sample(cases_by_layer()[layer], SAMPLE), tmp_path) == []


@pytest.mark.slow
@pytest.mark.usefixtures("only_if_asked")
@pytest.mark.parametrize("layer", cases_by_layer())
def test_all_compute_what_ncnn_computes(layer: str, tmp_path: Path):
    assert differences(cases_by_layer()[layer], tmp_path) == []
