"""align_up, and the paddings that go by it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ncnnc.compiler.format.weights import padding
from ncnnc.dialects.alignment import align_up


@pytest.mark.requirement("W13")
@pytest.mark.parametrize(
    ("size", "alignment", "aligned"),
    [(13, 4, 16), (16, 4, 16), (17, 8, 24), (0, 4, 0), (1, 1, 1), (2**63 + 1, 64, 2**63 + 64)],
)
def test_examples(size: int, alignment: int, aligned: int):
    assert align_up(size, alignment) == aligned


@pytest.mark.requirement("W13")
@given(st.integers(0, 2**64), st.integers(0, 20))
def test_the_least_multiple_that_is_not_less(size: int, exponent: int):
    aligned = align_up(size, 1 << exponent)
    assert aligned % (1 << exponent) == 0
    assert size <= aligned < size + (1 << exponent)


@pytest.mark.requirement("W13")
@pytest.mark.parametrize("alignment", [-4, -1, 0, 3, 6, 12, 24])
def test_what_is_no_power_of_two_is_refused(alignment: int):
    with pytest.raises(ValueError, match=f"{alignment} is no power of two"):
        align_up(13, alignment)


@pytest.mark.requirement("W12")
@given(st.integers(0, 2**40))
def test_arrays_and_strings_of_files_are_padded_to_words(size: int):
    assert 0 <= padding(size) < 4
    assert (size + padding(size)) % 4 == 0
