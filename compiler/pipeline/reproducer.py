"""Report a bug of the compiler as one error, with a file that reproduces it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from math import prod
from pathlib import Path
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import ModuleOp, TensorType, f32

from ...dialects.context import NcnncContext
from ...dialects.ncnn.internal.weight import WeightOp
from ...passes.common.constants import dense_weight
from ...passes.common.errors import OperationError
from ..diagnostics import InternalError, raise_interrupt_behind
from ..frontend.locations import model_error_from_pass
from .runner import NOT_OURS, BrokenPassError, PassRunner, instance_of, module_text
from .steps import PassStep, steps_text

ModuleSource: TypeAlias = Callable[[], tuple[ModuleOp, NcnncContext]]
"""Recreates the input of the first pass."""

MOST_ELEMENTS = 4096
"""Weights with more elements than this are written without values."""
PACKAGES = ("ncnnc", "xdsl", "llvmlite", "numpy")
PRINT_LLVM_IR = "-t llvm-ir"
"""Arguments with which `ncnnc-opt` prints loops as LLVM IR."""


@contextmanager
def bugs_reported(runner: PassRunner, source: ModuleSource) -> Generator[None]:
    """
    Turn exceptions of the runner's passes into errors for users.

    The IR before a pass is not kept: once a pass has failed, `source` and the passes before it are
    run again.

    Raises: ModelError for a model that a pass cannot compile; InternalError for a bug, naming the
    file that reproduces it.
    """
    try:
        yield
    except OperationError as e:
        raise model_error_from_pass(e) from e
    except BrokenPassError as last:
        raise_interrupt_behind(last)
        e = first_to_blame(runner, source, last)
        arguments = f"-p {shlex.quote(steps_text(e.steps))}"
        path = reproduce(runner, lambda: replay(source, runner.done), arguments, e.reason)
        raise InternalError(e.reason, path) from e


@contextmanager
def backend_bugs_reported(runner: PassRunner, module: ModuleOp, what: str) -> Generator[None]:
    """Report a bug of the backend. Raises: InternalError naming a file with the loops."""

    def source() -> tuple[ModuleOp, NcnncContext]:
        return module, runner.ctx

    try:
        yield
    except InternalError as e:
        raise InternalError(e.reason, reproduce(runner, source, PRINT_LLVM_IR, e.reason)) from e
    except NOT_OURS:
        raise
    except Exception as e:
        raise_interrupt_behind(e)
        reason = f"{what} failed: {type(e).__name__}: {e}"
        raise InternalError(reason, reproduce(runner, source, PRINT_LLVM_IR, reason)) from e


def first_to_blame(
    runner: PassRunner, source: ModuleSource, error: BrokenPassError
) -> BrokenPassError:
    """Find the first broken pass by running the passes again, verifying after each."""
    if not runner.unverified:
        return error
    module, ctx = source()
    again = PassRunner(ctx)
    for place, step in enumerate(runner.done):
        try:
            again.run_pass(module, step)
        except BrokenPassError as e:
            e.steps += (*runner.done[place + 1 :], *error.steps)
            del runner.done[place:]
            return e
    return error


def replay(source: ModuleSource, done: Sequence[PassStep]) -> tuple[ModuleOp, NcnncContext]:
    """Return the module after some passes."""
    module, ctx = source()
    for step in done:
        instance_of(step).apply(ctx, module)
    return module, ctx


def reproduce(runner: PassRunner, source: ModuleSource, arguments: str, reason: str) -> str | None:
    """Write the reproducer into the dump or a temporary folder; None if that fails."""
    try:
        module, ctx = source()
        path = new_path(runner.show.dump_dir)
        header = header_lines(path, arguments, reason)
        weights = inline_small_weights(module, ctx)
        lines = "".join(f"// {line}\n" for line in [*header, weights])
        path.write_text(lines + module_text(module, locations=True), encoding="utf-8")
    except Exception:
        return None
    return str(path)


def new_path(folder: str | None) -> Path:
    """Return the path of a file that does not exist yet."""
    import tempfile

    if folder is not None:
        Path(folder).mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(".mlir", "ncnnc-reproducer-", folder)
    os.close(handle)
    return Path(name)


def header_lines(path: Path, arguments: str, reason: str) -> list[str]:
    """Return the header: the command that reproduces the bug, its reason, and the versions."""
    import platform
    from importlib import metadata

    versions = [f"{name} {metadata.version(name)}" for name in PACKAGES]
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    return [
        f"ncnnc-opt {shlex.quote(str(path))} {arguments}",
        " ".join(reason.split()),
        ", ".join([*versions, machine]),
    ]


def inline_small_weights(module: ModuleOp, ctx: NcnncContext) -> str:
    """
    Write the values of small float32 weights into a module; return how many weights have none.

    Larger weights stay handles without arrays, which passes treat as unknown.
    """
    weights = [op for op in module.walk() if isinstance(op, WeightOp) and op.value is None]
    left = 0
    for op in weights:
        shape = op.output.type.get_shape()
        plain = op.output.type == TensorType(f32, shape)
        if not plain or prod(shape) > MOST_ELEMENTS or op.key.data not in ctx.weights:
            left += 1
            continue
        array = np.asarray(ctx.weights.get(op.key.data), np.float32).reshape(shape)
        op.properties["value"] = dense_weight(op.key.data, array).properties["value"]
    return f"of {len(weights)} weights, {left} have no values here"
