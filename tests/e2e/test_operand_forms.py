"""
Operands that may have several shapes: random cases have each of these, and compute what ncnn does.

The table is `tests/generators/layer_cases/operand_forms.py`. The reference runs every row, compiled
code one of eight (`NCNNC_LONG=1`: all).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.generators.layer_cases.case import GENERATORS
from tests.generators.layer_cases.checking import TARGETS, Checker, Kind, Way
from tests.generators.layer_cases.operand_forms import FORMS, Form
from tests.generators.layer_cases.running import draw
from tests.helpers.conformance import needs_ncnn
from tests.helpers.long_runs import LONG

COMPILED_OF = 1 if LONG else 8
"""Of so many rows one is compiled."""


def test_random_cases_have_every_form():
    assert [form.name for form in FORMS if form.seed() is None] == []


def test_rows_differ():
    assert len({form.name for form in FORMS}) == len(FORMS)


@pytest.fixture(scope="module")
def checkers() -> Iterator[dict[bool, Checker]]:
    """For the reference alone, and with compiled code."""
    made = {False: Checker((Way.REFERENCE,)), True: Checker((Way.REFERENCE, Way.COMPILED))}
    yield made
    for checker in made.values():
        checker.close()


@pytest.mark.isa
@pytest.mark.oracle
@needs_ncnn
@pytest.mark.parametrize("layer", sorted({form.layer for form in FORMS}))
def test_every_form_is_computed_as_by_ncnn(layer: str, checkers: dict[bool, Checker]):
    for index, form in enumerate(FORMS):
        if form.layer == layer:
            check(form, index, checkers[index % COMPILED_OF == 0])


def check(form: Form, index: int, checker: Checker) -> None:
    """The case of a row: the wheel, and what we make of it."""
    seed = form.seed()
    assert seed is not None, form.name
    case = draw(GENERATORS[form.layer], seed)[1]
    outcome = checker.outcome(case, TARGETS[index % len(TARGETS)])
    assert outcome.kind is Kind.SAME, f"{form.name}: {outcome.kind}, {outcome.detail}"
