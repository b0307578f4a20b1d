"""Differences of results from the module's, and when they are errors."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc import ModelError
from ncnnc.compiler.pytorch.checking import check_differences, differences

A = np.array([[1, -4], [np.inf, np.nan]], np.float32)


def test_equal_and_rounded():
    found = differences([A, A[0]], [A.ravel(), A[0] + np.float32(1e-6)])
    assert found[0].largest == 0
    worst = check_differences(found, "net", "fp32")
    assert worst.output == 1
    assert str(worst).endswith("of 4.0e+00 (output 1)")


@pytest.mark.parametrize(
    "computed",
    [A + 1, A[0], np.zeros_like(A), A[::-1], np.full_like(A, np.nan)],
)
def test_far_off(computed: np.ndarray):
    with pytest.raises(ModelError, match=r"net: error: differs from the module by .*; hint: "):
        check_differences(differences([A], [computed]), "net", "fp32")


def test_precision_allows_more():
    found = differences([A], [A * np.float32(1.01)])
    check_differences(found, "net", "bf16")
    with pytest.raises(ModelError):
        check_differences(found, "net", "fp32")
