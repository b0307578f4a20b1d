"""Networks of extents known at run time, compared with themselves compiled for each shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
from ncnnc.compiler.frontend.ncnn.random_weights_file import write_random_weights
from ncnnc.runtime.model.symbols import DimExpression, DimTerm


def most(extent: DimTerm) -> int:
    """The largest extent in its range."""
    if isinstance(extent, int):
        return extent
    extent = DimExpression.of(extent)
    return extent.expression.value({dim.name: dim.most for dim in extent.dims})


class SymbolicModel:
    """A network with the input `a` and the output `y`."""

    def __init__(
        self,
        folder: Path,
        layers: str,
        quantized_for: Sequence[int] | None = None,
        **options: Any,
    ):
        self.param, self.options = folder / "m.param", options
        lines = [line.split() for line in layers.strip().splitlines()]
        blobs = {"a"}
        for _, _, inputs, outputs, *names in lines:
            blobs |= set(names[: int(inputs) + int(outputs)])
        head = f"7767517\n{len(lines) + 1} {len(blobs)}\nInput a 0 1 a\n"
        self.param.write_text(head + "\n".join(map(" ".join, lines)) + "\n")
        self.weights: Path | None = None
        if quantized_for is not None:
            self._quantize(quantized_for)

    def _quantize(self, shape: Sequence[int]) -> None:
        """Let its layers compute with int8, of scales for inputs of such a shape."""
        floats, weights = self.param, self.param.with_name("floats.bin")
        write_random_weights(str(floats), 1, {"a": tuple(shape)}, str(weights))
        self.param, self.weights = floats.with_name("int8.param"), floats.with_name("int8.bin")
        data = np.random.default_rng(0).standard_normal((2, *shape), np.float32)
        shapes = {"a": tuple(shape)}
        ncnnc.quantize(floats, weights, self.param, self.weights, data, inputs=shapes)

    def compiled(self, extents: Sequence[object]) -> ncnnc.CompiledModel:
        """The network for such an input, with random weights."""
        inputs = {"a": tuple(extents)}
        seed = 1 if self.weights is None else None
        files = self.param, self.weights
        return ncnnc.compile(
            *files, random_weights=seed, inputs=inputs, cache=False, **self.options
        )

    def check(
        self,
        extents: Sequence[DimTerm],
        sizes: Iterable[Sequence[int]],
        error: float = 0.0,
    ) -> None:
        """
        Compare it for inputs whose last extents are of these sizes. Memory past them holds NaN.

        Raises: AssertionError for another result, of an error relative to the largest magnitude.
        """
        model = self.compiled(extents)
        largest = [most(e) for e in extents]
        for size in sizes:
            numbers = (*largest[: -len(size)], *size)
            pairs = zip(extents, numbers, strict=True)
            shape = [e if isinstance(e, int) else n for e, n in pairs]
            x = np.random.default_rng(size[-1]).standard_normal(shape, np.float32)
            expected = self.compiled(shape)(x)
            model(np.full(largest, np.nan, np.float32))
            tolerance = error * np.abs(expected).max()
            np.testing.assert_allclose(model(x), expected, rtol=0, atol=tolerance)
