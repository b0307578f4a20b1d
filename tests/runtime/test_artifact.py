"""The `.ncnnc` file: what is written is read, and damage of any kind is refused."""

from __future__ import annotations

import os
import random
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ncnnc.runtime import artifact
from ncnnc.runtime.artifact import writing
from ncnnc.runtime.errors import ArtifactError
from ncnnc.runtime.files.digest import section_digest
from ncnnc.runtime.model.program import Program, ProgramStep
from ncnnc.runtime.model.tensors import TensorSpec
from ncnnc.runtime.weights.base import LazyWeights, aligned_weights

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
    steps=(ProgramStep("conv1", ("conv1", "relu1"), "winograd4", 1000, 200, "kernel_0"),),
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "m.ncnnc"
    artifact.write(path, PROGRAM)
    return path


def as_array(program: Program) -> np.ndarray:
    """The weights of a program."""
    return np.frombuffer(aligned_weights(program.weights), np.uint8)


def test_reads_what_was_written(file: Path):
    program = artifact.read(file)
    assert replace(program, weights=bytes(program.weights)) == PROGRAM
    assert list(file.parent.iterdir()) == [file]


def test_weights_are_an_aligned_read_only_view_of_the_file(file: Path):
    weights = aligned_weights(artifact.read(file).weights)
    assert weights.readonly
    assert np.frombuffer(weights, np.uint8).ctypes.data % 64 == 0


def test_models_of_one_file_share_its_pages(file: Path, tmp_path: Path):
    first, second = (as_array(artifact.read(file)) for _ in range(2))
    assert first.ctypes.data == second.ctypes.data
    artifact.write(file, replace(PROGRAM, weights=bytes(4000)))
    after = as_array(artifact.read(file))
    assert not after.any()
    np.testing.assert_array_equal(first, np.frombuffer(PROGRAM.weights, np.uint8))


def test_lazy_weights_are_written_as_they_are_made(file: Path, tmp_path: Path):
    alive: list[weakref.ref] = []

    def make() -> Iterator[memoryview]:
        for start in range(0, 4000, 1000):
            assert all(piece() is None for piece in alive[:-1]), "pieces are kept"
            piece = np.frombuffer(PROGRAM.weights, np.uint8)[start : start + 1000].copy()
            alive.append(weakref.ref(piece))
            yield piece.data

    lazy = LazyWeights(4000, make)
    artifact.write(tmp_path / "lazy.ncnnc", replace(PROGRAM, weights=lazy))
    assert (tmp_path / "lazy.ncnnc").read_bytes() == file.read_bytes()
    assert len(alive) == 4


def test_lazy_weights_are_made_once_for_all_models():
    calls: list[int] = []

    def make() -> Iterator[memoryview]:
        calls.append(1)
        return iter([memoryview(b"ab"), memoryview(b"cde")])

    lazy = LazyWeights(5, make)
    views = [aligned_weights(lazy) for _ in range(2)]
    assert bytes(lazy) == bytes(views[0]) == b"".join(lazy.pieces()) == b"abcde"
    assert views[0] is views[1]
    assert views[0].readonly
    assert np.frombuffer(views[0], np.uint8).ctypes.data % 64 == 0
    assert len(calls) == 1


def test_same_program_same_bytes(file: Path, tmp_path: Path):
    artifact.write(tmp_path / "again.ncnnc", PROGRAM)
    assert (tmp_path / "again.ncnnc").read_bytes() == file.read_bytes()


def test_program_without_weights(tmp_path: Path):
    artifact.write(tmp_path / "m.ncnnc", replace(PROGRAM, weights=b""))
    assert bytes(artifact.read(tmp_path / "m.ncnnc").weights) == b""


@pytest.mark.slow
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
    data[8] = 11
    file.write_bytes(data)
    with pytest.raises(ArtifactError, match="format version 11, but this ncnnc reads version 10"):
        artifact.read(file)


def test_other_files_are_refused(tmp_path: Path):
    path = tmp_path / "m.param"
    path.write_text("7767517\n" * 100)
    with pytest.raises(ArtifactError, match="not a compiled model"):
        artifact.read(path)
    with pytest.raises(OSError, match="No such file"):
        artifact.read(tmp_path / "missing.ncnnc")
    os.mkfifo(tmp_path / "pipe.ncnnc")
    with pytest.raises(OSError, match="not a regular file, but a FIFO"):
        artifact.read(tmp_path / "pipe.ncnnc")


def weights_digest(data: memoryview, piece: int = 1 << 30) -> str:
    """The digest of weights that come in pieces of a size."""
    digest = section_digest("weights", len(data))
    for start in range(0, len(data), piece):
        digest.update(data[start : start + piece])
    return digest.hexdigest()


@pytest.mark.parametrize("piece", [1, 4099, (1 << 20) - 1, 1 << 20, 3 << 19, 5 << 19])
def test_weights_digest_is_the_same_for_any_pieces(piece: int):
    data = memoryview(random.Random(2).randbytes(10_007 if piece == 1 else (5 << 19) + 13))
    assert weights_digest(data, piece) == weights_digest(data)


def test_weights_digest_sees_damage_anywhere_in_several_blocks():
    generator = random.Random(1)
    data = bytearray(generator.randbytes(5 << 19))
    before = weights_digest(memoryview(data))
    for _ in range(50):
        position, other = generator.randrange(len(data)), generator.randrange(len(data))
        changed = bytearray(data)
        changed[position] ^= 0x80
        assert weights_digest(memoryview(changed)) != before
        a, b = position & ~7, other & ~7
        changed = bytearray(data)
        changed[a : a + 8], changed[b : b + 8] = data[b : b + 8], data[a : a + 8]
        assert a == b or weights_digest(memoryview(changed)) != before
    assert weights_digest(memoryview(data + b"\0" * 8)) != before


def test_failed_write_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch):
    before = file.read_bytes()

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        artifact.write(file, replace(PROGRAM, target="x86-64"))
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_a_header_that_describes_something_else_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    """One whose checksum is right: of another ncnnc, with the same version of the format."""
    encode = writing.encode_header

    def encode_another(*arguments: Any) -> bytes:
        return encode(*arguments).replace(b'"arena_bytes"', b'"arena_words"')

    program = artifact.read(file)
    monkeypatch.setattr(writing, "encode_header", encode_another)
    artifact.write(file, program)
    with pytest.raises(ArtifactError, match="its header lacks or adds something"):
        artifact.read(file)


SEVERAL = artifact.Contents(
    tuple(
        replace(
            PROGRAM, object_code=b"\x7fELF" + bytes(size), inputs=(TensorSpec("data", (size,)),)
        )
        for size in (100, 200, 300)
    ),
    dynamic=True,
)


@pytest.fixture
def file_of_several(tmp_path: Path) -> Path:
    path = tmp_path / "m.ncnnc"
    artifact.write_contents(path, SEVERAL)
    return path


def test_several_programs_share_their_weights(file: Path, tmp_path: Path):
    alone = len(file.read_bytes())
    artifact.write_contents(file, SEVERAL)
    contents = artifact.read_contents(file)
    programs = [replace(one, weights=bytes(one.weights)) for one in contents.programs]
    assert artifact.Contents(tuple(programs), contents.dynamic) == SEVERAL
    views = [as_array(one).ctypes.data for one in contents.programs]
    assert len(set(views)) == 1
    assert len(file.read_bytes()) - alone < len(PROGRAM.weights)


def test_programs_with_weights_of_their_own(tmp_path: Path):
    own = [bytes([value]) * 100 * value for value in (1, 2)]
    programs = (replace(PROGRAM, weights=weights) for weights in own)
    artifact.write_contents(tmp_path / "m", artifact.Contents(tuple(programs), dynamic=True))
    found = artifact.read_contents(tmp_path / "m").programs
    assert [bytes(program.weights) for program in found] == own
    assert all(as_array(program).ctypes.data % 64 == 0 for program in found)


def test_a_file_of_one_program_is_none_of_several(file: Path):
    assert artifact.read_contents(file).dynamic is False


@pytest.mark.parametrize("seed", range(5))
def test_damage_to_a_file_of_several_programs(file_of_several: Path, seed: int):
    data = file_of_several.read_bytes()
    dice = random.Random(seed)
    for _ in range(40):
        damaged = bytearray(data)
        damaged[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        file_of_several.write_bytes(damaged)
        with pytest.raises(ArtifactError, match=r"m\.ncnnc: error: "):
            artifact.read_contents(file_of_several)
    for size in (0, 10, len(data) // 2, len(data) - 1):
        file_of_several.write_bytes(data[:size])
        with pytest.raises(ArtifactError):
            artifact.read_contents(file_of_several)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"dynamic":true', b'"dynamic":null'),
        (b'"dynamic":true,', b'"dynamic":false,'),
        (b'"weights":[{', b'"weights":[7,{'),
        (b'"programs":[', b'"programs":[{},'),
    ],
)
def test_a_header_of_several_programs_that_describes_something_else(
    file_of_several: Path, monkeypatch: pytest.MonkeyPatch, old: bytes, new: bytes
):
    encode = writing.encode_header
    monkeypatch.setattr(writing, "encode_header", lambda *a: encode(*a).replace(old, new))
    artifact.write_contents(file_of_several, SEVERAL)
    with pytest.raises(ArtifactError, match=r"header lacks or adds|it has 3 programs"):
        artifact.read_contents(file_of_several)


@pytest.mark.parametrize("suffix", [".so", ".a", ".o"])
def test_a_model_is_not_saved_as_a_library(file: Path, suffix: str):
    other = file.with_suffix(suffix)
    with pytest.raises(ValueError, match=r"would be a library.*hint: ncnnc.compile_library"):
        artifact.write(other, artifact.read(file))
    assert not other.exists()
