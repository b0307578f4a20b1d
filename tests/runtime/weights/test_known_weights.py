"""Models on their way to other processes: what a pickle holds, and what they share there."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ncnnc.runtime import artifact
from ncnnc.runtime.artifact import Contents
from ncnnc.runtime.model.program import Program
from ncnnc.runtime.model.program_set import Interface, ProgramSet
from ncnnc.runtime.model.tensors import TensorSpec
from ncnnc.runtime.weights import known_weights
from ncnnc.runtime.weights.base import LazyWeights, aligned_weights
from ncnnc.runtime.weights.known_weights import KnownWeights, PartOfWeights

WEIGHTS = np.random.default_rng(0).integers(0, 256, 1 << 20, np.uint8)


def program_of(weights: np.ndarray, width: int = 8) -> Program:
    """A program with these weights, which is not run."""
    blobs = (TensorSpec("x", (width,)),), (TensorSpec("y", (width,)),)
    return Program(b"code", weights.tobytes(), 64, 0, *blobs, "x86-64", ())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A compiled model."""
    path = tmp_path / "m.ncnnc"
    artifact.write(path, program_of(WEIGHTS))
    return path


def address(program: Program) -> int:
    """Return the address of the weights in native code."""
    return np.frombuffer(aligned_weights(program.weights), np.uint8).ctypes.data


def sent(value: object) -> tuple[bytes, list[pickle.PickleBuffer]]:
    """A pickle, and the buffers beside it."""
    buffers: list[pickle.PickleBuffer] = []
    return pickle.dumps(value, 5, buffer_callback=buffers.append), buffers


def test_weights_go_beside_the_pickle_without_a_copy(file: Path):
    program = artifact.read(file)
    data, (buffer,) = sent(program)
    assert len(data) < 2000
    assert np.frombuffer(buffer.raw(), np.uint8).ctypes.data == address(program)


def test_the_file_is_mapped_where_it_is(file: Path):
    data, _ = sent(artifact.read(file))
    again = pickle.loads(data, buffers=[b"not needed"])
    assert address(again) == address(artifact.read(file))


@pytest.mark.parametrize("now", [None, "something else", "another model"])
def test_the_weights_are_those_of_the_pickle_where_the_file_is_not(file: Path, now: str | None):
    other = WEIGHTS[::-1]
    data = pickle.dumps(artifact.read(file))
    file.unlink()
    if now == "something else":
        file.write_text(now)
    elif now == "another model":
        artifact.write(file, program_of(other))
    assert bytes(pickle.loads(data).weights) == WEIGHTS.tobytes()


@pytest.mark.parametrize("protocol", [4, 5])
def test_weights_that_come_twice_are_there_once(protocol: int):
    data = pickle.dumps(program_of(WEIGHTS), protocol)
    alike = pickle.dumps(program_of(WEIGHTS, width=9), protocol)
    others = pickle.dumps(program_of(WEIGHTS[::-1]), protocol)
    first, second, third, fourth = map(pickle.loads, (data, data, alike, others))
    assert address(first) == address(second) == address(third) != address(fourth)
    assert bytes(fourth.weights) == WEIGHTS[::-1].tobytes()


def test_weights_that_nobody_uses_are_gone():
    again = pickle.loads(pickle.dumps(program_of(WEIGHTS[:64])))
    content = again.weights.content
    del again
    assert content not in known_weights._received


def test_aligned_buffers_are_used_where_they_are():
    data, (buffer,) = sent(program_of(WEIGHTS[:4096]))
    memory = aligned_weights(bytes(buffer.raw()))
    again = pickle.loads(data, buffers=[memory])
    assert address(again) == np.frombuffer(memory, np.uint8).ctypes.data
    assert aligned_weights(again.weights).readonly


def test_writable_buffers_become_read_only():
    data, (buffer,) = sent(program_of(WEIGHTS[:2048]))
    again = pickle.loads(data, buffers=[bytearray(buffer.raw())])
    assert aligned_weights(again.weights).readonly
    assert address(again) % 64 == 0


def test_no_weights_are_weights(tmp_path: Path):
    empty = program_of(WEIGHTS[:0])
    artifact.write(tmp_path / "empty.ncnnc", empty)
    for program in (empty, artifact.read(tmp_path / "empty.ncnnc")):
        assert bytes(pickle.loads(pickle.dumps(program)).weights) == b""


def test_programs_of_a_file_pickle_as_one(tmp_path: Path):
    path = tmp_path / "several.ncnnc"
    programs = [program_of(part, len(part)) for part in (WEIGHTS[:100], WEIGHTS[:300])]
    artifact.write_contents(path, Contents(tuple(programs), dynamic=True))
    found = artifact.read_contents(path).programs
    assert all(isinstance(program.weights, PartOfWeights) for program in found)
    data, buffers = sent(ProgramSet(Interface.of(found), found))
    assert len(buffers) == 1
    again = pickle.loads(data, buffers=buffers)
    assert list(map(address, again.programs)) == list(map(address, found))
    alone = pickle.loads(pickle.dumps(found[1]))
    assert bytes(alone.weights) == WEIGHTS[:300].tobytes()


def test_weights_are_made_to_be_sent():
    lazy = LazyWeights(64, lambda: iter([WEIGHTS[:64].data]))
    program = replace(program_of(WEIGHTS), weights=lazy)
    assert bytes(pickle.loads(pickle.dumps(program)).weights) == WEIGHTS[:64].tobytes()


PAGES = """
import pickle, sys
program = pickle.load(open(sys.argv[1], "rb"))
start = next(line for line in open("/proc/self/maps") if line.endswith(sys.argv[2] + "\\n"))
print(len(program.weights), start.split()[1])
"""


def test_another_process_maps_the_file(file: Path, tmp_path: Path):
    (tmp_path / "pickle").write_bytes(pickle.dumps(artifact.read(file)))
    command = [sys.executable, "-c", PAGES, str(tmp_path / "pickle"), str(file)]
    size, access = subprocess.check_output(command, text=True).split()
    assert (int(size), access) == (len(WEIGHTS), "r--s")


def test_content_is_that_of_the_bytes():
    first, second = KnownWeights(WEIGHTS.data), KnownWeights(WEIGHTS.copy().data)
    assert first.content == second.content != KnownWeights(WEIGHTS[1:].copy().data).content
