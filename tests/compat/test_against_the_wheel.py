"""Functions and objects of ncnn's, called with random arguments, against the wheel's."""

from __future__ import annotations

from typing import Any, cast

import ncnnc.compat
import numpy as np
import pytest

from tests.helpers.conformance import needs_ncnn
from tests.helpers.mat_calls import EXACT, ROUNDED, Call, plain
from tests.helpers.object_calls import OBJECTS
from tests.helpers.pixel_calls import PIXELS

CALLS = 16
"""Of each function."""
CLOSE = 1e-5
"""The largest difference of rounded results, as a part of the largest number."""

pytestmark = [pytest.mark.oracle, needs_ncnn]


def assert_same(ours: Any, theirs: Any, tolerance: float) -> None:
    """Compare results, arrays in lists included; without a tolerance bit by bit."""
    if isinstance(theirs, list):
        for one, other in zip(ours, cast("list[Any]", theirs), strict=True):
            assert_same(one, other, tolerance)
    elif isinstance(theirs, np.ndarray):
        assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
        if tolerance:
            assert np.abs(ours - theirs).max() <= tolerance * np.abs(theirs).max()
        else:
            assert ours.tobytes() == theirs.tobytes()
    else:
        assert ours == theirs


@pytest.mark.isa
@pytest.mark.parametrize("call", [*EXACT, *ROUNDED, *PIXELS], ids=lambda call: call.__name__)
def test_functions_of_mats(call: Call):
    ncnn: Any = pytest.importorskip("ncnn")
    for seed in range(CALLS):
        ours = plain(call(ncnnc.compat, np.random.default_rng(seed)))
        theirs = plain(call(ncnn, np.random.default_rng(seed)))
        assert_same(ours, theirs, CLOSE if call in ROUNDED else 0)


@pytest.mark.filterwarnings("ignore:a layer has no parameter")
@pytest.mark.parametrize("call", OBJECTS, ids=lambda call: call.__name__)
def test_objects(call: Call):
    ncnn: Any = pytest.importorskip("ncnn")
    for seed in range(8 * CALLS):
        ours, theirs = (call(where, np.random.default_rng(seed)) for where in (ncnnc.compat, ncnn))
        assert repr(ours) == repr(theirs), seed


@pytest.mark.parametrize("name", ["PixelType", "BorderType"])
def test_numbers_have_the_wheels_names(name: str):
    ncnn: Any = pytest.importorskip("ncnn")
    of_mat = name == "PixelType"
    places: list[Any] = [ncnnc.compat.Mat, ncnn.Mat] if of_mat else [ncnnc.compat, ncnn]
    ours, theirs = (
        {key: int(value) for key, value in getattr(place, name).__members__.items()}
        for place in places
    )
    assert ours == theirs


def test_options_have_the_wheels_defaults():
    ncnn: Any = pytest.importorskip("ncnn")
    theirs = ncnn.Option()
    names = [name for name in dir(theirs) if not name.startswith("_")]
    ours = {name: getattr(ncnnc.compat.Option(), name) for name in names}
    assert ours == {name: getattr(theirs, name) for name in names}


def test_the_machine_is_the_wheels():
    ncnn: Any = pytest.importorskip("ncnn")
    for name in ("avx", "avx2"):
        support = f"cpu_support_x86_{name}"
        assert bool(getattr(ncnnc.compat, support)()) == bool(getattr(ncnn, support)())
    assert ncnnc.compat.get_cpu_count() == ncnn.get_cpu_count()
    assert ncnnc.compat.get_physical_cpu_count() == ncnn.get_physical_cpu_count()
