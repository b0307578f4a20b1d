"""Extents of runs one after the other: the same again, others, and wrong ones between them."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim

from tests.helpers.dynamic_extents import SymbolicModel

pytestmark = pytest.mark.isa


def test_runs_of_the_same_and_of_other_extents(tmp_path: Path):
    model = SymbolicModel(tmp_path, "ReLU r 1 1 a y").compiled((Dim("T", 2, 5), 3))

    def check(rows: int) -> None:
        x = np.random.default_rng(rows).standard_normal((rows, 3), np.float32)
        np.testing.assert_array_equal(model(x), np.maximum(x, 0))

    for rows in (2, 2, 5, 5, 2):
        check(rows)
        with pytest.raises(ncnnc.NcnncError, match="out of the range"):
            model(np.zeros((6, 3), np.float32))
        with pytest.raises(ncnnc.NcnncError, match="float64"):
            model(np.zeros((rows, 3)))
        check(rows)
    np.testing.assert_array_equal(model(np.ones((2, 3), np.int32)), np.ones((2, 3)))
