"""Text that is shown as it comes, and stop texts that are not."""

from __future__ import annotations

import pytest
from text_stream import TextStream


def shown(text: str, stops: list[str], size: int) -> tuple[str, bool]:
    """Pass a text in pieces of a size, up to the stop."""
    stream = TextStream(stops)
    found = ""
    for start in range(0, len(text), size):
        found += stream.add(text[start : start + size])
        if stream.stopped:
            return found, True
    return found + stream.rest(), False


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_a_stop_text_ends_it_and_is_not_shown(size: int):
    assert shown("abc\n\n>>> def", ["\n>>> "], size) == ("abc\n", True)
    assert shown("abcabd", ["abd"], size) == ("abc", True)
    assert shown("aaab", ["aab"], size) == ("a", True)


@pytest.mark.parametrize("size", [1, 2, 100])
def test_what_only_begins_a_stop_text_is_shown(size: int):
    assert shown("abc\n>>", ["\n>>> "], size) == ("abc\n>>", False)
    assert shown("any text", [""], size) == ("any text", False)


def test_the_first_of_several_stop_texts():
    assert shown("one two three", ["three", "two"], 100) == ("one ", True)


def test_nothing_is_held_back_without_need():
    stream = TextStream(["END"])
    assert stream.add("the E") == "the "
    assert stream.add("ngine") == "Engine"
