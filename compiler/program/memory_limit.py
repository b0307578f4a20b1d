"""Limit the memory of a program: shrink weights to meet a limit, or refuse the model."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from ...dialects.element_types import aligned, buffer_bytes, element_bytes, element_of
from ...dialects.entry_points import ArgumentRole
from ...dialects.main_function import find_main
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...passes.kernels.bufferize import KEY_ATTRIBUTE
from ...runtime.files.input_files import shown_path
from ..diagnostics import ModelError, readable_size
from ..frontend.locations import model_error_from
from ..frontend.model_format import MAX_MEMORY_HINT
from ..option_values import size
from .assemble import argument_bytes

if TYPE_CHECKING:
    from ..options.compile_options import CompileOptions

EVERYTHING = 1 << 62
"""More bytes than any model's weights."""


def check_blobs(module: ModuleOp, most: int) -> None:
    """Raises: ModelError for a layer whose weights and results alone exceed `most` bytes."""
    weights = 0
    for op in find_main(module).body.block.ops:
        own = sum(tensor_bytes(v) for v in op.operands if isinstance(v.owner, WeightOp))
        weights += own
        results = 0 if isinstance(op, WeightOp) else sum(map(tensor_bytes, op.results))
        if own + results > most:
            raise model_error_from(op, needs("it", own + results, most), MAX_MEMORY_HINT)
        if weights > most:
            reason = needs("with its weights the model", weights, most)
            raise model_error_from(op, reason, MAX_MEMORY_HINT)


def check_program(module: ModuleOp, threads: int, most: int, name: str) -> None:
    """Raises: ModelError for a program, once bufferized, of more than `most` bytes."""
    taken = program_bytes(module, threads)
    if taken > most:
        file = shown_path(name)
        raise ModelError(needs("the model", taken, most), file=file, hint=MAX_MEMORY_HINT)


def needs(what: str, taken: int, most: int) -> str:
    """Return why a model is refused. Units: bytes."""
    needed = readable_size(taken, up=True)
    return f"{what} needs at least {needed} of memory, the most is {readable_size(most)}"


def tensor_bytes(value: SSAValue) -> int:
    """Return the size of a blob or weight; 0 if unknown. Units: bytes."""
    if not has_shape(value):
        return 0
    return prod(shape_of(value)) * element_bytes(element_of(value.type))


def program_bytes(module: ModuleOp, threads: int) -> int:
    """Return the bytes of weights, arena and workspaces of `threads`, at level `kernels`."""
    main = find_main(module)
    views = [op for op in main.body.block.ops if isinstance(op, memref.ViewOp)]
    weights = [view for view in views if KEY_ATTRIBUTE in view.attributes]
    workspace = argument_bytes(main, ArgumentRole.WORKSPACE)
    memory = argument_bytes(main, ArgumentRole.ARENA) + threads * workspace
    return memory + sum(aligned(buffer_bytes(view.result.type)) for view in weights)


@dataclass
class WeightSaving:
    """Finds by trial how many bytes of weights to save: smaller weights may need a larger arena."""

    options: CompileOptions
    bytes: int = 0
    step: int = 0
    """Increase over the previous trial."""
    last: int = EVERYTHING
    """Memory of the last tried program."""

    def fits(self, module: ModuleOp) -> bool:
        """Return whether a program fits; if not, save more. Raises: ModelError if impossible."""
        taken = program_bytes(module, self.options.most_threads)
        limit = size(self.options.memory_limit, "memory_limit")
        if taken <= limit:
            return True
        if self.bytes >= EVERYTHING:
            self.refuse(taken, limit)
        # Weights shrink by a layer's at a time: what brought nothing was too little more.
        self.step = taken - limit if taken < self.last else 2 * self.step
        self.bytes += self.step
        if self.bytes > taken:
            self.bytes = EVERYTHING
        self.last = taken
        return False

    def refuse(self, least: int, limit: int) -> None:
        """Raises: ModelError with the least memory that the model needs."""
        file = shown_path(self.options.name)
        if limit == self.options.allowed_bytes:
            raise ModelError(needs("the model", least, limit), file=file, hint=MAX_MEMORY_HINT)
        raise ModelError(
            f"needs at least {readable_size(least, up=True)} for weights, arena and workspace, "
            f"the limit is {readable_size(limit)}",
            file=file,
            hint="give --memory-limit more",
        )
