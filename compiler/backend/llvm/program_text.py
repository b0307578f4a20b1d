"""
Print programs as LLVM IR: as one module, or as several to compile in parallel.

The division into modules depends only on the program, not on the number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from ....dialects.main_function import find_main
from ....dialects.target.attributes import machine_of
from .entry_points import print_entry_points
from .function_printer import FunctionPrinter
from .function_text import FunctionText
from .module_printer import module_text

MODULE_CHARACTERS = 150_000
"""Least size of a module: LLVM takes about 40 ms for it. Units: characters."""
MOST_MODULES = 64
VARIABLE, VARIABLE_ELSEWHERE = " = global ptr null", " = external global ptr"
"""Patterns of a variable's definition, and of its declaration in another module."""


def program_text(module: ModuleOp, attributes: str = "") -> str:
    """Print kernels, graph function and entry points, with `attributes` on all functions."""
    kernels, graph = printed_functions(module)
    return text_of([*kernels, graph], attributes)


def program_texts(module: ModuleOp, attributes: str = "") -> list[str]:
    """Print a program as several modules (one if it is small), the graph function in the last."""
    kernels, graph = printed_functions(module)
    *groups, last = groups_of(kernels)
    if not groups:
        return [text_of([*kernels, graph], attributes)]
    called = {kernel.declaration for group in groups for kernel in group}
    graph = FunctionText(graph.lines, graph.declarations | called)
    texts = [elsewhere(text_of([k.shared for k in group], attributes)) for group in groups]
    return [*texts, text_of([*last, graph], attributes)]


def printed_functions(module: ModuleOp) -> tuple[list[FunctionText], FunctionText]:
    """Return the kernels in order, and the other functions."""
    main, target = find_main(module), machine_of(module)
    kernels: list[FunctionText] = []
    for op in module.ops:
        assert isinstance(op, func.FuncOp)  # all at this level
        if op is not main:
            text = FunctionText([], set())
            FunctionPrinter(text.lines, text.declarations, target).function(op)
            kernels.append(text)
    return kernels, print_entry_points(main)


def groups_of(kernels: Sequence[FunctionText]) -> Iterator[Sequence[FunctionText]]:
    """Return the kernels in order, in groups that are worth a module; at least one group."""
    least = max(MODULE_CHARACTERS, sum(kernel.size for kernel in kernels) // MOST_MODULES + 1)
    start = size = 0
    for end, kernel in enumerate(kernels):
        if size >= least:
            yield kernels[start:end]
            start, size = end, 0
        size += kernel.size
    yield kernels[start:]


def text_of(functions: Sequence[FunctionText], attributes: str) -> str:
    lines = [line for function in functions for line in function.lines]
    declarations = {line for function in functions for line in function.declarations}
    return module_text(lines, declarations, attributes)


def elsewhere(text: str) -> str:
    """Return a module with declarations in place of definitions of variables."""
    return text.replace(VARIABLE, VARIABLE_ELSEWHERE)
