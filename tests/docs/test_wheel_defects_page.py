"""`docs/wheel-defects.md` has the defects that tests know of, and the wheel has them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ncnnc.runtime.system import here

from tests.generators.layer_cases.checking import (
    Oracle,
    Task,
    UndefinedError,
    Way,
    run_task,
    tolerance_of,
)
from tests.generators.layer_cases.defects import DEFECTS, Defect, Symptom, known_defect
from tests.generators.layer_cases.tolerance import difference
from tests.generators.wheel_defects_page import PAGE, page
from tests.helpers.conformance import needs_ncnn

UNDEFINED = {Symptom.CRASH: "ended with status", Symptom.UNWRITTEN: "nobody has written"}


def test_the_page_is_up_to_date():
    current = PAGE.read_text(encoding="utf-8")
    assert current == page(), "python -m tests.generators.wheel_defects_page brings it up to date"


@pytest.fixture(scope="module")
def wheel() -> Iterator[Oracle]:
    """A wheel in a process that may crash."""
    made = Oracle()
    yield made
    made.close()


@needs_ncnn
@pytest.mark.oracle
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.text)
def test_the_wheel_has_the_defect(defect: Defect, wheel: Oracle):
    if defect.cpu_flag and defect.cpu_flag not in here.kernel_flags():
        pytest.skip(f"the wheel shows it on CPUs with {defect.cpu_flag}")
    case = defect.example
    assert known_defect(case) is defect
    if defect.symptom in UNDEFINED:
        with pytest.raises(UndefinedError, match=UNDEFINED[defect.symptom]):
            wheel.results(case)
        return
    right = run_task(Task(case, Way.REFERENCE, ""))
    assert isinstance(right, dict), right
    assert difference(right, wheel.results(case), tolerance_of(case)) is not None
