"""
Random small networks for the graph optimizer, and a script that looks for those it gets wrong.

    python -m tests.generators.random_graphs --seed 0 --count 10000
    python -m tests.generators.random_graphs --seed 47 --passes fuse-convolution-add --show

A seed is a network: the same one every time. What the script prints for a failure is the seed, the
pass after which the results were wrong, and the network with all taken away that does not matter.
Exit status 1 if there were failures.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .builder import GraphBuilder, Shape
from .checks import MODES, Failure
from .motifs import grow
from .network import Network
from .reduction import reduced

LEAST_LAYERS, MOST_LAYERS = 3, 20
ATTEMPTS = 60


def random_network(seed: int) -> Network:
    """
    The network of that seed: 3 to 20 layers, Splits not counted, valid, well conditioned.

    Its weights and inputs are small, so that the largest magnitude of every blob is near 1.
    """
    g = GraphBuilder(seed, limit=0)
    g.limit = g.dice.randint(LEAST_LAYERS, MOST_LAYERS)
    for _ in range(g.dice.choice((1, 1, 1, 2))):
        g.input(_input_shape(g))
    for _ in range(ATTEMPTS):
        if len(g.layers) >= g.limit:
            break
        grow(g)
    inner = [blob.name for blob in g.blobs if g.read.get(blob.name)]
    count = g.dice.choice((0, 0, 0, 1, 2))
    also_outputs = frozenset(g.dice.sample(inner, min(count, len(inner))))
    return g.finish(also_outputs, shared=g.chance(0.15))


def _input_shape(g: GraphBuilder) -> Shape:
    rank = g.dice.choice((1, 2, 3, 3, 3, 3, 3, 3, 4))
    size = g.dice.choice
    if rank == 1:
        return (g.dice.randint(1, 12),)
    if rank == 2:
        return (g.dice.randint(1, 8), g.dice.randint(1, 12))
    spatial = (
        (g.dice.randint(1, 9), g.dice.randint(1, 9)) if g.chance(0.4) else (size((5, 6, 7, 8)),) * 2
    )
    if rank == 3:
        return (g.dice.randint(1, 8), *spatial)
    return (g.dice.randint(1, 4), g.dice.randint(1, 3), *(min(n, 5) for n in spatial))


def report(seed: int, network: Network, failure: Failure, mode: str, passes: Sequence[str]) -> str:
    """Describe a failure."""
    check = MODES[mode]
    small = reduced(network, lambda other: _same_kind(check(other, passes), failure))
    reason = check(small, passes) or failure
    lines = [f"seed {seed}: {failure}", f"reduced: {reason}", small.param_text()]
    return "\n".join(lines)


def _same_kind(found: Failure | None, wanted: Failure) -> bool:
    return found is not None and (found.kind, found.step) == (wanted.kind, wanted.step)


def save(folder: Path, seed: int, network: Network) -> None:
    """Write a network as `.param` and `.bin`, and its inputs as `.npz`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{seed}.param").write_text(network.param_text(), encoding="utf-8")
    (folder / f"{seed}.bin").write_bytes(network.weight_bytes())
    np.savez(folder / f"{seed}.npz", **network.inputs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check networks, as the command line says."""
    parser = argparse.ArgumentParser(description="Look for networks that the optimizer gets wrong.")
    parser.add_argument("--seed", type=int, default=0, help="of the first network")
    parser.add_argument("--count", type=int, default=1, help="number of networks")
    parser.add_argument("--mode", choices=MODES, default="reference")
    parser.add_argument("--passes", default="", help="only these, separated by commas")
    parser.add_argument("--show", action="store_true", help="print the networks")
    parser.add_argument("--save", type=Path, metavar="DIR", help="write the networks that fail")
    parser.add_argument("--no-reduce", action="store_true", help="print failures as they are found")
    parser.add_argument("--most", type=int, default=20, help="stop after so many failures")
    chosen = parser.parse_args(arguments)
    passes = tuple(name for name in chosen.passes.split(",") if name)
    started, failures = time.perf_counter(), 0
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        network = random_network(seed)
        if chosen.show:
            print(network.param_text())
        failure = MODES[chosen.mode](network, passes)
        if failure is None:
            continue
        failures += 1
        if chosen.save:
            save(chosen.save, seed, network)
        text = f"seed {seed}: {failure}"
        print(text if chosen.no_reduce else report(seed, network, failure, chosen.mode, passes))
        sys.stdout.flush()
        if failures >= chosen.most:
            break
    seconds = time.perf_counter() - started
    print(f"{failures} failures, {seed + 1 - chosen.seed} networks, {seconds:.1f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
