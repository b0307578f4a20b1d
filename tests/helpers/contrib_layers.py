"""Several contrib layers in one network, compiled, beside what each is defined to compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.custom import result_shapes

from tests.helpers.lowering import compile_layers


@dataclass
class Case:
    """A layer, its inputs, and what it computes by its definition."""

    type: str
    inputs: Sequence[np.ndarray]
    expected: Sequence[np.ndarray]
    params: Mapping[int, Any] = field(default_factory=dict)
    weights: Sequence[np.ndarray] = ()
    """Arrays of the `.bin`, in the layer's order."""

    def line(self, number: int) -> str:
        """Return the layer's line of a `.param`; its blobs are numbered."""
        tops = self.outputs(number)
        words = [f"{len(self.inputs)} {len(tops)}", *self.names(number), *tops]
        return " ".join([self.type, f"c{number}", *words, *map(param_word, self.params.items())])

    def names(self, number: int) -> list[str]:
        """Return the names of the inputs."""
        return [f"c{number}x{i}" for i in range(len(self.inputs))]

    def outputs(self, number: int) -> list[str]:
        """Return the names of the outputs."""
        return [f"c{number}y{i}" for i in range(len(self.expected))]

    def stored(self) -> bytes:
        """Return the weights as a `.bin` has them."""
        tags = [
            b"\0" * 4 if weight.tagged else b"" for weight in contrib_layers()[self.type].weights
        ]
        return b"".join(
            tag + array.tobytes() for tag, array in zip(tags, self.weights, strict=True)
        )


def meant(
    type: str,
    *inputs: np.ndarray,
    params: Mapping[int, Any] | None = None,
    weights: Sequence[np.ndarray] = (),
) -> Case:
    """Return a case that expects what the layer's meaning in numpy gives."""
    given = dict(params or {})
    results = contrib_layers()[type].reference(given, *inputs, *weights)
    results = [results] if isinstance(results, np.ndarray) else list(results)
    return Case(type, [np.ascontiguousarray(x) for x in inputs], results, given, weights)


def param_word(item: tuple[int, Any]) -> str:
    """Return a parameter as a `.param` has it."""
    id, value = item
    if isinstance(value, tuple):
        return f"-{23300 + id}={','.join(map(str, (len(value), *value)))}"
    return f"{id}={value}"


def check_reference(case: Case, tolerance: float = 0.0) -> None:
    """Check the shape rule and the reference of a layer."""
    layer = contrib_layers()[case.type]
    shapes = [x.shape for x in case.inputs]
    given = result_shapes(layer, case.params, shapes, len(case.expected))
    assert given == [y.shape for y in case.expected]
    results = layer.reference(case.params, *case.inputs)
    results = [results] if isinstance(results, np.ndarray) else results
    for y, expected in zip(results, case.expected, strict=False):
        assert y.dtype == np.float32
        np.testing.assert_allclose(y, expected, rtol=0, atol=tolerance)


def check_code(cases: Sequence[Case], target: str, tolerance: float = 0.0) -> None:
    """Compile all layers as one network and compare with the definitions."""
    arrays = {
        name: x
        for number, case in enumerate(cases)
        for name, x in zip(case.names(number), case.inputs, strict=True)
    }
    shapes = {name: x.shape for name, x in arrays.items()}
    text = "\n".join(case.line(number) for number, case in enumerate(cases))
    passes = ["expand-custom-layers"]
    results = compile_layers(text, shapes, target, arrays=arrays, passes=passes).model.run(arrays)
    for number, case in enumerate(cases):
        for i, expected in enumerate(case.expected):
            y = results[f"c{number}y{i}"]
            assert y.shape == expected.shape
            np.testing.assert_allclose(y, expected, rtol=0, atol=tolerance, err_msg=case.type)


def uniform(*shape: int, seed: int = 0, bound: float = 2.0) -> np.ndarray:
    """Return random numbers between bounds."""
    return np.random.default_rng(seed).uniform(-bound, bound, shape).astype(np.float32)
