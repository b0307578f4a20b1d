"""Tables of Embed stay as narrow as files have them."""

from __future__ import annotations

import struct
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.format.weights import StorageTag
from ncnnc.compiler.options.target import host_name
from ncnnc.dialects.target.products import F16, F32
from ncnnc.dialects.target.records import Target

from tests.helpers.model_files import ModelFiles

pytestmark = pytest.mark.isa

WORDS = np.array([3, 0, 9, 1], np.int32)
ROWS = [3, 0, 3, 1]


def files_of(tmp_path: Path, tag: StorageTag, table: np.ndarray, more: str, *rest) -> ModelFiles:
    stored = struct.pack("<I", tag) + table.tobytes()
    rows, width = table.shape
    text = f"Input x 0 1 x\nEmbed y 1 1 x y 0={width} 1={rows} 3={rows * width} {more}"
    return ModelFiles(tmp_path, text, np.frombuffer(stored, np.int8), list(rest))


def check(files: ModelFiles, expected: np.ndarray, most_bytes: int) -> None:
    model = ncnnc.compile(files.path("in.param"), files.path("in.bin"), inputs={"x": (4,)})
    np.testing.assert_array_equal(model(WORDS), expected)
    assert len(model.program.weights) < most_bytes


def test_int8(tmp_path: Path):
    table = np.random.default_rng(0).integers(-127, 128, (4, 500)).astype(np.int8)
    scale = np.float32(3)
    files = files_of(tmp_path, StorageTag.INT8, table, "18=1", [scale])
    check(files, table[ROWS] * (np.float32(1) / scale), 1.2 * table.nbytes)
    paths = [files.path(name) for name in ("in.param", "in.bin", "out.param", "out.bin")]
    ncnnc.optimize(*paths)
    assert Path(paths[3]).read_bytes() == Path(paths[1]).read_bytes()


def test_float16(tmp_path: Path):
    if not Target.parse(host_name()).converts(F16, F32):
        pytest.skip("converts no float16")
    table = np.random.default_rng(0).standard_normal((4, 500)).astype(np.float16)
    files = files_of(tmp_path, StorageTag.FLOAT16, table, "")
    check(files, table[ROWS].astype(np.float32), 1.2 * table.nbytes)
