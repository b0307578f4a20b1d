"""The wheel's interface has the defects that `docs/wheel-defects.md` tells, and ours does not."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tests.helpers.conformance import needs_ncnn

pytestmark = [pytest.mark.oracle, needs_ncnn]
COUNT = 33
"""Elements, one of which is behind the last whole vector."""
TINY = 6e-5
"""A float16 that has lost digits."""
PACKED = """
import numpy as np, {module} as ncnn
mat = ncnn.Mat(np.arange(32, dtype=np.float32).reshape(8, 2, 2)).clone()
np.array(ncnn.convert_packing(mat, 4))
"""


def last_of(module: str, cast: str, value: float, dtype: str) -> float:
    """Cast equal numbers; the last one."""
    ncnn: Any = import_module(module)
    source = ncnn.Mat(np.full(COUNT, value, np.float32)).clone()
    return np.array(getattr(ncnn, cast)(source)).view(dtype)[-1]


@pytest.mark.parametrize(
    ("cast", "value", "dtype", "wrong", "right"),
    [
        ("cast_float32_to_float16", TINY, "float16", 0, np.float16(TINY)),
        ("cast_float32_to_bfloat16", 1 + 2**-8, "uint16", 0x3F81, 0x3F80),
    ],
)
def test_casts_behind_the_last_vector(
    cast: str, value: float, dtype: str, wrong: float, right: float
):
    assert last_of("ncnn", cast, value, dtype) == wrong
    assert last_of("ncnnc.compat", cast, value, dtype) == right


@pytest.mark.parametrize("name", ["ncnn", "ncnnc.compat"])
def test_the_first_scale_is_for_one_axis(name: str):
    module: Any = import_module(name)
    values = np.array([1, 2, 3], np.float32)
    scales = module.Mat(np.array([1, 10, 20], np.float32)).clone()
    for array, wanted in ((values, values), (values.reshape(3, 1), [[1], [20], [60]])):
        result = module.quantize_to_int8(module.Mat(array).clone(), scales)
        np.testing.assert_array_equal(np.array(result), wanted)


def test_arrays_of_packed_mats():
    theirs, ours = (
        subprocess.run(
            [sys.executable, "-c", PACKED.format(module=module)], capture_output=True, timeout=60
        )
        for module in ("ncnn", "ncnnc.compat")
    )
    assert theirs.returncode not in (0, 1)
    assert ours.returncode == 1
    assert b"RuntimeError: numpy knows no elements" in ours.stderr
