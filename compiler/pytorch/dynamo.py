"""The backend of `torch.compile`: graphs that convert run compiled, others stay PyTorch's."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ...runtime.errors import NcnncError
from ...runtime.sessions.compiled_model import CompiledModel
from .from_torch import compile_module
from .tracing import first_line, import_torch, tensors_in

LOG = logging.getLogger("ncnnc.torch")
"""Says at level INFO which graphs run compiled, and at WARNING which do not, and why."""
STATIC = "_dynamo_static_input_type"
"""The mark of parameters and buffers among the inputs of a graph."""


class Specialised(NamedTuple):
    """A graph compiled for some shapes."""

    model: CompiledModel
    places: Sequence[int]
    """Places of the arguments that the model's inputs are."""
    outputs: Sequence[tuple[Any, Any]]
    """Shapes and types of the results."""

    def run(self, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """Run on tensors; they are read, and results made, without copies."""
        torch = import_torch()
        pairs = zip(self.places, self.model.inputs, strict=True)
        arrays = [arguments[place].detach().numpy().reshape(spec.shape) for place, spec in pairs]
        found = self.model(*arrays)
        results = found if isinstance(found, tuple) else (found,)
        return tuple(
            torch.from_numpy(array).reshape(shape).to(dtype)
            for array, (shape, dtype) in zip(results, self.outputs, strict=True)
        )


class CompiledGraph:
    """
    A graph of `torch.compile`, compiled for each new set of shapes when it is first called.

    Parameters and buffers become weights: with others, after they change, and while gradients are
    wanted, the graph runs in PyTorch.
    """

    def __init__(self, graph: Any, static: Sequence[bool], options: Mapping[str, Any]):
        self.graph, self.options = graph, options
        self.name = f"graph of {len(graph.graph.nodes)} nodes"
        self.weights = [place for place, is_weight in enumerate(static) if is_weight]
        self.given = [place for place, is_weight in enumerate(static) if not is_weight]
        self._weights: list[Any] | None = None
        """Those that are compiled in: held, so that no other tensor takes their memory."""
        self._states: list[tuple[int, int]] = []
        self._known: dict[object, Specialised | None] = {}

    def __call__(self, *arguments: Any) -> Any:
        torch = import_torch()
        weights = [arguments[place] for place in self.weights]
        given = [arguments[place] for place in self.given]
        if torch.is_grad_enabled() and any(each.requires_grad for each in tensors_in(arguments)):
            self._refuse("gradients", "gradients are wanted; hint: torch.no_grad()")
            return self.graph(*arguments)
        if self._weights is None:
            self._weights = [each.detach() for each in weights]
            self._states = [state_of(each) for each in weights]
        elif [state_of(each) for each in weights] != self._states:
            self._refuse("weights", "its weights have changed; hint: torch.compiler.reset()")
            return self.graph(*arguments)
        key = tuple((each.shape, each.dtype) if hasattr(each, "shape") else each for each in given)
        if key not in self._known:
            self._known[key] = self._specialised(arguments)
        chosen = self._known[key]
        return self.graph(*arguments) if chosen is None else chosen.run(arguments)

    def _refuse(self, key: str, reason: str) -> None:
        """Say once why the graph runs in PyTorch."""
        if key not in self._known:
            LOG.warning("%s stays PyTorch's: %s", self.name, reason)
            self._known[key] = None

    def _specialised(self, arguments: Sequence[Any]) -> Specialised | None:
        """Compile for the shapes of a call; None, with the reason logged, if that cannot be."""
        torch = import_torch()
        places = [i for i in self.given if isinstance(arguments[i], torch.Tensor)]
        shapes = ", ".join("x".join(map(str, arguments[place].shape)) for place in places)
        name = f"{self.name} for {shapes}"
        try:
            with torch.no_grad():
                results = self.graph(*arguments)
            if not all(isinstance(each, torch.Tensor) for each in results):
                raise NcnncError("it has results that are no tensors")
            module = bound(self.graph, self.weights, arguments)
            examples = [arguments[place] for place in places]
            model, worst = compile_module(module, examples, {}, True, None, self.options)
        except NcnncError as error:
            LOG.warning("%s stays PyTorch's: %s", name, first_line(error).partition(": ")[2])
            return None
        assert isinstance(model, CompiledModel)  # nothing is said to vary
        LOG.info("%s runs compiled: differs from PyTorch by %s", name, worst)
        order = [each.target for each in module.graph.nodes if each.op == "placeholder"]
        inputs = [places[order.index(spec.name)] for spec in model.inputs]
        return Specialised(model, inputs, [(each.shape, each.dtype) for each in results])


def state_of(weight: Any) -> tuple[int, int]:
    """Return what is another for another tensor, and after a change: its place and its version."""
    return weight.data_ptr(), 0 if weight.is_inference() else weight._version


def bound(graph: Any, weights: Sequence[int], arguments: Sequence[Any]) -> Any:
    """
    Return a module of a graph with weights in place of some inputs, and constants of integers.

        (weight, x) -> linear(x, weight)   becomes   (x) -> linear(x, self.weight_0)
    """
    torch = import_torch()
    module = torch.fx.GraphModule(graph, torch.fx.Graph())
    nodes = module.graph
    known: dict[Any, Any] = {}
    inputs = [node for node in graph.graph.nodes if node.op == "placeholder"]
    for place, node in enumerate(inputs):
        if place in weights:
            module.register_buffer(f"weight_{place}", arguments[place].detach())
            known[node] = nodes.get_attr(f"weight_{place}")
        elif isinstance(arguments[place], torch.Tensor):
            known[node] = nodes.placeholder(f"x{place}")
        else:
            known[node] = nodes.call_function(int, (int(arguments[place]),))
    for node in graph.graph.nodes:
        if node in known:
            continue
        known[node] = nodes.node_copy(node, known.__getitem__)
        if node.op in ("get_attr", "call_module"):
            copy_attribute(graph, module, node.target)
    module.recompile()
    return module


def copy_attribute(graph: Any, module: Any, path: str) -> None:
    """Let a module have what another has by a dotted path: GraphModule copies no more than used."""
    first = path.partition(".")[0]
    if not hasattr(module, first):
        setattr(module, first, getattr(graph, first))


def backend(
    graph: Any, examples: Sequence[Any], options: Mapping[str, Any] | None = None, **more: Any
) -> Callable[..., Any]:
    """
    Compile a graph of `torch.compile(module, backend="ncnnc")`; `options` are those of
    `ncnnc.compile`, by default as many threads as PyTorch has.
    """
    torch = import_torch()
    inputs = [node for node in graph.graph.nodes if node.op == "placeholder"]
    static = [
        isinstance(example, torch.nn.Parameter) or STATIC in node.meta.get("tensor_dict", {})
        for node, example in zip(inputs, examples, strict=True)
    ]
    return CompiledGraph(graph, static, {"threads": torch.get_num_threads(), **(options or {})})
