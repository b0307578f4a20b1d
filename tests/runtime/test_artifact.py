"""The `.ncnnc` file: what is written is read, and damage of any kind is refused."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ncnnc.runtime import artifact
from ncnnc.runtime.errors import ArtifactError
from ncnnc.runtime.program import Program, Step
from ncnnc.runtime.tensors import TensorSpec

PROGRAM = Program(
    object_code=b"\x7fELF" + bytes(range(200)),
    weights=np.arange(1000, dtype=np.float32).tobytes(),
    arena_bytes=4096,
    workspace_bytes=128,
    inputs=(TensorSpec("data", (3, 8, 8)),),
    outputs=(TensorSpec("prob", (10,)), TensorSpec("boxes", (4, 2))),
    target="x86-avx2",
    features=("avx2", "fma", "f16c"),
    threads=2,
    steps=(Step("conv1", ("conv1", "relu1"), "winograd4", 1000, 200, "kernel_0"),),
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "m.ncnnc"
    artifact.write(path, PROGRAM)
    return path


def test_reads_what_was_written(file: Path):
    program = artifact.read(file)
    assert replace(program, weights=bytes(program.weights)) == PROGRAM
    assert list(file.parent.iterdir()) == [file]


def test_weights_are_an_aligned_read_only_view_of_the_file(file: Path):
    weights = artifact.read(file).weights
    assert isinstance(weights, memoryview)
    assert weights.readonly
    assert np.frombuffer(weights, np.uint8).ctypes.data % 64 == 0


def test_same_program_same_bytes(file: Path, tmp_path: Path):
    artifact.write(tmp_path / "again.ncnnc", PROGRAM)
    assert (tmp_path / "again.ncnnc").read_bytes() == file.read_bytes()


def test_program_without_weights(tmp_path: Path):
    artifact.write(tmp_path / "m.ncnnc", replace(PROGRAM, weights=b""))
    assert bytes(artifact.read(tmp_path / "m.ncnnc").weights) == b""


def test_every_changed_byte_is_refused(file: Path):
    good = file.read_bytes()
    for position in range(len(good)):
        bad = bytearray(good)
        bad[position] ^= 1 << (position % 8)
        file.write_bytes(bad)
        with pytest.raises(ArtifactError, match=r"m\.ncnnc: error: "):
            artifact.read(file)


def test_every_truncation_and_extension_is_refused(file: Path):
    good = file.read_bytes()
    for size in [*range(0, len(good), 61), len(good) - 1]:
        file.write_bytes(good[:size])
        with pytest.raises(ArtifactError, match="error: "):
            artifact.read(file)
    file.write_bytes(good + b"\0")
    with pytest.raises(ArtifactError, match="bytes long instead of"):
        artifact.read(file)


def test_other_version_is_refused_by_number(file: Path):
    data = bytearray(file.read_bytes())
    data[8] = 9
    file.write_bytes(data)
    with pytest.raises(ArtifactError, match="format version 9, but this ncnnc reads version 1"):
        artifact.read(file)


def test_other_files_are_refused(tmp_path: Path):
    path = tmp_path / "m.param"
    path.write_text("7767517\n" * 100)
    with pytest.raises(ArtifactError, match="not a compiled model"):
        artifact.read(path)
    with pytest.raises(OSError, match="No such file"):
        artifact.read(tmp_path / "missing.ncnnc")


def test_weights_digest_sees_damage_anywhere_in_several_blocks():
    generator = random.Random(1)
    data = bytearray(generator.randbytes(5 << 19))
    before = artifact.weights_digest(memoryview(data))
    for _ in range(50):
        position, other = generator.randrange(len(data)), generator.randrange(len(data))
        changed = bytearray(data)
        changed[position] ^= 0x80
        assert artifact.weights_digest(memoryview(changed)) != before
        a, b = position & ~7, other & ~7
        changed = bytearray(data)
        changed[a : a + 8], changed[b : b + 8] = data[b : b + 8], data[a : a + 8]
        assert a == b or artifact.weights_digest(memoryview(changed)) != before
    assert artifact.weights_digest(memoryview(data + b"\0" * 8)) != before


def test_failed_write_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch):
    before = file.read_bytes()

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        artifact.write(file, replace(PROGRAM, target="x86-64"))
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]
