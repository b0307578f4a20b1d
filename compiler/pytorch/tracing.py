"""Trace PyTorch's modules, and convert tensors to arrays."""

from __future__ import annotations

import importlib
import inspect
import warnings
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np

from ..diagnostics import ModelError, UsageError

INSTALL = "pip install 'ncnnc[torch]'"


def import_torch() -> Any:
    """Return torch. Raises: UsageError if it is not installed."""
    try:
        return importlib.import_module("torch")
    except ImportError:
        raise UsageError(f"PyTorch is not here; hint: {INSTALL}") from None


@contextmanager
def evaluating(module: Any) -> Generator[None]:
    """Put a module into inference mode, without gradients, and restore its mode afterwards."""
    torch = import_torch()
    modules: list[Any] = list(module.modules()) if isinstance(module, torch.nn.Module) else []
    was = [each.training for each in modules]
    for each in modules:
        each.training = False
    try:
        with torch.no_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what a trace fixes; `check` tells what matters
            yield
    finally:
        for each, training in zip(modules, was, strict=True):
            each.training = training


def traceable(module: Any, examples: Sequence[Any]) -> Any:
    """Return what can be called: of a program of torch.export its module, of a script a graph."""
    torch = import_torch()
    if isinstance(module, torch.jit.ScriptModule):
        return graph_of(module, examples)
    if isinstance(module, torch.export.ExportedProgram):
        return module.module()
    if not callable(module):
        kind = type(module).__name__
        hint = "a torch.nn.Module, a function or a torch.export.ExportedProgram"
        raise UsageError(f"from_torch takes a module, not {kind}; hint: {hint}")
    return module


def graph_of(script: Any, examples: Sequence[Any]) -> Any:
    """Return what a script runs for examples, as pnnx does not read branches and loops."""
    from_calls = importlib.import_module("torch.fx.experimental.proxy_tensor").make_fx
    try:
        with evaluating(script):
            graph = from_calls(script, pre_dispatch=True)(*examples)
    except Exception as error:
        raise ModelError(f"cannot be traced: {first_line(error)}", file="script") from None
    inputs = [node for node in graph.graph.nodes if node.op == "placeholder"]
    for node, argument in zip(inputs, script.forward.schema.arguments[1:], strict=False):
        node.target = argument.name
    graph.recompile()
    graph.__name__ = script.original_name
    return graph


def copied(examples: Sequence[Any]) -> list[Any]:
    """Return examples with tensors of their own: a module may write to its inputs."""
    torch = import_torch()

    def copy(leaf: Any) -> Any:
        return leaf.clone() if isinstance(leaf, torch.Tensor) else leaf

    return torch.utils._pytree.tree_map(copy, list(examples))


def write_trace(
    module: Any, examples: Sequence[Any], path: Path, is_marked: bool, states: list[Any]
) -> None:
    """Write a module as TorchScript. Raises: ModelError if it cannot be traced."""
    torch = import_torch()
    try:
        module = whole(module, is_marked, states)
        module = torch.jit.trace(module, tuple(examples), check_trace=False, strict=False)
        module.save(str(path))
    except Exception as error:
        raise ModelError(f"cannot be traced: {first_line(error)}", file=path.stem) from None


def whole(module: Any, is_marked: bool, states: list[Any]) -> Any:
    """
    Return a module around another, which has a tuple of all tensors of its result, and of
    `states` that calling it has filled.
    """
    torch = import_torch()

    class Whole(torch.nn.Module):
        def __init__(self) -> None:
            torch.nn.Module.__init__(self)
            self.module = module

        def forward(self, *inputs: Any) -> Any:
            given = [marked(each) for each in inputs] if is_marked else inputs
            states.clear()
            found = tensors_in(self.module(*given))
            found += [each for each in states if all(each is not other for other in found)]
            return found[0] if len(found) == 1 else tuple(found)

    return Whole()


def can_be_marked(examples: Sequence[Any]) -> bool:
    """Return whether a trace can mark the batch axis of its inputs for pnnx."""
    return any(pool_of(each) for each in tensors_in(examples))


def marked(tensor: Any) -> Any:
    """
    Pool windows of one element, if the batch is 1: the result is the same, and tells pnnx
    that the first axis is the batch, which it cannot know of other operators.
    """
    pool = pool_of(tensor)
    return pool(tensor, 1) if pool else tensor


def pool_of(tensor: Any) -> Any:
    """Return the function that pools what may have a batch of 1; None for other tensors."""
    pools = import_torch().nn.functional
    by_rank = {3: pools.max_pool1d, 4: pools.max_pool2d, 5: pools.max_pool3d}
    has_batch = tensor.shape[:1] == (1,) and tensor.is_floating_point()
    return by_rank.get(tensor.ndim) if has_batch else None


def first_line(error: Exception) -> str:
    """Return the type of an error of another package, and the first line of its text."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def input_names(module: Any, count: int) -> list[str]:
    """Return the names of the parameters that take the examples; `in0`, ... without any."""
    forward = getattr(module, "forward", module)
    try:
        parameters = inspect.signature(forward).parameters.values()
    except (TypeError, ValueError):
        parameters = ()
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    names = [each.name for each in parameters if each.kind in kinds]
    return [names[i] if i < len(names) else f"in{i}" for i in range(count)]


def tensors_in(value: Any) -> list[Any]:
    """
    Return the tensors of a result: a tensor, or sequences and mappings of such, in order. Complex
    numbers are pairs of real ones, in a last axis.
    """
    torch = import_torch()
    if isinstance(value, torch.Tensor):
        return [torch.view_as_real(value) if value.is_complex() else value]
    if hasattr(value, "view_as_real"):
        return [value.view_as_real()]
    if isinstance(value, Mapping):
        value = list(cast("Mapping[Any, Any]", value).values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [tensor for each in cast("Sequence[Any]", value) for tensor in tensors_in(each)]
    return []


def array_of(tensor: Any) -> np.ndarray:
    """Return the numbers of a tensor as float32 or integers; without a copy where it can be."""
    torch = import_torch()
    plain = tensor.detach().cpu()
    is_number = plain.dtype in (torch.int8, torch.uint8, torch.int32, torch.int64)
    return (plain if is_number else plain.to(torch.float32)).numpy()
