"""ncnn2table's file of scales."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.quantize.scales import LayerScales
from ncnnc.compiler.quantize.table_file import read_table, scales_of_table, table_text
from ncnnc.runtime.errors import NcnncError

from .models import CHAIN, CHAIN_ARRAYS, layers_of, random_arrays

OPTIONS = CompileOptions(CHAIN.encode(), random_arrays(CHAIN_ARRAYS))
NAMES = ("data", "conv1", "dw", "split", "left", "right", "sum", "pool", "fc")


def read(folder: Path, text: str | bytes) -> dict[str, LayerScales]:
    path = folder / "m.table"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return scales_of_table(read_table(path), layers_of(OPTIONS)[2], str(path), NAMES)


def test_scales_are_read_as_they_were_written(tmp_path: Path):
    values = np.random.default_rng(3).normal(size=8)
    scales = {
        "conv1": LayerScales(np.exp(values * 20).astype(np.float32), np.float32(1 / 3)),
        "fc": LayerScales(np.array([0, 1, 2, 3, 1e-20], np.float32), np.float32(1e9)),
    }
    found = read(tmp_path, table_text(scales))
    assert list(found) == ["conv1", "fc"]
    for name, expected in scales.items():
        assert found[name].input == expected.input
        np.testing.assert_array_equal(found[name].weight, expected.weight)
    assert table_text(found) == table_text(scales)


def test_the_file_is_ncnn2tables():
    scales = {"fc": LayerScales(np.array([1.5, 2], np.float32), np.float32(4))}
    assert table_text(scales) == b"fc_param_0 1.5 2.0\nfc 4.0\n"


def test_what_is_taken_out_or_missing_stays_float32(tmp_path: Path):
    text = "fc_param_0 1 2 3 4 5\n\n#conv1_param_0 1 2 3\n#conv1 0.5\n# a comment\nfc 2\n"
    assert list(read(tmp_path, text)) == ["fc"]


def test_lines_of_layers_without_int8_are_passed_over(tmp_path: Path):
    assert not read(tmp_path, "pool 1.0\n")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fc_param_0 1 2 3\nfc 1\n", ":1: error: 'fc_param_0' has 3 scales, the layer takes 5"),
        ("fc_param_0 1 2 3 4 5\n", ":1: error: layer 'fc' has no scale for its input"),
        ("fc 1\n", ":1: error: layer 'fc' has no scale for its weights"),
        ("fc 1\nfc 2\n", ":2: error: 'fc' stands on line 1 already"),
        ("fc x\n", ":1: error: the scales of 'fc' are no numbers"),
        ("fc\n", ":1: error: 'fc' has no scales"),
        ("fc inf\n", ":1: error: a scale of 'fc' is no finite positive number"),
        ("fc 1e39\n", ":1: error: a scale of 'fc' is no finite positive number"),
        (
            "fc 1e-40\n",
            ":1: error: a scale of 'fc' is no finite positive number, or its reciprocal",
        ),
        ("fc_param_0 1 2 3 4 5\nfc 0\n", ":2: error: the scale of 'fc' is 0"),
        ("conv2 1\n", "unknown layer of .*m.table 'conv2'; did you mean 'conv1'"),
        (b"\xff\xfe\x00", "is no table of scales: not a text file"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str | bytes, reason: str):
    with pytest.raises(NcnncError, match=reason):
        read(tmp_path, text)


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(NcnncError, match=r"no\.table: error: cannot be read: No such file"):
        read_table(tmp_path / "no.table")
