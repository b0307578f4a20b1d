"""`kernel.copy`: less than a vector, a partial one at the end, more than one chunk."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.copy import CopyOp
from ncnnc.passes.loops.from_kernel.copy import CHUNK

from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa


@pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
@pytest.mark.parametrize("count", [1, 15, 16, 17, CHUNK - 1, CHUNK, 2 * CHUNK + 5])
def test_copies_all_elements_and_no_more(count: int, target: str):
    x = np.arange(count, dtype=np.float32)
    result = compile_kernel(CopyOp, [(count,)], (count, 1), {}, target=target)(x)
    np.testing.assert_array_equal(result[:, 0], x)
