"""Errors are relative to the largest magnitude, and whatever is not comparable is infinite."""

from __future__ import annotations

import math

import numpy as np
import pytest
from ncnnc.compiler.analysis.relative_error import output_errors, relative_error

EXPECTED = np.array([-4.0, 0.001, 1.0], np.float32)


def test_error_is_relative_to_the_largest_magnitude():
    assert relative_error(EXPECTED + np.float32(0.02), EXPECTED) == pytest.approx(0.005, rel=1e-3)
    assert relative_error(EXPECTED, EXPECTED) == 0
    assert relative_error(np.zeros(3), np.zeros(3)) == 0
    assert relative_error(np.zeros((0, 6)), np.zeros((0, 6))) == 0


@pytest.mark.parametrize("special", [math.nan, math.inf, -math.inf])
def test_special_values_must_be_in_the_same_places(special: float):
    with_special = np.array([special, 1.0, 2.0])
    assert relative_error(with_special, with_special) == 0
    assert relative_error(np.array([0.0, 1.0, 2.0]), with_special) == math.inf
    assert relative_error(with_special, np.array([0.0, 1.0, 2.0])) == math.inf


def test_other_shapes_are_infinitely_far():
    assert relative_error(EXPECTED.reshape(3, 1), EXPECTED) == math.inf


def test_every_output_counts():
    first = {"a": EXPECTED, "b": EXPECTED}
    second = {"c": EXPECTED, "a": EXPECTED}
    assert output_errors(first, second) == {"a": 0, "b": math.inf, "c": math.inf}
