"""
Well-known networks built from code, with seeded weights, for use without model files.

The architectures are the published ones, batch normalisation folded into the convolutions and
activations fused, as ncnn's own tools leave them; the weights are random, so the outputs mean
nothing, but every layer has its true size. Listing the names costs nothing: a network's module
is imported when the network is built.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics import UsageError, unknown_name

if TYPE_CHECKING:
    from .builder import ZooModel

NAMES = (
    "squeezenet",
    "mobilenet",
    "mobilenet_v2",
    "mobilenet_v3",
    "shufflenet_v2",
    "resnet18",
    "resnet50",
    "vgg16",
    "googlenet",
    "efficientnet_b0",
)


def is_zoo_name(name: str) -> bool:
    """Return whether `name` is a network of the zoo."""
    return name in NAMES


def build(name: str, seed: int = 0) -> ZooModel:
    """The network `name`, with weights made on first use. Raises: UsageError if unknown."""
    if not is_zoo_name(name):
        raise unknown_name("network", name, NAMES)
    if seed < 0:
        raise UsageError(f"the seed of a network must not be negative, but is {seed}")
    from .builder import NetworkBuilder

    net = NetworkBuilder(name, seed)
    describe = getattr(import_module(f".{name}", __name__), name)
    return net.finish(describe(net))


ZOO: Mapping[str, Callable[..., ZooModel]] = {name: partial(build, name) for name in NAMES}
"""The networks by name: `ZOO["resnet18"](seed=0)` is `build("resnet18", 0)`."""


def write(name: str, directory: str | os.PathLike[str], seed: int = 0) -> tuple[Path, Path]:
    """Write `name.param` and `name.bin`; return their paths. Raises: UsageError; OSError."""
    from ...runtime.files.replacing_files import write_atomically

    model = build(name, seed)
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    param, weights = folder / f"{name}.param", folder / f"{name}.bin"
    write_atomically(weights, [model.weights])
    write_atomically(param, [model.param_text.encode()])
    return param, weights
