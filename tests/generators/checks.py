"""Check in several ways that an optimized network computes the same as the original."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

import ncnnc
import numpy as np
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.export import param_text
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.optimizer import optimize_files
from ncnnc.compiler.options.code_options import CodeOptions
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.build import (
    build_pipeline,
    optimizer_steps,
)
from ncnnc.compiler.pipeline.runner import BrokenPassError, PassRunner
from ncnnc.compiler.pipeline.steps import FixedPoint, Level, Pipeline
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.passes.common.rounds import EndlessRoundsError
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.importing import load_model_files

from .network import Network
from .wheel import model_files, run_wheel

TOLERANCE = 1e-4
"""Largest difference, relative to the largest magnitude of an output."""

Arrays = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Failure:
    """The failure of a network, and the step after which it occurred."""

    kind: str
    step: str
    detail: str

    def __str__(self) -> str:
        return f"{self.kind} after {self.step}: {self.detail}"


class Failed(Exception):
    """Carries a failure out of a check."""

    def __init__(self, kind: str, step: str, detail: str):
        self.failure = Failure(kind, step, detail)
        super().__init__(str(self.failure))


def compare(expected: Arrays, found: Arrays, step: str) -> None:
    """Raises: Failed if the outputs differ in names, order, shape or value."""
    if list(expected) != list(found):
        raise Failed("outputs", step, f"{list(found)} instead of {list(expected)}")
    for name, array in expected.items():
        other = found[name]
        if array.shape != other.shape:
            detail = f"'{name}' has {list(other.shape)} instead of {list(array.shape)}"
            raise Failed("shape", step, detail)
        largest = float(np.abs(array).max(initial=0.0))
        error = float(np.abs(other - array).max(initial=0.0))
        if not error <= TOLERANCE * largest:
            detail = f"'{name}' is off by {error / largest:.1e} of its largest magnitude"
            raise Failed("values", step, detail)


@contextmanager
def crashes_at(step: str | Callable[[], str]) -> Iterator[None]:
    """Turn any other exception into a failure of this step, which may be known only then."""
    try:
        yield
    except Failed:
        raise
    except Exception as error:
        text = str(error).strip().splitlines() or [""]
        name = step if isinstance(step, str) else step()
        raise Failed("crash", name, f"{type(error).__name__}: {text[-1]}") from error


def outcome(check: Callable[[], None]) -> Failure | None:
    """The failure that a check ends with."""
    try:
        check()
    except Failed as error:
        return error.failure
    return None


# Against the reference ----------------------------------------------------------------------------


def imported(network: Network) -> tuple[NcnncContext, ModuleOp]:
    """A network as a module with shapes."""
    ctx = make_context()
    text, weights = network.param_text().encode(), network.weight_bytes()
    with crashes_at("import"):
        module = load_model_files(ctx, text, weights)
        infer_shapes(module, ctx)
        module.verify()
    return ctx, module


def graph_pipeline() -> Pipeline:
    """The passes of a compilation that work on the graph."""
    return build_pipeline(CodeOptions(target="x86-64")).until(Level.GRAPH)


def check_reference(network: Network, names: Sequence[str] = ()) -> Failure | None:
    """
    The optimizer's passes come to an end, and leave the module valid and the results as they were;
    so do, after them, those of a compilation.

    The failure names the first pass after which something was wrong. Of `names`, only these passes
    are run, and none of a compilation.
    """
    failure = None
    for every_step in (False, True):
        failure = outcome(lambda: ReferenceCheck(network, every_step).run(names))
        if failure is None:
            return None
    return failure


class ReferenceCheck:
    """One run of the passes on a network."""

    def __init__(self, network: Network, every_step: bool):
        self.network = network
        self.every_step = every_step
        self.ctx, self.module = imported(network)
        self.taken: list[str] = []
        on_change = self.after if self.every_step else None
        self.runner = PassRunner(self.ctx, progress=self.taken.append, on_change=on_change)
        self.expected = self.results("import")
        if list(self.expected) != list(network.outputs):
            found = list(self.expected)
            raise Failed("outputs", "import", f"{found} instead of {list(network.outputs)}")

    def run(self, names: Sequence[str]) -> None:
        """Raises: Failed at the step that is wrong."""
        self.rewrite(optimizer_steps(names))
        compare(self.expected, self.results("all rewrites"), "all rewrites")
        if not names:
            self.compile()
            compare(self.expected, self.results("compilation"), "compilation")

    def rewrite(self, steps: FixedPoint) -> None:
        """Round after round, until nothing changes."""
        with crashes_at(lambda: self.taken[-1]):
            try:
                self.runner.run_steps(self.module, (steps,))
            except BrokenPassError as error:
                if isinstance(error.__cause__, EndlessRoundsError):
                    raise Failed("no end", self.taken[-1], error.reason) from error
                raise

    def compile(self) -> None:
        """Apply the graph passes of a compilation."""
        with crashes_at(lambda: self.taken[-1]):
            self.runner.run(self.module, graph_pipeline())

    def after(self, step: str) -> None:
        """Compare the results after a step."""
        compare(self.expected, self.results(step), step)

    def results(self, step: str) -> Arrays:
        """Return the results of the module."""
        with crashes_at(step):
            return run_reference(self.module, self.ctx.weights, self.network.inputs)


# Compiled -----------------------------------------------------------------------------------------


def check_compiled(network: Network, names: Sequence[str] = ()) -> Failure | None:
    """Machine code for this processor computes what the reference does."""

    def check() -> None:
        ctx, module = imported(network)
        with crashes_at("reference"):
            expected = run_reference(module, ctx.weights, network.inputs)
        text, weights = network.param_text().encode(), network.weight_bytes()
        with crashes_at("compile"), model_files(text, weights) as (param_file, weights_file):
            model = ncnnc.compile(param_file, weights_file, target="host", cache=False)
            found = model.run(dict(network.inputs))
        compare(expected, found, "compile")

    return outcome(check)


# Written again, and run by ncnn -------------------------------------------------------------------


def check_exported(network: Network, names: Sequence[str] = ()) -> Failure | None:
    """
    The files that the optimizer writes load into ncnn, which computes what it did before, and the
    optimizer writes them again when it reads them.

    Both are run in a child process, which survives crashes of ncnn's.
    """
    return in_child(lambda: outcome(lambda: _export_and_run(network.without_sharing(), names)))


def _export_and_run(network: Network, names: Sequence[str]) -> None:
    text, weights = network.param_text().encode(), network.weight_bytes()
    with crashes_at("ncnn, original"):
        expected = run_wheel(text, weights, network.inputs, network.outputs)
    with crashes_at("optimize"):
        new_text, new_weights, outputs = optimized_files(text, weights, names)
    unread_inputs = set(network.inputs) & set(outputs)
    if set(network.outputs) | unread_inputs != set(outputs):
        raise Failed("outputs", "optimize", f"{outputs} instead of {network.outputs}")
    with crashes_at("ncnn, optimized"):
        found = run_wheel(new_text, new_weights, network.inputs, network.outputs)
    compare(expected, found, "optimize")
    with crashes_at("optimize again"):
        if optimized_files(new_text, new_weights, names) != (new_text, new_weights, outputs):
            raise Failed("not idempotent", "optimize again", "the files differ")


def optimized_files(
    text: bytes, weights: bytes, names: Sequence[str]
) -> tuple[bytes, bytes, tuple[str, ...]]:
    """The optimized `.param` and `.bin`, and the names of its outputs."""
    with model_files(text, weights) as (param_file, weights_file):
        model = optimize_files(CompileOptions(param_file, weights_file), only=names).exported
    layers = model.param.layers
    read = {blob for layer in layers for blob in layer.bottoms}
    outputs = tuple(blob for layer in layers for blob in layer.tops if blob not in read)
    return param_text(model.param), b"".join(model.bin), outputs


def check_without_shapes(network: Network, names: Sequence[str] = ()) -> Failure | None:
    """Files whose inputs have no shapes are optimized to some that compute the same."""

    def check() -> None:
        ctx, module = imported(network)
        expected = run_reference(module, ctx.weights, network.inputs)
        text, weights = network.without_input_shapes().param_text().encode(), network.weight_bytes()
        with crashes_at("optimize"):
            new_text, new_weights, _ = optimized_files(text, weights, names)
        with crashes_at("import again"):
            shapes = {name: array.shape for name, array in network.inputs.items()}
            module = load_model_files(ctx, new_text, new_weights, shapes)
            infer_shapes(module, ctx)
            found = run_reference(module, ctx.weights, network.inputs)
        compare(expected, {name: found[name] for name in expected if name in found}, "optimize")

    return outcome(check)


def in_child(check: Callable[[], Failure | None]) -> Failure | None:
    """The outcome of a check made by a child process; its death is a failure too."""
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)

    def answer(connection: Connection) -> None:
        silence_ncnn()
        connection.send(check())

    child = fork.Process(target=answer, args=(sender,))
    child.start()
    sender.close()
    try:
        return receiver.recv()
    except EOFError:
        child.join()
        return Failure("crash", "child process", f"it ended with status {child.exitcode}")
    finally:
        child.join()


def silence_ncnn() -> None:
    """Let what native code prints to standard error, such as advice on layers, go nowhere."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 2)


Check = Callable[[Network, Sequence[str]], Failure | None]

MODES: dict[str, Check] = {
    "reference": check_reference,
    "compiled": check_compiled,
    "exported": check_exported,
    "shapeless": check_without_shapes,
}
"""The ways to check a network, by name."""
