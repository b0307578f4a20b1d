"""
No model file, however damaged, does more than be refused.

A failure names its numbers: `python -m tests.generators.mutations --replay NUMBER` shows the model
(with `--tame` one of the second test).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.generators.mutations import TAME, WILD, mutant, seed_models
from tests.helpers.fuzzing import compile_and_run, fuzz, import_and_export
from tests.helpers.long_runs import LONG, rounds, tell

IMPORTED = rounds(100, 1_000_000)
COMPILED = rounds(10, 20_000)
COVERING, LEAST_COVERAGE = 5_000, 95
"""Models that reach so many of a hundred lines of the importer."""
ROOT = Path(__file__).parents[2]
FIRST = int(os.environ.get("NCNNC_FIRST_MUTANT", "0"))
"""The number to begin with: other runs try other models."""


def test_a_number_is_a_model():
    assert mutant(11) == mutant(11) != mutant(12)
    assert mutant(11, TAME) != mutant(11, WILD)
    assert len(seed_models()) > 200


def test_importer():
    tally = fuzz(import_and_export, range(FIRST, FIRST + IMPORTED))
    assert tally.failures == {}
    assert min(tally.counts["accepted"], tally.counts["refused"]) > IMPORTED / 10
    tell(f"importer, {tally}")


@pytest.mark.skipif(not LONG, reason="takes a minute; NCNNC_LONG=1 asks for it")
def test_lines_of_the_importer():
    command = [sys.executable, "-m", "tests.helpers.importer_coverage", str(COVERING)]
    report = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    total = float(report.split()[-1])
    tell(f"{total} % of the lines of the importer, by {COVERING} models")
    assert total >= LEAST_COVERAGE, report


@pytest.mark.isa
def test_compiler():
    tally = fuzz(compile_and_run, range(FIRST, FIRST + COMPILED))
    assert tally.failures == {}
    assert tally.counts["ran"] > COMPILED / 5
    tell(f"compiler, {tally}")


def crash(number: int) -> str:
    """A function that some models break."""
    if number == 2:
        os.abort()
    if number == 3:
        return "ValueError: 3"
    return "accepted"


def test_what_breaks_is_found():
    tally = fuzz(crash, range(5))
    assert tally.failures == {2: "the process ended with status -6", 3: "ValueError: 3"}
    assert tally.counts["accepted"] == 3
