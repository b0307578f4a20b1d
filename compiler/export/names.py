"""Name layers and blobs in the file, as in the model that was read, and uniquely."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from ...dialects.main_function import input_names, output_names
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.split import SplitOp
from ...dialects.unique_names import UniqueNames
from ...passes.common.errors import layer_type_of
from ...passes.common.locations import layers_of
from ..diagnostics import ModelError
from ..format.records import MAX_NAME_BYTES

_UNWRITABLE = re.compile(r"[\s\x00-\x1f\x7f]")
"""Characters that a name in the text form cannot have."""
MAX_CUT_BYTES = MAX_NAME_BYTES - 8
"""Length to which longer names are cut, so that a number can follow. Units: bytes."""


def find_return(block: Block) -> ReturnOp:
    """Return the op that returns the function's results."""
    last = block.last_op
    assert isinstance(last, ReturnOp)  # verified
    return last


class _Names:
    """Unique names that are valid in a file."""

    def __init__(self) -> None:
        self.taken = UniqueNames("_")

    def __contains__(self, name: str) -> bool:
        return name in self.taken

    def take(self, name: str) -> str:
        """Return `name` made valid, with a number appended if it is taken."""
        name = _UNWRITABLE.sub("_", name) or "_"
        if _long(name):
            name = name.encode()[:MAX_CUT_BYTES].decode(errors="ignore")
        return self.taken.take(name)

    def reserve(self, name: str, what: str) -> str:
        """Return `name` unchanged. Raises: ModelError if it is taken or invalid in a file."""
        if not name or _long(name) or _UNWRITABLE.search(name):
            raise ModelError(f"a file cannot have {what} '{name}'")
        if name in self.taken:
            raise ModelError(f"{what} '{name}' has the name of another input or output")
        return self.taken.take(name)


def _long(name: str) -> bool:
    return len(name.encode()) > MAX_NAME_BYTES


class LayerNames:
    """
    Names layers by the first free name of their location, else by type; constants come last.
    """

    def __init__(self, main: FuncOp, read: Collection[SSAValue]):
        self.names: dict[Operation | BlockArgument, str] = {}
        self.taken = _Names()
        block = main.body.block
        blobs = input_names(main)
        for argument, blob in zip(block.args, blobs, strict=True):
            self.names[argument] = self._first_free([*layers_of(argument), blob])
        ops = [op for op in block.ops if isinstance(op, NcnnOp) and layers_of(op)]
        constants = [op for op in block.ops if isinstance(op, WeightOp) and op.output in read]
        for op in (*ops, *constants):
            self.names[op] = self._first_free([*layers_of(op), *_made_up(op)])
        splits = (op for op in block.ops if isinstance(op, SplitOp) and op not in self.names)
        for index, op in enumerate(splits):
            self.names[op] = self.taken.take(f"splitncnn_{index}")
        for op in block.ops:
            if isinstance(op, NcnnOp) and op not in self.names:
                self.names[op] = self._first_free(_made_up(op))

    def _first_free(self, candidates: list[str]) -> str:
        free = (name for name in candidates if name not in self.taken)
        return self.taken.take(next(free, candidates[0]))

    def of(self, owner: Operation | BlockArgument) -> str:
        """Return the layer name of an op, or of an argument's Input."""
        return self.names[owner]


def _made_up(op: Operation) -> list[str]:
    """Return names for a layer that has none: its first output's, and its type."""
    hint = op.results[0].name_hint if op.results else None
    return [*([hint] if hint else []), layer_type_of(op).lower()]


class BlobNames:
    """Names blobs, inputs and outputs first. Raises: ModelError if two of these share a name."""

    def __init__(self, main: FuncOp, blob_names: Mapping[str, str], layers: LayerNames):
        self.names: dict[SSAValue, str] = {}
        self.taken = _Names()
        self.blob_names = blob_names
        self.layers = layers
        block = main.body.block
        for value, name in zip(block.args, input_names(main), strict=True):
            self.names[value] = self.taken.reserve(name, "input")
        for value, name in zip(find_return(block).operands, output_names(main), strict=True):
            if self.names.get(value) != name:
                self.names[value] = self.taken.reserve(name, "output")
        # of several values with one hint, which rewrites leave, the last is the blob that was
        for value in [v for op in block.ops if op in layers.names for v in op.results][::-1]:
            name = blob_names.get(value.name_hint or "")
            if value not in self.names and name is not None and name not in self.taken:
                self.names[value] = self.taken.take(name)

    def of(self, value: SSAValue) -> str:
        if value not in self.names:
            hint = value.name_hint
            name = self.blob_names.get(hint, hint) if hint else self._made_up(value)
            self.names[value] = self.taken.take(name)
        return self.names[value]

    def _made_up(self, value: SSAValue) -> str:
        """Return a name derived from the value's op, as ncnn's tools name outputs of a Split."""
        assert isinstance(value, OpResult)  # arguments have names
        op = value.op
        if isinstance(op, SplitOp):
            return f"{self.of(op.input)}_splitncnn_{value.index}"
        name = self.layers.of(op)
        return name if len(op.results) == 1 else f"{name}_{value.index}"
