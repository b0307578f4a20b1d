"""Generated weights in a file are those that are generated without one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from ncnnc.compiler.frontend.ncnn.random_weights_file import write_random_weights
from ncnnc.dialects.context import NcnncContext

from tests.helpers.importing import load_model_files

PARAM = """7767517
4 4
Input        data  0 1 data 0=8 1=8 2=3
Convolution  conv1 1 1 data conv1 0=4 1=3 4=1 5=1 6=108
BatchNorm    norm  1 1 conv1 norm 0=4
InnerProduct fc    1 1 norm prob 0=10 1=1 2=2560
"""


def test_round_trip(tmp_path: Path):
    param = tmp_path / "m.param"
    param.write_text(PARAM)
    write_random_weights(str(param), 5, {}, str(tmp_path / "m.bin"))
    generated, read = NcnncContext(), NcnncContext()
    load_model_files(generated, str(param), seed=5)
    load_model_files(read, str(param))
    for key in ("conv1.weight", "conv1.bias", "norm.variance", "fc.weight", "fc.bias"):
        np.testing.assert_array_equal(read.weights.get(key), generated.weights.get(key))
