"""
Compare torchvision's networks with PyTorch's eager mode and inductor, for docs/from-pytorch.md.

    python -m tests.bench.torchvision_networks [NETWORK ...]

Each engine computes on one thread; runs take turns, and the smallest CPU time of each counts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import torch
import torchvision
from ncnnc.compiler.pytorch.dynamo import backend

NETWORKS = {
    **dict.fromkeys(("resnet18", "resnet50", "mobilenet_v2", "mobilenet_v3_large"), 224),
    **dict.fromkeys(("efficientnet_b0", "squeezenet1_1", "shufflenet_v2_x1_0"), 224),
    **dict.fromkeys(("densenet121", "regnet_y_400mf", "vit_b_16"), 224),
}
"""Names and sizes of images."""
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


def main(names: list[str]) -> None:
    torch.set_num_threads(1)
    print("| network | eager | inductor | ncnnc | largest difference |\n|---|---:|---:|---:|---:|")
    for name in names or NETWORKS:
        torch.manual_seed(0)
        module = getattr(torchvision.models, name)(weights=None).eval()
        for parameter in module.parameters():
            if parameter.ndim > 1 and not parameter.any():
                torch.nn.init.normal_(parameter, std=0.02)  # a head of zeros has no differences
        x = torch.rand(1, 3, NETWORKS.get(name, 224), NETWORKS.get(name, 224))
        with torch.no_grad():
            engines = [module, torch.compile(module), torch.compile(module, backend=backend)]
            results = [engine(x) for engine in engines]
            far = float((results[2] - results[0]).abs().max() / results[0].abs().max())
            times = " | ".join(f"{one:.2f}" for one in measured(engines, x))
        print(f"| {name} | {times} | {far:.1e} |", flush=True)
        torch.compiler.reset()


if __name__ == "__main__":
    main(sys.argv[1:])
