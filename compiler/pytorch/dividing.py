"""Divide a graph of `torch.compile` at the operators that do not convert."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import getitem
from typing import Any

from ..frontend.pnnx.process import OPERATOR
from .tracing import import_torch

FEWEST_NODES = 3
"""Least number of nodes of a part that is worth its own compilation."""
MOST_REFUSED = 8
"""Largest number of operators to exclude; after that, PyTorch runs the rest."""
Converts = Callable[[Any, Sequence[Any]], bool]
"""Returns whether a graph converts, given its arguments."""


def divide(
    graph: Any,
    arguments: Sequence[Any],
    reason: str,
    converts: Converts,
    compiled: Callable[[Any], Any],
) -> tuple[Any, list[str]]:
    """
    Return a module of the parts of a graph, and the operators between those that convert:
    `compiled` makes a function of each that does. No module without such parts. `reason` says why
    the whole does not.

        conv, relu, fft, conv, relu   ->   compiled(conv, relu), fft, compiled(conv, relu)
    """
    calls = [node for node in graph.graph.nodes if node.op.startswith("call_")]
    nodes = [node for node in calls if not is_item(node)]
    values = values_of(graph, arguments)

    def converts_from(begin: int, end: int) -> bool:
        places = {node: (i >= begin) + (i >= end) for i, node in enumerate(nodes)}
        part = split(graph, places).submod_1
        return converts(with_tuple(part)[0], [values[name] for name in input_names(part)])

    refused = {nodes[place] for place in refused_places(nodes, reason, converts_from)}
    numbers = part_numbers(nodes, refused)
    kept = {number for number in numbers.values() if number % 2 == 0}
    module = split(graph, numbers)
    for number in kept:
        name = f"submod_{number}"
        setattr(module, name, part_module(getattr(module, name), compiled))
    operators = dict.fromkeys(operator_of(node) for node in nodes if node in refused)
    return (module if kept else None), list(operators)


def values_of(graph: Any, arguments: Sequence[Any]) -> dict[str, Any]:
    """Return the value of each node of a graph, by the node's name."""
    torch = import_torch()
    values: dict[str, Any] = {}

    class Recording(torch.fx.Interpreter):
        def run_node(self, n: Any) -> Any:
            values[n.name] = torch.fx.Interpreter.run_node(self, n)
            return values[n.name]

    with torch.no_grad():
        Recording(graph).run(*arguments)
    return values


def refused_places(
    nodes: Sequence[Any], reason: str, converts_from: Callable[[int, int], bool]
) -> set[int]:
    """Return the nodes that do not convert: first those named by the reason, then others."""
    named = {re.split(r"[.:]+", each)[-1] for each in OPERATOR.findall(reason)}
    refused = {
        place
        for place, node in enumerate(nodes)
        if operator_of(node) in named and not converts_from(place, place + 1)
    }
    for begin, end in pairwise(sorted({-1, *refused, len(nodes)})):
        refused |= bisected(begin + 1, end, converts_from)
    return refused


def bisected(begin: int, end: int, converts_from: Callable[[int, int], bool]) -> set[int]:
    """Return nodes that do not convert: the last of the fewest that do not together, and so on."""
    refused: set[int] = set()
    searches = 0
    while begin < end and not converts_from(begin, end):
        if searches == MOST_REFUSED:
            return refused | set(range(begin, end))
        searches += 1
        good, bad = begin, end
        while bad - good > 1:
            middle = (good + bad) // 2
            if converts_from(begin, middle):
                good = middle
            else:
                bad = middle
        refused.add(good)
        begin = bad
    return refused


def is_item(node: Any) -> bool:
    """Return whether a node takes an item of a result, which may be a sequence."""
    is_number = node.target is getitem and isinstance(node.args[1], int)
    return is_number and node.args[0].op.startswith("call_")


def operator_of(node: Any) -> str:
    """Return the name of an operator, without its module."""
    if node.target is getattr:
        return str(node.args[1])
    name = getattr(node.target, "__name__", str(node.target))
    return name.removeprefix("fft_")


def part_numbers(nodes: Sequence[Any], refused: set[Any]) -> dict[Any, int]:
    """Return the number of each node's part; parts with even numbers are compiled."""
    begins = [i for i, (a, b) in enumerate(pairwise(nodes), 1) if (a in refused) != (b in refused)]
    numbers: dict[Any, int] = {}
    number = 1
    for begin, end in pairwise([0, *begins, len(nodes)]):
        is_compiled = nodes[begin] not in refused and end - begin >= FEWEST_NODES
        number += number % 2 == is_compiled
        numbers |= dict.fromkeys(nodes[begin:end], number)
    return numbers


def split(graph: Any, numbers: Mapping[Any, int]) -> Any:
    """
    Return a module of modules `submod_0`, ... with the nodes of these numbers. An item is where
    the sequence is.
    """
    numbers = dict(numbers)
    for node in graph.graph.nodes:
        if is_item(node):
            numbers[node] = numbers[node.args[0]]
    passes = importlib.import_module("torch.fx.passes.split_module")
    return passes.split_module(graph, None, numbers.__getitem__, keep_original_order=True)


def input_names(graph: Any) -> list[str]:
    return [node.name for node in graph.graph.nodes if node.op == "placeholder"]


def with_tuple(graph: Any) -> tuple[Any, bool]:
    """Return a graph that returns a tuple, and whether it returned one value."""
    output = next(node for node in graph.graph.nodes if node.op == "output")
    is_single = not isinstance(output.args[0], tuple)
    if is_single:
        output.args = ((output.args[0],),)
        graph.recompile()
    return graph, is_single


def part_module(graph: Any, compiled: Callable[[Any], Any]) -> Any:
    """Return a module that runs the compiled form of a part."""
    torch = import_torch()
    graph, is_single = with_tuple(graph)
    run = compiled(graph)

    class Part(torch.nn.Module):
        def forward(self, *inputs: Any) -> Any:
            found = run(*inputs)
            return found[0] if is_single else found

    return Part()
