"""expand-int8-embed: the same numbers, from the reference and from compiled code."""

from __future__ import annotations

import struct
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.format.weights import StorageTag

from tests.helpers.model_files import ModelFiles

TABLE = np.array([[1, -2, 127], [3, 4, -127], [5, 0, 7], [100, 9, 11]], np.int8)
SCALE = np.float32(3)


def test_same_numbers(run_passes):
    run = run_passes(
        """
        func.func @main(%x: tensor<5xf32>) -> tensor<5x2xf32> {
          %q = ncnn.weight <"q"> dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>
          %s = ncnn.weight <"s"> dense<[3.0]> : tensor<1xf32>
          %y = ncnn.embed %x, %q scale %s : tensor<1xf32> input_dim 2
            : tensor<5xf32>, tensor<2x2xi8> -> tensor<5x2xf32>
          func.return %y : tensor<5x2xf32>
        }""",
        "expand-int8-embed",
    )
    run.assert_identical()


@pytest.mark.isa
def test_a_table_of_a_file(tmp_path: Path):
    stored = struct.pack("<I", StorageTag.INT8) + TABLE.tobytes()
    text = "Input x 0 1 x\nEmbed y 1 1 x y 0=3 1=4 3=12 18=1"
    files = ModelFiles(tmp_path, text, np.frombuffer(stored, np.int8), [SCALE])
    words = np.array([3, 0, 9, 1], np.int32)
    expected = TABLE[[3, 0, 3, 1]] * (np.float32(1) / SCALE)
    model = ncnnc.compile(files.path("in.param"), files.path("in.bin"), inputs={"x": (4,)})
    np.testing.assert_array_equal(model(words), expected)
    ncnnc.optimize(
        files.path("in.param"),
        files.path("in.bin"),
        files.path("out.param"),
        files.path("out.bin"),
    )
    assert Path(files.path("out.bin")).read_bytes() == Path(files.path("in.bin")).read_bytes()
