"""`docs/wheel-defects.md` on the wheel with packing: the wheel computes so."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc import ModelError, compile

from tests.generators.wheel import PLAIN, model_files, run_wheel
from tests.helpers.conformance import needs_ncnn

WITH_PACKING = tuple(option for option in PLAIN if option != "use_packing_layout")


def files(one: int, other: int) -> tuple[bytes, dict[str, np.ndarray]]:
    """A sum of blobs of so many channels, and inputs that number these."""
    text = f"7767517\n3 3\nInput a 0 1 a 0=3 1=3 2={one}\nInput b 0 1 b 0=3 1=3 2={other}\n"
    inputs = {
        name: np.repeat(np.arange(count, dtype=np.float32) * step, 9).reshape(count, 3, 3)
        for name, count, step in (("a", one, 100), ("b", other, 1))
    }
    return f"{text}BinaryOp y 2 1 a b y\n".encode(), inputs


@needs_ncnn
@pytest.mark.oracle
def test_sum_of_unequal_channels_depends_on_packing():
    param, inputs = files(8, 24)  # both are packed by 8, with AVX-512, too
    plain = run_wheel(param, b"", inputs)["y"][:, 0, 0]
    np.testing.assert_array_equal(plain, 100 * np.minimum(range(24), 7) + np.arange(24))
    packed = run_wheel(param, b"", inputs, switched_off=WITH_PACKING)["y"][:, 0, 0]
    np.testing.assert_array_equal(packed, 100 * (np.arange(24) % 8) + np.arange(24))
    param, inputs = files(4, 6)
    assert run_wheel(param, b"", inputs)["y"].shape == (6, 3, 3)
    assert run_wheel(param, b"", inputs, switched_off=WITH_PACKING)["y"].shape == (24, 3, 3)


def test_such_a_sum_is_refused():
    with model_files(files(8, 16)[0], b"") as paths:
        with pytest.raises(ModelError, match=r"do not broadcast: what ncnn computes depends on"):
            compile(*paths, cache=False)
