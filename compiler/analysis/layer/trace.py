"""Follow a layer through the passes: the ops that represent it, and their text at each level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import CallOp
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ....dialects.context import NcnncContext
from ....dialects.kernel import KernelOp
from ....dialects.kernel.structure import ConcatBuffersOp, ViewOp
from ....dialects.main_function import find_main
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....passes.common.locations import layers_of
from ...pipeline.steps import Level
from .blobs import Blobs, blobs_of_layer
from .kernels import KernelUse, function_of, kernels_of_layer
from .ops import calls_of_layer, ops_of_layer, text_of_function, text_of_ops, with_places
from .schedule import Choices, OpChoices, scheduled_ops

COMPUTING = (NcnnOp, WeightOp, KernelOp, GenericOp, ConcatBuffersOp, CallOp)
"""Ops that can represent a layer; other ops are details of these."""


@dataclass(frozen=True)
class Form:
    """The ops that represent the layer after a pass has changed it."""

    pass_name: str
    """The pass, or `import`."""
    ops: tuple[tuple[str, tuple[str, ...]], ...]
    """Each op's name, with the other layers fused into it; empty if the layer is gone."""


@dataclass
class LayerTrace:
    """Observes the lowering of a model, and records one layer."""

    layer: str
    forms: list[Form] = field(default_factory=list[Form])
    """Forms of the layer, each different from the previous one."""
    texts: dict[Level, list[str]] = field(default_factory=dict[Level, list[str]])
    """Lines of IR by level."""
    blobs: Blobs = field(default_factory=Blobs)
    choices: Choices = field(default_factory=Choices)
    scheduled: list[OpChoices] = field(default_factory=list[OpChoices])
    kernels: list[KernelUse] = field(default_factory=list[KernelUse])
    is_input: bool = False
    """True if the layer is an argument of the graph."""

    def before_pass(self, a_pass: ModulePass, ctx: NcnncContext, module: ModuleOp) -> None:
        """Record the reasons of a pass before it runs."""
        self.choices.ask(a_pass, ctx, module)

    def after_pass(self, name: str, module: ModuleOp) -> None:
        """Record the ops that represent the layer, if they changed."""
        if Level.KERNELS in self.texts:
            return
        self.note(name, ops_of_layer(find_main(module), self.layer))

    def note(self, pass_name: str, ops: Sequence[Operation]) -> None:
        """Record the ops that represent the layer; weights only if there are no others."""
        ops = [op for op in ops if stands_for_layers(op)]
        ops = [op for op in ops if not isinstance(op, WeightOp)] or ops
        found = tuple((op_text(op), self.others(op)) for op in ops)
        if not self.forms or self.forms[-1].ops != found:
            self.forms.append(Form(pass_name if self.forms else Level.IMPORT.value, found))

    def others(self, op: Operation) -> tuple[str, ...]:
        return tuple(name for name in layers_of(op) if name != self.layer)

    def at_level(self, level: Level, module: ModuleOp) -> None:
        """Record the text of the layer at a level."""
        main = find_main(module)
        if level is Level.LOOPS:
            self.texts[level] = self.functions(module)
            return
        ops = ops_of_layer(main, self.layer)
        if level is Level.IMPORT:
            inputs = [arg for arg in main.body.block.args if self.layer in layers_of(arg)]
            self.is_input = bool(inputs)
            self.blobs = blobs_of_layer(ops, inputs)
            self.after_pass(level.value, module)
        if level is Level.SCHEDULED:
            self.scheduled = scheduled_ops(ops, self.choices)
        if level is Level.KERNELS:
            ops = with_places(ops)
            self.kernels = kernels_of_layer(module, self.layer)
        self.texts[level] = text_of_ops(main, ops)
        if level is Level.KERNELS:
            self.texts[level] += self.functions(module)

    def functions(self, module: ModuleOp) -> list[str]:
        """Return the text of the functions that compute the layer, each once."""
        calls = calls_of_layer(find_main(module), self.layer)
        found = dict.fromkeys(function_of(module, call) for call in calls)
        return [line for function in found for line in text_of_function(function)]


def stands_for_layers(op: Operation) -> bool:
    """Return whether an op represents layers; a view of memory is a detail of its user."""
    if isinstance(op, ViewOp):
        return isinstance(op.result.type, TensorType)
    return isinstance(op, COMPUTING)


def op_text(op: Operation) -> str:
    """Return the name of an op; for a call, of the function."""
    return f"call @{op.callee.string_value()}" if isinstance(op, CallOp) else op.name
