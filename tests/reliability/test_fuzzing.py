"""
No model file, however damaged, does more than be refused.

A failure names its numbers: `python -m tests.generators.mutations --replay NUMBER` shows the model
(with `--tame` one of the second test).
"""

from __future__ import annotations

import os

import pytest

from tests.generators.mutations import TAME, WILD, mutant, seed_models
from tests.helpers.fuzzing import compile_and_run, fuzz, import_and_export
from tests.helpers.long_runs import rounds, tell

IMPORTED = rounds(150, 100_000)
COMPILED = rounds(10, 4_000)
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
