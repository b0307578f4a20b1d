"""Networks of extents known at run time, compared with what they mean or compute compiled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.image import Image
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.quantize.evaluation import with_int8_layers
from ncnnc.compiler.quantize.layers import find_layers
from ncnnc.compiler.quantize.quantize_options import QuantizeOptions
from ncnnc.compiler.quantize.quantizer import find_scales, graph_for_export, samples_of
from ncnnc.compiler.reference import run_reference
from ncnnc.passes.graph.infer_shapes import InferShapesPass
from ncnnc.runtime.model.symbols import DimExpression, DimTerm

from tests.helpers.importing import load_model_files


def most(extent: DimTerm) -> int:
    """The largest extent in its range."""
    if isinstance(extent, int):
        return extent
    extent = DimExpression.of(extent)
    return extent.expression.value({dim.name: dim.most for dim in extent.dims})


def meaning(
    param: bytes, weights: bytes | None, arrays: Mapping[str, np.ndarray], seed: int = 1
) -> dict[str, np.ndarray]:
    """The outputs by numpy, with random weights unless there are some: far sooner than compiled."""
    shapes = {name: array.shape for name, array in arrays.items() if array.size}
    ctx = make_context()
    module = load_model_files(ctx, param, weights, shapes, seed if weights is None else None)
    InferShapesPass().apply(ctx, module)
    absent = {n: np.zeros((0,) * a.ndim, a.dtype) for n, a in arrays.items() if not a.size}
    return run_reference(module, ctx.weights, {**arrays, **absent})


@cache
def quantized(param: bytes, shape: tuple[int, ...]) -> tuple[bytes, bytes]:
    """The files of a network whose layers compute with int8, of scales for such inputs `a`."""
    options = CompileOptions(param, random_weights=1, inputs={"a": shape})
    module, ctx = graph_for_export(options)
    layers, _ = find_layers(module, ctx, options.name)
    data = np.random.default_rng(0).standard_normal((2, *shape), np.float32)
    samples = samples_of(options, Image(), data)
    scales = find_scales(options, QuantizeOptions(), layers, samples, module, lambda step: None)
    made = with_int8_layers(options, scales)
    assert isinstance(made.param, bytes)
    assert isinstance(made.weights, bytes)
    return made.param, made.weights


def image_of(shape: Sequence[int]) -> np.ndarray:
    """An input of this shape."""
    return np.random.default_rng(shape[-1]).standard_normal(shape, np.float32)


@lru_cache(maxsize=64)
def expected_of(param: bytes, weights: bytes | None, shape: tuple[int, ...]) -> np.ndarray:
    """The output `y` that layers mean for an image, which targets and algorithms share."""
    return meaning(param, weights, {"a": image_of(shape)})["y"]


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
            param, weights = quantized(self.param.read_bytes(), tuple(quantized_for))
            self.param.write_bytes(param)
            self.weights = self.param.with_suffix(".bin")
            self.weights.write_bytes(weights)

    def compiled(self, extents: Sequence[DimTerm]) -> ncnnc.CompiledModel:
        """The network for such an input, with random weights."""
        inputs = {"a": tuple(extents)}
        seed = 1 if self.weights is None else None
        files = self.param, self.weights
        return ncnnc.compile(
            *files, random_weights=seed, inputs=inputs, cache=False, **self.options
        )

    def meaning(self, shape: Sequence[int]) -> np.ndarray:
        """The output that its layers mean for an image of this shape."""
        weights = None if self.weights is None else self.weights.read_bytes()
        return expected_of(self.param.read_bytes(), weights, tuple(shape))

    def check(
        self,
        extents: Sequence[DimTerm],
        sizes: Iterable[Sequence[int]],
        error: float = 0.0,
    ) -> None:
        """
        Compare it for inputs whose last extents are of these sizes: with its meaning, but sums of
        floats that must be the same with itself compiled for the shape. Memory past them holds NaN.

        Raises: AssertionError for another result, of an error relative to the largest magnitude.
        """
        model = self.compiled(extents)
        largest = [most(e) for e in extents]
        for size in sizes:
            numbers = (*largest[: -len(size)], *size)
            pairs = zip(extents, numbers, strict=True)
            shape = [e if isinstance(e, int) else n for e, n in pairs]
            x, has_meaning = image_of(shape), error or self.weights
            expected = self.meaning(shape) if has_meaning else self.compiled(shape)(x)
            model(np.full(largest, np.nan, np.float32))
            tolerance = error * np.abs(expected).max()
            np.testing.assert_allclose(model(x), expected, rtol=0, atol=tolerance)
