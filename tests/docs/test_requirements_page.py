"""`docs/requirements.md` is up to date, and every requirement has a test or a reason."""

from __future__ import annotations

from pathlib import Path

from tests.generators.requirements_page import PAGE, page
from tests.requirements import DOCUMENTS, ROWS
from tests.requirements.holders import Holder, holders

COUNTS = {"F": 21, "O": 10, "L": 26, "W": 35, "T": 19, "D": 23}
MARKED = """
import pytest

pytestmark = [pytest.mark.isa, pytest.mark.requirement("L1")]


@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.requirement("L2"))])
def test_parameters(x): ...


@pytest.mark.requirement("L3", "L4")
class TestClass:
    @pytest.mark.requirement("L5")
    def test_method(self): ...


def test_without(): ...
"""


def test_the_page_is_up_to_date():
    current = PAGE.read_text(encoding="utf-8")
    assert current == page(), "python -m tests.generators.requirements_page brings it up to date"


def test_every_row_is_there():
    numbers = [f"{key}{place}" for key, count in COUNTS.items() for place in range(1, count + 1)]
    assert list(ROWS) == numbers
    assert sum(len(document.rows) for document in DOCUMENTS) == len(numbers)


def test_marked_rows_exist():
    unknown = {number: list(map(str, tests)) for number, tests in holders().items()}
    for number in ROWS:
        unknown.pop(number, None)
    assert not unknown


def test_what_is_marked_are_tests():
    named = {holder.test.rsplit("::")[-1] for tests in holders().values() for holder in tests}
    assert not [name for name in named - {""} if not name.startswith(("test_", "Test"))]


def test_no_row_has_both_a_test_and_a_reason():
    held = holders()
    assert [number for number, row in ROWS.items() if row.waived and number in held] == []


def test_every_row_has_a_test_or_a_reason():
    held = holders()
    missing = [number for number, row in ROWS.items() if not row.waived and number not in held]
    assert not missing, f"neither a test nor a reason: {', '.join(missing)}"


def test_all_ways_to_mark_a_test_are_found(tmp_path: Path):
    tests = tmp_path / "tests"
    folder = tests / "filecheck" / "passes"
    folder.mkdir(parents=True)
    (tests / "test_marked.py").write_text(MARKED)
    (folder / "marked.mlir").write_text("// RUN: ncnnc-opt %s\n// REQUIREMENT: L6, L7\n")
    (folder / "marked.test").write_text("A text.\nREQUIREMENT: L7\n\nRUN: ncnnc targets\n")
    file, marked = "tests/test_marked.py", "tests/filecheck/passes/marked"
    assert holders(tests) == {
        "L1": [Holder(file)],
        "L2": [Holder(file, "test_parameters")],
        "L3": [Holder(file, "TestClass")],
        "L4": [Holder(file, "TestClass")],
        "L5": [Holder(file, "TestClass::test_method")],
        "L6": [Holder(f"{marked}.mlir")],
        "L7": [Holder(f"{marked}.mlir"), Holder(f"{marked}.test")],
    }
