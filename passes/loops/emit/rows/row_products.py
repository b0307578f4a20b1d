"""Products of a few rows with weights that stream by once, the sums in registers."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import SSAValue

from ..building.builder import Index, LoopBuilder
from ..conv.conv_tile import Panel


@dataclass(frozen=True)
class ProductRows:
    """`count` rows of `length` elements; row r begins at `at + r * length`."""

    memory: SSAValue
    at: Index
    count: int
    length: int


def multiply_rows(b: LoopBuilder, rows: ProductRows, panel: Panel, vectors: int) -> list[SSAValue]:
    """Multiply rows by a panel to `sums[r * vectors + v]`; small tiles sum several steps apart."""
    lanes, count = panel.lanes, rows.count
    tile = count * vectors
    unroll = min(-(-b.target.loops.sums // tile), rows.length)
    zero = b.constant(0.0, b.vector(rows.memory, lanes))

    def step(i: Index, *sums: SSAValue, copies: int = unroll) -> list[SSAValue]:
        results = list(sums)
        at, place = b.add(panel.at, b.mul(i, vectors * lanes)), b.add(rows.at, i)
        for u in range(copies):
            loaded = [panel.load(b, at, (u * vectors + v) * lanes, lanes) for v in range(vectors)]
            for r in range(count):
                value = b.broadcast(rows.memory, place, r * rows.length + u, lanes)
                for v in range(vectors):
                    n = u * tile + r * vectors + v
                    results[n] = b.fma(value, loaded[v], results[n])
        return results

    whole = rows.length // unroll * unroll
    sums = list(b.loop(0, whole, unroll, step, [zero] * (tile * unroll)))
    if whole < rows.length:
        sums = step(whole, *sums, copies=rows.length - whole)
    results = sums[:tile]
    for u in range(1, unroll):
        results = [b.addf(s, sums[u * tile + n]) for n, s in enumerate(results)]
    return results
