"""Random networks and cases of layers, as what is compiled and the inputs that it is run on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from ncnnc.compiler.options.compile_options import CompileOptions

from tests.generators.layer_cases.checking import as_we_take_them
from tests.generators.layer_cases.running import cases
from tests.generators.random_graphs import random_network

Task = tuple[CompileOptions, Sequence[np.ndarray]]


def network_task(seed: int, target: str) -> Task:
    """A random network."""
    network = random_network(seed)
    text = network.param_text().encode()
    options = CompileOptions(text, network.weight_bytes(), target=target)
    return options, list(network.inputs.values())


def layer_tasks(layer: str, count: int, target: str) -> Iterator[Task]:
    """Cases of a layer of ncnn. Some of them cannot be compiled."""
    for case in cases(layer, range(count)):
        inputs = as_we_take_them(case)
        shapes = {name: array.shape for name, array in inputs.items()}
        text = case.param_text().encode()
        yield (
            CompileOptions(text, case.weight_bytes(), target=target, inputs=shapes),
            list(inputs.values()),
        )
