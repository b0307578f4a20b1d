"""A layer with its parameters, weights and inputs, as the files and arrays that run it."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from xdsl.utils.str_enum import StrEnum

from ..network import Layer, Value, extent_params, param_text
from .draws import Draws
from .tolerance import Tolerance

PADDED_TO = 4
"""Bytes: what follows in the `.bin` starts at a multiple of this."""


class Storage(StrEnum):
    """Encoding of an array in the `.bin`. The first needs no tag; all others have one."""

    UNTAGGED = "untagged"
    FLOAT32 = "f32"
    FLOAT32_TAG = "f32 tag"
    FLOAT16 = "f16"
    TABLE = "table"
    INT8 = "int8"


TAGS = {
    Storage.FLOAT32: 0,
    Storage.FLOAT32_TAG: 0x0002C056,
    Storage.FLOAT16: 0x01306B47,
    Storage.TABLE: 1,
    Storage.INT8: 0x000D4B38,
}
TABLE_SIZE = 256


def padded(content: bytes) -> bytes:
    """With zeros up to where the next array starts."""
    return content + bytes(-len(content) % PADDED_TO)


@dataclass(frozen=True)
class Weight:
    """An array of the `.bin`."""

    array: np.ndarray
    storage: Storage = Storage.UNTAGGED

    def content(self) -> bytes:
        """The bytes of the file."""
        tag = TAGS.get(self.storage)
        start = b"" if tag is None else struct.pack("<I", tag)
        match self.storage:
            case Storage.FLOAT16:
                return start + padded(self.array.astype(np.float16).tobytes())
            case Storage.INT8:
                return start + padded(self.array.astype(np.int8).tobytes())
            case Storage.TABLE:
                return start + self._table()
            case Storage.UNTAGGED if self.array.dtype == np.int8:
                return padded(self.array.tobytes())
            case _:
                return start + self.array.astype(np.float32).tobytes()

    def _table(self) -> bytes:
        """Numbers from the least to the largest, and for each element which one is near it."""
        low, high = float(self.array.min()), float(self.array.max())
        table = np.linspace(low, high, TABLE_SIZE).astype(np.float32)
        nearest = np.abs(self.array.reshape(-1, 1) - table).argmin(axis=1).astype(np.uint8)
        return table.tobytes() + padded(nearest.tobytes())


def raw(array: np.ndarray) -> Weight:
    """An array without a tag."""
    return Weight(array)


def tagged(d: Draws, array: np.ndarray) -> Weight:
    """An array that says how it is stored."""
    options = (Storage.FLOAT32, Storage.FLOAT16, Storage.FLOAT32_TAG, Storage.TABLE)
    return Weight(array, d.choice((Storage.FLOAT32, *options)))


@dataclass(frozen=True)
class LayerCase:
    """One layer of a type; arrays are `c,d,h,w`."""

    layer: str
    inputs: tuple[np.ndarray, ...]
    params: Mapping[int, Value] = field(default_factory=dict)
    weights: tuple[Weight, ...] = ()
    tops: int = 1
    tolerance: Tolerance | None = None
    """If it is not that of the layer."""

    @property
    def input_arrays(self) -> dict[str, np.ndarray]:
        """Return the input arrays by name."""
        return {f"x{i}": array for i, array in enumerate(self.inputs)}

    @property
    def outputs(self) -> tuple[str, ...]:
        """Names of the outputs."""
        return tuple(f"y{i}" for i in range(self.tops))

    def layers(self, prefix: str = "") -> list[Layer]:
        """Return the Inputs and the layer; a prefix tells their blobs from other cases'."""
        arrays = {prefix + name: array for name, array in self.input_arrays.items()}
        sources = [Layer("Input", x, (), (x,), extent_params(arrays[x].shape)) for x in arrays]
        tops = tuple(prefix + name for name in self.outputs)
        return [*sources, Layer(self.layer, f"{prefix}layer", tuple(arrays), tops, self.params)]

    def param_text(self) -> str:
        """The `.param`."""
        return param_text(self.layers())

    def weight_bytes(self) -> bytes:
        """The `.bin`."""
        return b"".join(weight.content() for weight in self.weights)

    def rank(self, position: int = 0) -> int:
        """Rank of an input."""
        return self.inputs[position].ndim

    def param(self, id: int, default: int = 0) -> int:
        """The value of an integer parameter."""
        value = self.params.get(id, default)
        return value if isinstance(value, int) else default


Make = Callable[[Draws, str], LayerCase]


@dataclass(frozen=True)
class Generator:
    """Makes cases of one layer type."""

    layer: str
    make: Make
    tolerance: Tolerance

    def case(self, d: Draws) -> LayerCase:
        """The case of these choices. Raises: Unsuitable."""
        return self.make(d, self.layer)


class Registry(dict[str, Generator]):
    """Generators by layer type."""

    def add(self, tolerance: Tolerance, *layers: str) -> Callable[[Make], Make]:
        """Register a function for these layer types."""

        def register(make: Make) -> Make:
            for layer in layers:
                assert layer not in self, layer
                self[layer] = Generator(layer, make, tolerance)
            return make

        return register


GENERATORS = Registry()
"""Filled by the modules of `families`, which whoever checks cases imports."""
