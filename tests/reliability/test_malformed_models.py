"""
Every verb that reads a model answers a malformed one with one line that says where it is wrong.

The line names file and line (of a `.bin` the offset); the exit status is 1, and nothing is written.
`inspect` has a line for each mistake. In a long run every verb gets all models, else only `run`.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli.main import EXIT_INPUT, main

from tests.helpers.long_runs import LONG, tell
from tests.helpers.malformed_models import (
    GOOD,
    INPUT_SHAPE,
    MalformedModel,
    own_cases,
    shared_cases,
)

pytestmark = pytest.mark.isa

VERBS = {
    "run": "run {param} {bin}",
    "compile": "compile {param} {bin} -o {out}.ncnnc",
    "compile to IR": "compile {param} {bin} -o {out}.mlir --emit-level graph",
    "optimize": "optimize {param} {bin} {out}.param {out}.bin",
    "quantize": "quantize {param} {bin} {out}.param {out}.bin --data {data}",
    "inspect": "inspect {param} {bin}",
    "inspect memory": "inspect {param} {bin} --memory",
    "bench": "bench {param} {bin} --seconds 0.01",
    "diff": "diff {param} {param} --first-weights {bin} --second-weights {bin}",
    "diff passes": "diff {param} --first-weights {bin} --bisect-passes",
}
PLACE = re.compile(r"model\.param:\d+: error: |model\.bin:0x[0-9a-f]+: error: ")
CASES = [*own_cases(), *shared_cases()]
WRONG_INPUTS = ("channels of the input", "window beyond the image")
"""Models with a wrong shape of the input and nothing else, which `optimize` warns of and drops."""
SHARE = 12
"""Of so many models a verb gets one, if it does not get all."""


def mistakes(
    case: MalformedModel, verb: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    """Return the mistakes in a verb's answer to a model."""
    folder.mkdir()
    files = {"param": "model.param", "bin": "model.bin", "data": "data.npy", "out": "out"}
    paths = {name: folder / file for name, file in files.items()}
    paths["param"].write_bytes(case.param)
    paths["bin"].write_bytes(case.weights)
    np.save(paths["data"], np.zeros((1, *INPUT_SHAPE), np.float32))
    there = sorted(folder.iterdir())
    status = main([word.format(**paths) for word in VERBS[verb].split()])
    shown = capsys.readouterr().err.splitlines()
    lines = [line for line in shown if not line.startswith("target: ")]
    if verb == "optimize" and case.name in WRONG_INPUTS:
        is_warned = any("warning: input 'data'" in line for line in lines)
        return [] if status == 0 and is_warned else [f"exit status {status}, no warning in {lines}"]
    if status == 0:
        return ["it is accepted"] if case.expectation == "reject" else []
    checks = {
        f"it is refused: {lines}": case.expectation != "accept",
        f"exit status {status}": status == EXIT_INPUT,
        f"{len(lines)} lines": len(lines) == 1 or (lines and verb == "inspect"),
        f"no place in {lines}": all(PLACE.search(line) for line in lines),
        "a file is left": sorted(folder.iterdir()) == there,
    }
    return [mistake for mistake, right in checks.items() if not right]


def test_the_good_model_is_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for verb in VERBS:
        assert mistakes(GOOD, verb, tmp_path / verb, capsys) == []


@pytest.mark.parametrize("verb", VERBS)
def test_malformed_models(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first = list(VERBS).index(verb) % SHARE
    cases = CASES if LONG or verb == "run" else CASES[first::SHARE]
    answers = {c.name: mistakes(c, verb, tmp_path / c.name, capsys) for c in cases}
    assert {name: found for name, found in answers.items() if found} == {}
    tell(f"{verb}: {len(cases)} of {len(cases)} models as expected")
