"""
A model that can compute each of some layers in two ways, as its inputs say.

Beside every such layer stands its other form, and what the layer hands on is chosen by an input of
one element, a switch: 0 for the layer itself, 1 for the other. One program so tells the error of
any choice of layers:

    %f = ncnn.convolution %x, %w
becomes
    %o = ...                              (the other form, of %x and what is made of %w)
    %d = ncnn.binary_op sub %o, %f        (%f: as before)
    %y = %f + %switch * %d
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.context import NcnncContext
from ...dialects.main_function import find_main, input_names
from ...dialects.ncnn.shapes import tensor_type
from ...passes.decompose.building.replacement_builder import ReplacementBuilder
from ...runtime.sessions.compiled_model import CompiledModel
from ..driver.import_model import import_graph, make_context
from ..driver.lower import lower
from ..frontend.ncnn.blob_names import named_blobs
from ..frontend.shapes import infer_shapes
from ..options.compile_options import CompileOptions
from ..program.assemble import assemble
from .compared_values import compared_values, find_return
from .relative_error import LEAST_SCALE, Arrays

SWITCH, OUTPUT = "other form of ", "output "
"""Prefixes of the names of switches, and of the outputs on which errors are measured."""


class SwitchedModel:
    """
    The errors of any choice of layers in their other forms, on some samples.

    Errors are the largest difference of an output to that without other forms, relative to its
    largest magnitude, over all samples; the largest of all outputs. Instead of detections, of which
    there may be more or fewer, the blobs are compared that these are found in.
    """

    def __init__(
        self,
        options: CompileOptions,
        graph: tuple[ModuleOp, NcnncContext],
        layers: Sequence[str],
        samples: Sequence[Arrays],
    ):
        """Compiles a graph with switches of these layers. Raises: NcnncError."""
        self.layers = list(layers)
        self.samples = samples
        lowered = lower(replace(options, outputs=()), imported=lambda: graph)
        self.model = CompiledModel(assemble(lowered), options.threads)
        self.expected = [self._expected_run(sample) for sample in samples]
        self.largest = {
            name: max(float(np.abs(run[name]).max(initial=0)) for run in self.expected)
            for name in self.expected[0]
        }

    def error(self, switched: Sequence[str]) -> float:
        """The error of the model if these of its layers, and no others, have their other form."""
        return self.error_of(lambda sample: self.run(sample, switched))

    def error_of(self, run: Callable[[Arrays], Arrays]) -> float:
        """The error of any form of the model that names its outputs as this does."""
        errors = [0.0]
        for sample, expected in zip(self.samples, self.expected, strict=True):
            actual = run(sample)
            for name, array in expected.items():
                largest = float(np.abs(actual[name] - array).max(initial=0))
                errors.append(largest / max(self.largest[name], LEAST_SCALE))
        return max(errors)

    def run(self, sample: Arrays, switched: Sequence[str]) -> dict[str, np.ndarray]:
        """All outputs, of these layers in their other form."""
        switches = {
            f"{SWITCH}{name}": np.full(1, name in switched, np.float32) for name in self.layers
        }
        return self.model.run({**sample, **switches})

    def _expected_run(self, sample: Arrays) -> dict[str, np.ndarray]:
        outputs = self.run(sample, ())
        self.look_at(outputs)
        return {name: array for name, array in outputs.items() if name.startswith(OUTPUT)}

    def look_at(self, outputs: Arrays) -> None:
        """For subclasses: all outputs of a run without other forms."""


class SwitchedGraph:
    """The graph of a model, which gets a switch for each layer that is given another form."""

    def __init__(self, options: CompileOptions):
        """Import the model. Raises: NcnncError."""
        self.ctx = make_context()
        self.module = import_graph(options, self.ctx)
        infer_shapes(self.module, self.ctx)
        self.inputs = input_names(find_main(self.module))
        self.results = compared_results(self.module)
        self.measured: dict[str, SSAValue] = {}
        """Further results by name."""
        self.chosen: dict[SSAValue, SSAValue] = {}
        """Values that switches choose instead of results of layers."""

    @property
    def block(self) -> Block:
        """The layers."""
        return find_main(self.module).body.block

    def builder_after(self, op: Operation) -> ReplacementBuilder:
        """Return a builder behind a layer."""
        following = op.next_op
        assert following is not None  # the graph's return is the last
        return ReplacementBuilder(following, PatternRewriter(following))

    def add_switch(
        self,
        builder: ReplacementBuilder,
        layer: str,
        exact: SSAValue,
        build: Callable[[], SSAValue],
    ) -> SSAValue:
        """
        Let a switch choose for all users between a result, or what other switches choose for it,
        and what is built; return the difference of both.
        """
        result, exact = exact, self.chosen.get(exact, exact)
        switch = self.switch_of(layer)
        users = list(exact.uses)
        difference = builder.binary("sub", build(), exact)
        chosen = builder.binary("add", exact, builder.binary("mul", difference, switch))
        self.chosen[result] = chosen
        for use in users:
            use.operation.operands[use.index] = chosen
        self.results = {n: chosen if v is exact else v for n, v in self.results.items()}
        return difference

    def switch_of(self, layer: str) -> SSAValue:
        """Return the switch of a layer, which becomes an input."""
        name = f"{SWITCH}{layer}"
        if name in self.inputs:
            return self.block.args[self.inputs.index(name)]
        self.inputs.append(name)
        return self.block.insert_arg(tensor_type((1,)), len(self.block.args))

    def finished(self) -> tuple[ModuleOp, NcnncContext]:
        """Return the graph with its inputs and results."""
        rewrite_signature(self.module, self.inputs, self.results | self.measured)
        return self.module, self.ctx


def compared_results(module: ModuleOp) -> dict[str, SSAValue]:
    """Return the blobs on which errors are measured, by output name."""
    values = compared_values(find_return(module))
    return {f"{OUTPUT}{index}": value for index, value in enumerate(values)}


def rewrite_signature(
    module: ModuleOp, inputs: Sequence[str], results: Mapping[str, SSAValue]
) -> None:
    """Let the graph take its arguments by these names, and return these values by theirs."""
    main, returned = find_main(module), find_return(module)
    returned.detach()
    returned.erase()
    block = main.body.block
    block.add_op(ReturnOp(*results.values()))
    types = [value.type for value in results.values()]
    main.function_type = FunctionType.from_lists([argument.type for argument in block.args], types)
    main.arg_attrs = named_blobs(list(inputs), [{}] * len(inputs))
    main.res_attrs = named_blobs(list(results), [{}] * len(results))


def compile_compared(options: CompileOptions) -> CompiledModel:
    """Compile a model with the outputs that a switched one compares. Raises: NcnncError."""
    ctx = make_context()
    module = import_graph(options, ctx)
    infer_shapes(module, ctx)
    rewrite_signature(module, input_names(find_main(module)), compared_results(module))
    lowered = lower(replace(options, outputs=()), imported=lambda: (module, ctx))
    return CompiledModel(assemble(lowered), options.threads)
