"""
Models that are wrong, each in one way: their files, and what becomes of them.

The corpus beside the project has more of them where it exists (`shared_cases`).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

CORPUS = Path(__file__).parents[3] / "shared" / "cases" / "malformed.py"

LAYERS = (
    "Input data 0 1 data 0=8 1=8 2=3",
    "Convolution conv1 1 1 data conv1 0=4 1=3 4=1 5=1 6=108 9=1",
    "Pooling pool1 1 1 conv1 pool1 0=0 1=2 2=2",
    "Convolution conv2 1 1 pool1 conv2 0=8 1=1 5=1 6=32",
    "Pooling gap 1 1 conv2 gap 0=1 4=1",
    "InnerProduct fc 1 1 gap fc 0=10 1=1 2=80",
    "Softmax prob 1 1 fc prob 0=0",
)
INPUT_SHAPE = (3, 8, 8)
RAW = bytes(4)
"""The tag of float32 weights."""


@dataclass(frozen=True)
class MalformedModel:
    """The files of a model, and whether they have to be refused."""

    name: str
    param: bytes
    weights: bytes
    expectation: Literal["reject", "accept", "same", "bounded"] = "reject"


def numbers(count: int) -> bytes:
    """Weights of moderate size."""
    return (np.arange(count) * 37 % 101 / 100 - 0.5).astype(np.float32).tobytes()


def text(layers: tuple[str, ...] = LAYERS, count: object = None, blobs: object = None) -> bytes:
    """A `.param` of these lines; the counts of its head may be other than they are."""
    count = len(layers) if count is None else count
    blobs = len(layers) if blobs is None else blobs
    return "\n".join(("7767517", f"{count} {blobs}", *layers, "")).encode()


WEIGHTS = RAW + numbers(112) + RAW + numbers(40) + RAW + numbers(90)
GOOD = MalformedModel("good", text(), WEIGHTS, "accept")

REPLACED = {
    "magic": ("7767517", "7767518"),
    "nul in a name": ("pool1 1 1", "po\0l 1 1"),
    "unknown type": ("Pooling pool1", "Poolinj pool1"),
    "blob that nobody makes": ("1 1 conv1 pool1", "1 1 nobody pool1"),
    "blob that is made twice": ("pool1 conv2", "pool1 conv1"),
    "own output": ("1 1 conv1 pool1", "1 1 pool1 pool1"),
    "count of inputs negative": ("pool1 1 1", "pool1 -1 1"),
    "count of inputs huge": ("pool1 1 1", "pool1 2000000000 1"),
    "no output": ("prob 1 1 fc prob", "prob 1 0 fc"),
    "parameter without value": ("1=3 4=1", "1= 4=1"),
    "parameter without number": ("1=3 4=1", "=3 4=1"),
    "parameter number": ("9=1", "99=1"),
    "integer beyond 32 bits": ("0=4", "0=99999999999"),
    "word for an integer": ("0=4", "0=four"),
    "fraction for an integer": ("0=4", "0=4.5"),
    "nan for an integer": ("0=4", "0=nan"),
    "array too short": ("9=1", "9=2 -23310=4,0.1"),
    "array length negative": ("9=1", "9=2 -23310=-1"),
    "array length huge": ("9=1", "9=2 -23310=2147483647,0.1"),
    "no channels": ("0=4", "0=0"),
    "negative channels": ("0=4", "0=-4"),
    "no kernel": ("1=3 4=1", "1=0 4=1"),
    "kernel huge": ("1=3 4=1", "1=100000 4=1"),
    "no stride": ("1=3 4=1", "1=3 3=0 4=1"),
    "no dilation": ("1=3 4=1", "1=3 2=0 4=1"),
    "padding huge": ("4=1 5=1", "4=1000000000 5=1"),
    "window beyond the image": ("1=2 2=2", "1=99 2=2"),
    "too few weights": ("6=108", "6=54"),
    "weights negative": ("6=108", "6=-108"),
    "weights beyond the file": ("6=32", "6=2147483647"),
    "activation without slope": ("9=1", "9=2"),
    "activation unknown": ("9=1", "9=77"),
    "channels of the input": ("2=3", "2=5"),
    "input of 10^12 elements": ("0=8 1=8", "0=1000000 1=1000000"),
    "axis that is not there": ("Softmax prob 1 1 fc prob 0=0", "Softmax prob 1 1 fc prob 0=7"),
}
"""Text of the good model, and its replacement."""
OTHER_WEIGHTS = {
    "bin empty": b"",
    "bin ends early": WEIGHTS[:-30],
    "bin with more": WEIGHTS + bytes(64),
    "bin with an unknown tag": b"\1\2\3\4" + WEIGHTS[4:],
    "bin cut in float16": b"\x47\x6b\x30\x01" + numbers(112)[:101],
    "bin is the param": text(),
}


def own_cases() -> Iterator[MalformedModel]:
    """The good model, and each malformed one."""
    yield GOOD
    for name, (old, new) in REPLACED.items():
        assert old in text().decode(), name
        yield MalformedModel(name, text().replace(old.encode(), new.encode(), 1), WEIGHTS)
    for name, weights in OTHER_WEIGHTS.items():
        yield MalformedModel(name, text(), weights)
    yield MalformedModel("empty", b"", WEIGHTS)
    yield MalformedModel("ends in a layer", text()[:150], WEIGHTS)
    yield MalformedModel("no text", text().replace(b" pool1 1", b" \xff\xfe 1", 1), WEIGHTS)
    yield MalformedModel("count of layers negative", text(count=-1), WEIGHTS)
    yield MalformedModel("count of layers huge", text(count=2147483647), WEIGHTS)
    yield MalformedModel("count of layers too small", text(count=5), WEIGHTS)
    yield MalformedModel("count of layers too large", text(count=9), WEIGHTS)
    yield MalformedModel("count of blobs too small", text(blobs=2), WEIGHTS)
    yield MalformedModel("count of blobs no number", text(blobs="x"), WEIGHTS)
    yield MalformedModel("constant without shape", constant("MemoryData m 0 1 m"), b"")
    wraps = "MemoryData m 0 1 m 0=65536 1=65536 2=1"
    yield MalformedModel("elements beyond 32 bits", constant(wraps), numbers(16))


def constant(line: str) -> bytes:
    """A model that adds a constant."""
    return text(("Input data 0 1 data 0=8 1=8 2=3", line, "BinaryOp a 2 1 data m a 0=0"), blobs=4)


def shared_cases() -> list[MalformedModel]:
    """The corpus beside the project; nothing where it is absent."""
    if not CORPUS.exists():
        return []
    spec = importlib.util.spec_from_file_location("malformed", CORPUS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [MalformedModel(f"shared {case.name}", *case[1:]) for case in module.cases()]
