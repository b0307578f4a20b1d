"""
Register functions that replace PyTorch's during a trace, and answer their queries of the trace.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from ..tracing import import_torch

Tensor = Any
MOVED = "moved_from"
"""The attribute of a permuted tensor: its source, and the order of its axes."""
STACKED = "stacked_of"
"""The attribute of a stack: its parts, and the axis."""
PART = "part_of"
"""The attribute of a part of a tensor: the tensor, and the index of the part."""
MOST_AXES = 4
"""Largest number of axes of a blob."""
SUBSTITUTES: dict[str, Callable[..., Any]] = {}
"""Functions by the name that PyTorch's have; they see PyTorch's own functions."""
WRITERS: list[Callable[[str, Sequence[Any], Any], Callable[..., Any] | None]] = []
"""Tell the function that stands for one that writes to its first argument, if any."""


def substitute(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function as a substitute for PyTorch's functions with these names."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        SUBSTITUTES.update(dict.fromkeys(names, function))
        return function

    return register


@contextmanager
def substituted() -> Generator[None]:
    """Use the substitutes in modules called within the context."""
    torch = import_torch()

    class Substituting(torch.overrides.TorchFunctionMode):
        def __torch_function__(
            self, function: Any, types: Any, args: Sequence[Any] = (), kwargs: Any = None
        ) -> Any:
            return chosen(function, args)(*args, **(kwargs or {}))

    with Substituting():
        yield


def chosen(function: Any, args: Sequence[Any]) -> Callable[..., Any]:
    """Return a substitute, or the function itself."""
    torch = import_torch()
    name = name_of(function)
    is_count = not any(torch.is_tensor(each) and each.ndim for each in tensors_of(args))
    if is_count and name not in OF_NUMBERS:
        return function
    for writer in WRITERS:
        found = writer(name, args, function)
        if found is not None:
            return found
    return SUBSTITUTES.get(name) or function


OF_NUMBERS = ("arange",)
"""Functions that have substitutes where no argument is a tensor with axes."""


def tensors_of(args: Sequence[Any]) -> list[Any]:
    """Return the arguments, and the elements of sequences among them."""
    found: list[Any] = []
    for arg in args:
        found += cast("Sequence[Any]", arg) if isinstance(arg, list | tuple) else [arg]
    return found


def name_of(function: Any) -> str:
    """Return the name of a function, of a property, or of an operator without its overload."""
    name = getattr(function, "__name__", "")
    if name == "__get__":
        return getattr(function.__self__, "__name__", "")
    return name.partition(".")[0]


@contextmanager
def untraced() -> Generator[None]:
    """Hide computations within the context from the trace."""
    functions = import_torch()._C
    state = functions._get_tracing_state()
    functions._set_tracing_state(None)
    try:
        yield
    finally:
        functions._set_tracing_state(state)


def constant(x: Tensor) -> Tensor | None:
    """Return a tensor as the trace's constant if no input decides it; None if one does."""
    functions = import_torch()._C
    if functions._get_tracing_state() is not None:
        nodes = [functions._get_value_trace(x).node()]
        seen: set[Any] = set()
        while nodes:
            node = nodes.pop()
            if node.kind() == "prim::Param":
                return None
            if node.kind() != "prim::GetAttr" and node not in seen:
                seen.add(node)
                nodes += [value.node() for value in node.inputs()]
    with untraced():
        return x.detach().clone()


def fixed(values: Any) -> Tensor:
    """Return a constant of the trace."""
    torch = import_torch()
    with untraced():
        return torch.as_tensor(values, dtype=torch.float32)
