"""`ncnnc inspect --arrays`: where a `.bin` has what, down to the byte."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.format.weights import StorageTag

from tests.helpers.command_line import fails

PARAM = """7767517
7 7
Input data 0 1 data 0=5 1=5 2=3
Convolution c1 1 1 data a 0=3 1=1 5=1 6=9
Convolution c2 1 1 a b 0=3 1=1 6=9
Convolution c3 1 1 b c 0=3 1=1 5=1 6=9
Convolution c4 1 1 c d 0=3 1=1 6=9
MemoryData m 0 1 m 0=3
BinaryOp y 2 1 d m y 0=0
"""
LISTED = """
layer  array   from  tag         stored as  elements     to
c1     weight   0x0  0x00000000  float32           9   0x28
c1     bias    0x28              float32           3   0x34
c2     weight  0x34  0x01306b47  float16           9   0x4c
c3     weight  0x4c  0x0002c056  float32           9   0x74
c3     bias    0x74              float32           3   0x80
c4     weight  0x80  0x00000100  codebook          9  0x490
m      data   0x490              float32           3  0x49c
"""


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a model that stores arrays in four ways, the odd ones with padding."""
    monkeypatch.chdir(tmp_path)
    nine, three = (np.arange(count, dtype="<f4").tobytes() for count in (9, 3))
    halves = np.arange(9, dtype="<f2").tobytes() + b"\xee\xee"
    codebook = np.arange(256, dtype="<f4").tobytes() + bytes(range(9)) + b"\xee\xee\xee"
    tags = (StorageTag.PLAIN, StorageTag.FLOAT16, StorageTag.RAW, 0x100)
    plain, float16, raw, other = (struct.pack("<I", tag) for tag in tags)
    parts = plain, nine, three, float16, halves, raw, nine, three, other, codebook, three
    (tmp_path / "m.param").write_text(PARAM)
    (tmp_path / "m.bin").write_bytes(b"".join(parts))
    return tmp_path


@pytest.mark.requirement("W2", "W5")
def test_every_array_is_listed_with_its_place(model: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["inspect", "m.param", "--arrays"]) == 0
    listed, _, rest = capsys.readouterr().out.partition("\n\n")
    assert [line.split() for line in listed.splitlines()] == [
        line.split() for line in LISTED.strip().splitlines()
    ]
    assert rest == "read 1,180 of 1,180 bytes\n"


def test_a_file_that_is_cut_short_is_listed_up_to_there(
    model: Path, capsys: pytest.CaptureFixture[str]
):
    (model / "m.bin").write_bytes((model / "m.bin").read_bytes()[:0x40])
    assert cli.main(["inspect", "m.param", "--arrays"]) == cli.EXIT_INPUT
    out, err = capsys.readouterr()
    assert [line.split()[:2] for line in out.splitlines()[1:3]] == [
        ["c1", "weight"],
        ["c1", "bias"],
    ]
    assert "read 56 of 64 bytes" in out
    assert "m.bin:0x34: error: layer 'c2'" in err


def test_without_weights_there_is_nothing_to_list(model: Path, capsys: pytest.CaptureFixture[str]):
    (model / "m.bin").unlink()
    fails(["inspect", "m.param", "--arrays"], cli.EXIT_USAGE, "there is no .bin", capsys)
