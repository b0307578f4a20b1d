"""Makes a network that shows a failure as small as can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

import numpy as np

from .builder import MAGNITUDES, Rejected, run_layer
from .network import Layer, Network, extent_params

Values = dict[str, np.ndarray]
T = TypeVar("T")


def smallest(start: T, smaller: Callable[[T], Iterable[T]], fails: Callable[[T], bool]) -> T:
    """The smallest thing found, by replacing one by a smaller one that still fails."""
    while True:
        found = next((candidate for candidate in smaller(start) if fails(candidate)), None)
        if found is None:
            return start
        start = found


def reduced(network: Network, fails: Callable[[Network], bool]) -> Network:
    """The smallest network found, by taking away one thing after another, that still fails."""
    return smallest(network, smaller_networks, fails)


def smaller_networks(network: Network) -> Iterator[Network]:
    """All valid networks with one thing less."""
    values = blob_values(network)
    for candidate in _candidates(network, values):
        kept = without_dead_layers(candidate)
        try:
            if kept != network and is_tame(blob_values(kept)):
                yield kept
        except Rejected:
            continue


def _candidates(network: Network, values: Values) -> Iterator[Network]:
    layers = network.layers
    for layer in reversed(layers):
        if layer.bottoms:  # everything before a layer becomes an input
            yield _with_inputs(network, layer, values)
    for layer in reversed(layers):  # everything from a layer on goes
        if layer.type != "Input":
            yield _without(network, layer)
    for layer in reversed(layers):
        for bottom in dict.fromkeys(layer.bottoms):  # a layer is passed by
            yield _bypassed(network, layer, bottom)
    for blob in sorted(network.also_outputs):
        yield replace(network, also_outputs=network.also_outputs - {blob})
    for i, layer in enumerate(layers):
        for key in (9, 10, 18, 31):
            if key in layer.params:
                params = {k: v for k, v in layer.params.items() if k != key}
                yield replace(
                    network, layers=(*layers[:i], replace(layer, params=params), *layers[i + 1 :])
                )


def _with_inputs(network: Network, layer: Layer, values: Values) -> Network:
    """The layer's outputs become inputs."""
    made = [_input_layer(top, values[top].shape) for top in layer.tops]
    layers = [part for other in network.layers for part in (made if other is layer else [other])]
    arrays = {top: values[top] for top in layer.tops}
    return replace(network, layers=tuple(layers), inputs={**network.inputs, **arrays})


def _input_layer(blob: str, shape: tuple[int, ...]) -> Layer:
    return Layer("Input", f"in.{blob}", (), (blob,), extent_params(shape))


def _without(network: Network, layer: Layer) -> Network:
    """Without the layer and all that needs it."""
    gone = set(layer.tops)
    kept: list[Layer] = []
    for other in network.layers:
        if other is layer or gone & set(other.bottoms):
            gone |= set(other.tops)
        else:
            kept.append(other)
    return replace(network, layers=tuple(kept), also_outputs=network.also_outputs - gone)


def _bypassed(network: Network, layer: Layer, bottom: str) -> Network:
    """The layer's readers read its input."""
    names = dict.fromkeys(layer.tops, bottom)
    layers = tuple(
        replace(other, bottoms=tuple(names.get(b, b) for b in other.bottoms))
        for other in network.layers
        if other is not layer
    )
    return replace(network, layers=layers, also_outputs=network.also_outputs - set(layer.tops))


def without_dead_layers(network: Network) -> Network:
    """Without inputs and constants that nothing reads, unless nothing else is left."""
    read = {blob for layer in network.layers for blob in layer.bottoms} | network.also_outputs
    sources = ("Input", "MemoryData")
    layers = tuple(
        layer for layer in network.layers if layer.type not in sources or read & set(layer.tops)
    )
    names = {top for layer in layers if layer.type == "Input" for top in layer.tops}
    inputs = {name: array for name, array in network.inputs.items() if name in names}
    return replace(network, layers=layers, inputs=inputs)


def blob_values(network: Network) -> Values:
    """The value of every blob. Raises: Rejected if a layer does not fit its inputs."""
    if not any(layer.bottoms for layer in network.layers):
        raise Rejected
    values: Values = {}
    for layer in network.layers:
        if layer.type == "Input":
            results = [network.inputs[top] for top in layer.tops]
        elif layer.type == "MemoryData":
            results = [layer.weights["data"]]
        elif layer.type == "Split":
            results = [values[layer.bottoms[0]]] * len(layer.tops)
        else:
            results = run_layer(layer, [values[bottom] for bottom in layer.bottoms])
        values |= dict(zip(layer.tops, results, strict=True))
    return values


def is_tame(values: Values) -> bool:
    """Return whether all blobs have ordinary magnitudes."""
    largest = [float(np.abs(value).max()) for value in values.values()]
    return all(MAGNITUDES[0] <= m <= MAGNITUDES[1] for m in largest)
