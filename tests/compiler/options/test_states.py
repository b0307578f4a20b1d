"""States as options."""

from __future__ import annotations

from typing import Any

import pytest
from ncnnc.compiler.options import words
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.runtime.errors import NcnncError


def options(**given: Any) -> CompileOptions:
    return CompileOptions("m", target="x86-avx2", **given)


def test_states_are_named_or_found():
    assert options(states="auto").states == {"auto": "auto"}
    assert options(states={"b": "b1", "a": "a1"}).states == {"a": "a1", "b": "b1"}
    assert options().states == {}
    assert words.state("a=a1") == ("a", "a1")
    assert words.state("auto") == ("auto", "auto")


def test_states_are_part_of_the_key():
    given: list[Any] = [{}, "auto", {"a": "a1"}, {"a": "a2"}]
    assert len({options(states=states).code_key for states in given}) == 4
    both = options(states={"a": "1", "b": "2"}), options(states={"b": "2", "a": "1"})
    assert both[0].code_key == both[1].code_key


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"states": ["a"]}, "states must be a mapping by name"),
        ({"states": {"a": 1}}, "the next value of state 'a' must be a string"),
        ({"states": "auto", "batch": 2}, "states and batches do not go together"),
    ],
)
def test_mistakes(given: dict[str, Any], reason: str):
    with pytest.raises(NcnncError, match=reason):
        options(**given)


@pytest.mark.parametrize("text", ["a", "a=", "=a1", ""])
def test_words_are_checked(text: str):
    with pytest.raises(NcnncError, match="is not of the form INPUT=OUTPUT"):
        words.state(text)
