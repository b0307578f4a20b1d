"""Layers to choose costs by their fastest kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...dialects.target.records import Target
from .machine_kernels import KernelCode
from .measured_layers import layer_code

CLEARLY = 1.02
"""Factor by which the record's value must be slower than another, or they tie."""
SIDE = 28
"""Rows and columns of the image of a convolution."""
DEPTH = 64
"""Input channels: products that take a few times as long as their epilogue does."""


@dataclass(frozen=True)
class FusedLayer:
    """A layer with weights, and layers that are fused with it."""

    layer: str
    input: tuple[int, ...]
    weight: tuple[int, ...]
    output: tuple[int, ...]
    fused: tuple[str, ...]

    def code(self, target: Target) -> KernelCode:
        """Return the code of its kernel."""
        return layer_code(self.text, self.weight, target)

    @property
    def text(self) -> str:
        """Return a network of these layers."""
        x, w, y = (
            f"tensor<{'x'.join(map(str, shape))}xf32>"
            for shape in (self.input, self.weight, self.output)
        )
        fused = [f"%{n + 1} = ncnn.{name} %{n} : ({y}) -> {y}" for n, name in enumerate(self.fused)]
        lines = [
            f"func.func @main(%x: {x}) -> {y} {{",
            f'%w = ncnn.weight <"weight"> : {w}',
            f"%0 = ncnn.{self.layer} : {x}, {w} -> {y}",
            *fused,
            f"func.return %{len(fused)} : {y}",
            "}",
        ]
        return "\n".join(lines)


def convolution(outputs: int, *fused: str) -> FusedLayer:
    """Return a 1x1 convolution."""
    layer = "convolution %x, %w algorithm gemm"
    image = SIDE, SIDE
    return FusedLayer(layer, (DEPTH, *image), (outputs, DEPTH, 1, 1), (outputs, *image), fused)


def product(rows: int, outputs: int, *fused: str) -> FusedLayer:
    """Return a product of matrices."""
    layer = "gemm %x, %w transpose_b"
    return FusedLayer(layer, (rows, DEPTH), (outputs, DEPTH), (rows, outputs), fused)


Codes: TypeAlias = Mapping[int, Sequence[KernelCode]]
"""Value of a cost -> the code of all layers with it; the record's value first."""


@dataclass(frozen=True)
class MeasuredChoice:
    """Values of a cost, and layers whose kernels differ by them."""

    cost: str
    values: tuple[int, ...]
    layers: tuple[FusedLayer, ...]

    def codes(self, target: Target) -> Codes:
        """Return the code of the layers with each value."""
        own: int = vars(target.costs)[self.cost]
        return {
            value: [layer.code(with_cost(target, self.cost, value)) for layer in self.layers]
            for value in dict.fromkeys((own, *self.values))
        }


def with_cost(target: Target, cost: str, value: float) -> Target:
    """Return a target with another cost."""
    return replace(target, costs=target.costs.changed({cost: value}))


def fastest(codes: Codes, seconds: Callable[[KernelCode], float]) -> int:
    """
    Return the value with which all layers take the least time, each relative to the first value's;
    the first if none is clearly faster.
    """
    own, first = next(iter(codes.items()))

    def time(value: int) -> float:
        pairs = zip(codes[value], first, strict=True)
        return sum(seconds(code) / seconds(other) for code, other in pairs) / len(first)

    best = min(codes, key=time)
    return best if time(best) * CLEARLY < 1 else own


def measured_choices(target: Target) -> tuple[MeasuredChoice, ...]:
    """
    Return the layers of all costs that are chosen.

    Their functions have 5 (hardswish), 17 (gelu), 24 (tanh) and 35 instructions (erf).
    """
    lanes = target.lanes
    wide, points = 8 * lanes, SIDE * SIDE
    return (
        MeasuredChoice(
            "heavy_epilogue",
            (4, 12, 20, 30, 40),
            tuple(convolution(wide, name) for name in ("hardswish", "gelu", "tanh", "erf")),
        ),
        MeasuredChoice(
            "heavy_row_epilogue",
            (20, 40, 60, 80),
            (
                product(points, wide, "tanh"),
                product(points, wide, "erf", "gelu"),
                product(points, wide, "erf", "erf"),
            ),
        ),
        MeasuredChoice(
            "epilogue_vectors",
            (2, 4, 6, 8, 12),
            (convolution(wide, "erf"), product(points, wide, "erf", "gelu")),
        ),
        MeasuredChoice(
            "stores_under_way",
            (8, 16, 32),
            (product(points, wide, "tanh"), product(points, 2 * lanes, "tanh")),
        ),
    )
