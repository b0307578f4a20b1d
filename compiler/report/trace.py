"""Follows all layers of a model through the passes in one compilation."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp
from xdsl.ir import BlockArgument, Operation
from xdsl.passes import ModulePass

from ...dialects.context import NcnncContext
from ...dialects.main_function import find_main
from ...passes.common.errors import layer_name
from ...passes.common.locations import layers_of
from ...passes.kernels.memory.liveness import LivePart, live_buffers
from ...passes.kernels.memory.placement import place_buffers
from ..analysis.layer.blobs import blobs_of_layer, described_value
from ..analysis.layer.kernels import KernelUse, kernel_use
from ..analysis.layer.ops import MarkingPrinter
from ..analysis.layer.schedule import Choices, scheduled_ops
from ..analysis.layer.trace import LayerTrace
from ..analysis.memory_use import MemoryWatcher, runs_kernel
from ..pipeline.steps import Level

Lines = list[tuple[str, tuple[str, ...]]]
"""Lines of IR, each with the layers that it is from."""


@dataclass(frozen=True)
class PlacedBuffer:
    """A buffer in the arena; the positions of its parts are numbers of kernels."""

    name: str
    layer: str
    offset: int
    parts: tuple[LivePart, ...]


@dataclass
class ModelTrace:
    """Looks on while a model is lowered, and keeps what concerns each of its layers."""

    layers: dict[str, LayerTrace] = field(default_factory=dict[str, LayerTrace])
    shapes: dict[str, str] = field(default_factory=dict[str, str])
    """Shapes of the blobs of the file, by name."""
    kernels: list[KernelUse] = field(default_factory=list[KernelUse])
    texts: dict[Level, Lines] = field(default_factory=dict[Level, Lines])
    """The graph's function at each level."""
    buffers: list[PlacedBuffer] = field(default_factory=list[PlacedBuffer])
    memory: MemoryWatcher = field(default_factory=MemoryWatcher)
    choices: Choices = field(default_factory=Choices)
    ctx: NcnncContext | None = None

    def before_pass(self, a_pass: ModulePass, ctx: NcnncContext, module: ModuleOp) -> None:
        """Keep the reasons of a pass that is about to choose."""
        self.ctx = ctx
        self.choices.ask(a_pass, ctx, module)
        self.memory.before_pass(a_pass, ctx, module)
        if a_pass.name == "plan-memory":
            self.buffers = placed_buffers(module)

    def after_pass(self, name: str, module: ModuleOp) -> None:
        """Note what stands for each layer, if that is something else than before."""
        if Level.KERNELS in self.texts:
            return
        found = ops_by_layer(module)
        for layer in found:
            self.layers.setdefault(layer, LayerTrace(layer))
        for layer, trace in self.layers.items():
            trace.note(name, found.get(layer, []))

    def at_level(self, level: Level, module: ModuleOp) -> None:
        """Keep the text of the module and what each layer is at a level."""
        main = find_main(module)
        if level is Level.IMPORT:
            self.after_pass(level.value, module)
            self.note_blobs(module)
        if level is Level.SCHEDULED:
            for layer, ops in ops_by_layer(module).items():
                self.layers[layer].scheduled = scheduled_ops(ops, self.choices)
        if level is Level.KERNELS:
            calls = [op for op in main.body.block.ops if isinstance(op, CallOp)]
            for index, call in enumerate(calls):
                kernel = kernel_use(module, call, index, len(calls))
                self.kernels.append(kernel)
                for layer in kernel.step.layers:
                    self.layers[layer].kernels.append(kernel)
        if level is not Level.LOOPS:
            self.texts[level] = lines_of_main(module)

    def note_blobs(self, module: ModuleOp) -> None:
        """Keep the blobs of each layer, and the shapes of all of the file."""
        main = find_main(module)
        for argument in main.body.block.args:
            for layer in layers_of(argument):
                trace = self.layers.setdefault(layer, LayerTrace(layer))
                trace.is_input, trace.blobs = True, blobs_of_layer([], [argument])
        for layer, ops in ops_by_layer(module).items():
            self.layers[layer].blobs = blobs_of_layer(ops)
        names = {} if self.ctx is None else self.ctx.blob_names
        results = (value for op in main.body.block.ops for value in op.results)
        for value in (*main.body.block.args, *results):
            name, _, shape = described_value(value).rpartition(" ")
            self.shapes[names.get(name[1:], name[1:])] = shape


def ops_by_layer(module: ModuleOp) -> dict[str, list[Operation]]:
    """The ops of the graph by the layers in their locations, in order."""
    found: dict[str, list[Operation]] = defaultdict(list)
    for op in find_main(module).body.block.ops:
        for layer in layers_of(op):
            found[layer].append(op)
    return found


def placed_buffers(module: ModuleOp) -> list[PlacedBuffer]:
    """The places that `plan-memory` is about to give, with lives in numbers of kernels."""
    block = find_main(module).body.block
    numbers: list[int] = []
    for op in block.ops:
        numbers.append((numbers[-1] if numbers else 0) + runs_kernel(op))
    buffers = live_buffers(block)
    placed: list[PlacedBuffer] = []
    for buffer, offset in zip(buffers, place_buffers(buffers).offsets, strict=True):
        parts = tuple(
            LivePart(part.start, part.end, numbers[part.first] - 1, numbers[part.last] - 1)
            for part in buffer.parts
        )
        name = buffer.alloc.memref.name_hint or ""
        placed.append(PlacedBuffer(name, layer_name(buffer.alloc), offset, parts))
    return placed


def lines_of_main(module: ModuleOp) -> Lines:
    """The text of the graph's function, each line with the layers of its op."""
    main = find_main(module)
    printer = MarkingPrinter()
    printer.print_op(main)
    text = printer.text.getvalue()
    owners: dict[int, Operation | BlockArgument] = {}
    number, at = 0, 0
    for op in main.body.block.ops:
        start, end = printer.spans[op]
        number += text.count("\n", at, start)
        last = number + text.count("\n", start, end)
        owners.update(dict.fromkeys(range(number, last + 1), op))
        number, at = last, end
    return [
        (line, layers_of(owners[place]) if place in owners else ())
        for place, line in enumerate(text.split("\n"))
    ]
