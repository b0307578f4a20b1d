"""ncnn itself computes the same from a model before and after `ncnnc optimize`."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest

from tests.helpers.conformance import (
    SMALL,
    Case,
    cases_by_layer,
    load_oracle,
    needs_cases,
    needs_ncnn,
    size,
)

pytestmark = [pytest.mark.oracle, needs_cases, needs_ncnn]

SUFFIXES = (".param", ".bin")
SAMPLE_STEP = 10
"""Of how many graphs one is looked at in every run of the tests; `-m slow` looks at all."""


def optimize(source: Path, target: Path, shapes: dict[str, tuple[int, ...]] | None) -> list[str]:
    """Optimize; the names of the passes that made a rewrite."""
    files = [str(path) + suffix for path in (source, target) for suffix in SUFFIXES]
    remarks = ncnnc.optimize(*files, inputs=shapes)
    return [remark.pass_name for remark in remarks if remark.reason is None]


def problem(case: Case, folder: Path, *, with_shapes: bool) -> str | None:
    """Return the problem of the optimized form of a case, if there is one."""
    oracle = load_oracle()
    param, weights, inputs, outputs = oracle.write_files(case, 0, str(folder))
    expected = oracle.run_ncnn(param, weights, inputs, outputs=outputs)
    shapes = {name: np.shape(array) for name, array in inputs.items()} if with_shapes else None
    once, twice = folder / "once", folder / "twice"
    optimize(Path(param).with_suffix(""), once, shapes)
    if again := optimize(once, twice, shapes):
        return f"{case['id']}: a second run still finds something: {again}"
    for suffix in SUFFIXES:
        files = [path.with_name(path.name + suffix) for path in (once, twice)]
        if files[0].read_bytes() != files[1].read_bytes():
            return f"{case['id']}: a second run changes the {suffix}"
    got = oracle.run_ncnn(f"{once}.param", f"{once}.bin", inputs)
    if set(got) != set(expected):
        return f"{case['id']}: outputs {sorted(got)}, not {sorted(expected)}"
    reason = oracle.compare(expected, got, case["eps"])
    return f"{case['id']}: {reason}" if reason else None


def problems(cases: list[Case], folder: Path) -> list[str]:
    """Return the problems of the cases; every other one is optimized without shapes."""
    found = (problem(case, folder, with_shapes=i % 2 == 0) for i, case in enumerate(cases))
    return [reason for reason in found if reason]


def test_sample_of_graphs(tmp_path: Path):
    assert problems(cases_by_layer()["Graph"][::SAMPLE_STEP], tmp_path) == []


@pytest.mark.slow
@pytest.mark.usefixtures("only_if_asked")
@pytest.mark.parametrize("layer", cases_by_layer())
def test_all_small_cases(layer: str, tmp_path: Path):
    small = [case for case in cases_by_layer()[layer] if size(case) <= SMALL]
    assert problems(small, tmp_path) == []
