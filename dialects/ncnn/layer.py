"""
Layer specifications: how a layer of the ncnn file format maps to an op of the `ncnn` dialect.

Every op class of the dialect that stands for a layer declares one `LayerSpec`. Importer, exporter,
documentation and fuzzers read only this description; parameter ids are nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from xdsl.utils.str_enum import StrEnum

ParamValue = int | float | str | list[int] | list[float]
Params = Mapping[str, ParamValue]
"""The parameters of one layer by property name, with every default filled in."""

ParamKind = Literal["int", "float", "ints", "floats", "string"]


@dataclass(frozen=True)
class Param:
    """One numbered parameter of a layer: `<id>=<value>` in the `.param` file."""

    id: int
    name: str
    """Name of the property (or of the Python argument) that holds it."""
    kind: ParamKind
    default: ParamValue | Callable[[Params], ParamValue]
    """A value, or a function of the parameters listed before this one (`pad_right=pad_left`)."""
    integers_are_bits: bool = False
    """True if an integer among floats holds the bits of a float: 1077936128 is 3.0."""

    def default_for(self, params: Params) -> ParamValue:
        """Return the parameter's default, given the parameters before it."""
        value = self.default(params) if callable(self.default) else self.default
        return list(value) if isinstance(value, list) else value


def _always(_: Params) -> bool:
    return True


def _never(_: Params) -> bool:
    return False


@dataclass(frozen=True)
class Weight:
    """One array of a layer in the `.bin` file, in file order."""

    name: str
    """Name of the operand that receives it."""
    shape: Callable[[Params], tuple[int, ...]]
    """Shape of the array (outermost dimension first), from the parameters alone."""
    tagged: bool
    """True: a storage tag precedes the data (ncnn's type 0). False: plain float32 (type 1)."""
    present: Callable[[Params], bool] = _always
    """Return whether a layer with these parameters stores the array."""
    packed: Callable[[Params], bool] = _never
    """True if the array is bytes with packed integers of few bits: without a tag, as int8."""


class LayerFamily(StrEnum):
    """The kinds of layers, as the README lists them."""

    CONVOLUTION = "convolution"
    PRODUCT = "product"
    POOLING = "pooling, reduction"
    DETECTION = "detection"
    ACTIVATION = "activation"
    ARITHMETIC = "arithmetic"
    SHAPE = "shape and copy"


@dataclass(frozen=True)
class LayerSpec:
    """The file format's view of one layer type."""

    type: str
    """ncnn's layer type, as the first token of a `.param` line."""
    params: tuple[Param, ...] = ()
    weights: tuple[Weight, ...] = ()

    def with_parameters(self, others: Iterable[Param]) -> LayerSpec:
        """Return the spec with further parameters, in order of their ids."""
        params = (*self.params, *others)
        return replace(self, params=tuple(sorted(params, key=lambda param: param.id)))

    def completed(self, given: Params) -> dict[str, ParamValue]:
        """Return all parameters of the layer: those given, and the defaults of the others."""
        params: dict[str, ParamValue] = {}
        for param in self.params:
            known = param.name in given
            params[param.name] = given[param.name] if known else param.default_for(params)
        return params
