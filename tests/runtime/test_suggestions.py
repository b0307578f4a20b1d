"""Did you mean."""

from __future__ import annotations

import pytest
from ncnnc.runtime.suggestions import MOST_COMPARED, did_you_mean, nearest


@pytest.mark.parametrize(
    ("word", "near"), [("date", "data"), ("data", "data"), ("prop", "prob"), ("xyz", None)]
)
def test_nearest(word: str, near: str | None):
    assert nearest(word, ["data", "prob"]) == near


def test_the_question():
    assert did_you_mean("date", ["data"]) == "did you mean 'data'?"
    assert did_you_mean("xyz", ["data"]) == ""


def test_too_many_names_are_not_compared():
    names = [f"name{number}" for number in range(MOST_COMPARED + 1)]
    assert nearest("name1", names[:-1]) == "name1"
    assert nearest("name1", names) is None
