"""Graphs are divided at the operators that do not convert, and compute the same."""

from __future__ import annotations

from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="needs PyTorch")
from ncnnc.compiler.pytorch.dividing import FEWEST_NODES, MOST_REFUSED, divide  # noqa: E402


class Network(torch.nn.Module):
    """Chains of additions, with operators between them that are called bad."""

    def __init__(self, bad: int, length: int = FEWEST_NODES):
        torch.nn.Module.__init__(self)
        self.bad, self.length = bad, length

    def forward(self, x: Any) -> Any:
        skip = x
        for _ in range(self.bad):
            for _ in range(self.length):
                x = torch.add(x, 1)
            x, y = torch.frexp(x)
            x = x + y
        return (torch.add(torch.add(torch.add(x, skip), 2), 3),)


def divided(module: Any, reason: str = "") -> tuple[Any, list[str], list[int], list[int]]:
    """Return the module, operators, lengths of compiled parts, and lengths that were tried."""
    compiled: list[int] = []
    tried: list[int] = []

    def length(graph: Any) -> int:
        return sum(node.op == "call_function" for node in graph.graph.nodes)

    def converts(graph: Any, given: Any) -> bool:
        tried.append(length(graph))
        assert len(graph(*given)) == len(graph.graph.output_node().args[0])
        return all(node.target is not torch.frexp for node in graph.graph.nodes)

    def compile(graph: Any) -> Any:
        compiled.append(length(graph))
        return graph

    graph = torch.fx.symbolic_trace(module)
    result, operators = divide(graph, [X], reason, converts, compile)
    return result, operators, compiled, tried


X = torch.rand(3, 4)


@pytest.mark.parametrize("reason", ["", "not supported: torch.frexp (line 7), torch.add (line 8)"])
def test_parts_that_convert_are_compiled(reason: str):
    module = Network(2)
    result, operators, compiled, _ = divided(module, reason)
    assert (operators, compiled) == (["frexp"], [3, 4, 4])
    torch.testing.assert_close(result(X), module(X))


def test_operators_that_the_reason_names_are_tried_alone():
    _, _, _, tried = divided(Network(1, 30), "at aten::frexp: crashed")
    assert sorted(tried) == [3, 4, 30]
    _, _, _, searched = divided(Network(1, 30))
    assert len(searched) < 10


def test_parts_that_are_too_short_stay():
    result, operators, compiled, _ = divided(Network(1, FEWEST_NODES - 1))
    assert (operators, compiled) == (["frexp"], [4])
    torch.testing.assert_close(result(X), Network(1, FEWEST_NODES - 1)(X))


def test_a_graph_of_bad_operators_stays_as_it_is():
    def module(x: Any) -> Any:
        return torch.frexp(x)

    assert divided(module) == (None, ["frexp"], [], [1])


def test_items_stay_with_their_sequence():
    def module(x: Any) -> Any:
        parts = torch.chunk(torch.add(torch.add(x, 1), 1), 2, 1)
        y = torch.frexp(parts[0])[0]
        return (torch.add(torch.add(torch.add(parts[0], parts[1]), y), 2),)

    result, _, compiled, _ = divided(module)
    assert compiled == [6, 3]
    torch.testing.assert_close(result(X), module(X))


def test_the_search_ends():
    module = Network(MOST_REFUSED + 3)
    result, _, compiled, _ = divided(module)
    assert compiled == [3] + [4] * (MOST_REFUSED - 1)
    torch.testing.assert_close(result(X), module(X))
