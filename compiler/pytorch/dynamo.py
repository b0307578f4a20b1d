"""The backend of `torch.compile`: graphs that convert run compiled, others stay PyTorch's."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from ...runtime.errors import NcnncError
from ...runtime.sessions.compiled_model import CompiledModel
from .dividing import divide, input_names
from .from_torch import compile_module, is_convertible
from .tracing import first_line, import_torch, tensors_in

LOG = logging.getLogger("ncnnc.torch")
"""Logs at level INFO the graphs that run compiled, at WARNING those that do not, and why."""
STATIC = "_dynamo_static_input_type"
"""The mark of parameters and buffers among the inputs of a graph."""


class Specialised(NamedTuple):
    """A graph compiled for some shapes."""

    model: CompiledModel
    places: Sequence[int]
    """Indices of the arguments that are the model's inputs."""
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


class Divided(NamedTuple):
    """A graph with some compiled parts."""

    module: Any
    operators: Sequence[str]
    """Operators that run in PyTorch."""

    def run(self, arguments: Sequence[Any]) -> Any:
        return self.module(*arguments)


class CompiledGraph:
    """
    A graph of `torch.compile`, compiled for each new set of shapes when it is first called.

    Parameters and buffers become weights: with others, after they change, and while gradients are
    wanted, the graph runs in PyTorch.
    """

    def __init__(
        self,
        graph: Any,
        static: Sequence[bool],
        options: Mapping[str, Any],
        can_be_divided: bool = True,
    ):
        self.graph, self.options, self.can_be_divided = graph, options, can_be_divided
        self.name = f"graph of {len(graph.graph.nodes)} nodes"
        self.weights = [place for place, is_weight in enumerate(static) if is_weight]
        self.given = [place for place, is_weight in enumerate(static) if not is_weight]
        self._weights: list[Any] | None = None
        """
        The weights compiled into the model; held, so that no other tensor reuses their memory.
        """
        self._states: list[tuple[int, int]] = []
        self._known: dict[object, Specialised | Divided | None] = {}

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
        key = tuple(key_of(each) for each in given)
        if key not in self._known:
            self._known[key] = self._specialised(arguments)
        chosen = self._known[key]
        return self.graph(*arguments) if chosen is None else chosen.run(arguments)

    def _refuse(self, key: str, reason: str) -> None:
        """Log once why the graph runs in PyTorch."""
        if key not in self._known:
            LOG.warning("%s stays PyTorch's: %s", self.name, reason)
            self._known[key] = None

    def _specialised(self, arguments: Sequence[Any]) -> Specialised | Divided | None:
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
            if any(isinstance(each, Sequence) for each in arguments):
                raise NcnncError("it has inputs that are no tensors")
            module, examples = self._bound(self.graph, self.weights, arguments)
            model, worst = compile_module(module, examples, {}, True, None, self.options)
        except NcnncError as error:
            reason = first_line(error).partition(": ")[2]
            divided = self._divided(arguments, reason) if self.can_be_divided else None
            if divided is None:
                LOG.warning("%s stays PyTorch's: %s", name, reason)
            else:
                operators = ", ".join(divided.operators)
                LOG.warning("%s is divided, PyTorch's stay %s: %s", name, operators, reason)
            return divided
        assert isinstance(model, CompiledModel)  # nothing is said to vary
        LOG.info("%s runs compiled: differs from PyTorch by %s", name, worst)
        order = [each.target for each in module.graph.nodes if each.op == "placeholder"]
        inputs = [places[order.index(spec.name)] for spec in model.inputs]
        return Specialised(model, inputs, [(each.shape, each.dtype) for each in results])

    def _bound(
        self, graph: Any, weights: Sequence[int], arguments: Sequence[Any]
    ) -> tuple[Any, list[Any]]:
        """Return a module of a graph with its weights, and its tensors."""
        torch = import_torch()
        given = [each for i, each in enumerate(arguments) if i not in weights]
        return bound(graph, weights, arguments), [e for e in given if isinstance(e, torch.Tensor)]

    def _divided(self, arguments: Sequence[Any], reason: str) -> Divided | None:
        """Divide the graph at what does not convert; None if no part is left."""
        names = input_names(self.graph)
        static = {names[place] for place in self.weights}

        def weights_of(graph: Any) -> list[bool]:
            return [name in static for name in input_names(graph)]

        def converts(graph: Any, given: Sequence[Any]) -> bool:
            weights = [place for place, is_weight in enumerate(weights_of(graph)) if is_weight]
            return is_convertible(*self._bound(graph, weights, given))

        def compiled(graph: Any) -> CompiledGraph:
            return CompiledGraph(graph, weights_of(graph), self.options, False)

        module, operators = divide(self.graph, arguments, reason, converts, compiled)
        return None if module is None or not operators else Divided(module, operators)


def key_of(argument: Any) -> object:
    """Return the key of an argument for recompilation: its shape and type, or its number."""
    if isinstance(argument, Sequence):
        return tuple(key_of(each) for each in cast("Sequence[Any]", argument))
    return (argument.shape, argument.dtype) if hasattr(argument, "shape") else argument


def state_of(weight: Any) -> tuple[int, int]:
    """Return the identity of a weight's content: its address and its version."""
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
