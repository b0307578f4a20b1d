"""
Compare torchvision's networks with PyTorch's eager mode and inductor, for docs/from-pytorch.md.

    python -m tests.bench.torchvision_networks [NETWORK ...]

Each engine computes on one thread; runs take turns, and the smallest CPU time of each counts.
All are compiled first, then one may stop what else runs on the machine.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any

from ncnnc.compiler.pytorch.dynamo import backend

torch: Any = importlib.import_module("torch")
models: Any = importlib.import_module("torchvision.models")
NETWORKS = (
    *("resnet18", "resnet50", "mobilenet_v2", "mobilenet_v3_large", "shufflenet_v2_x1_0"),
    *("squeezenet1_1", "efficientnet_b0", "densenet121", "regnet_y_400mf", "vit_b_16"),
)
SIZE = 224
"""Height and width of images."""
SECONDS = 8


def measured(engines: list[Callable[[Any], Any]], x: Any) -> list[float]:
    """Return the smallest CPU time of a run of each engine, in turns. Units: milliseconds."""
    best = [float("inf")] * len(engines)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        for place, engine in enumerate(engines):
            start = time.process_time()
            engine(x)
            best[place] = min(best[place], time.process_time() - start)
    return [seconds * 1e3 for seconds in best]


def engines_of(name: str) -> tuple[list[Callable[[Any], Any]], Any, float]:
    """Return a network in each engine, an image, and the largest relative difference."""
    torch.manual_seed(0)
    module = getattr(models, name)(weights=None).eval()
    for parameter in module.parameters():
        if parameter.ndim > 1 and not parameter.any():
            torch.nn.init.normal_(parameter, std=0.02)  # a head of zeros has no differences
    x = torch.rand(1, 3, SIZE, SIZE)
    engines = [module, torch.compile(module), torch.compile(module, backend=backend)]
    results = [engine(x) for engine in engines]
    return engines, x, float((results[2] - results[0]).abs().max() / results[0].abs().max())


def main(names: list[str]) -> None:
    torch.set_num_threads(1)
    with torch.no_grad():
        prepared = {name: engines_of(name) for name in names or NETWORKS}
        input("compiled; Enter measures: ")
        print(
            "| network | eager | inductor | ncnnc | largest difference |\n|---|---:|---:|---:|---:|"
        )
        for name, (engines, x, far) in prepared.items():
            times = " | ".join(f"{one:.2f}" for one in measured(engines, x))
            print(f"| {name} | {times} | {far:.1e} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
