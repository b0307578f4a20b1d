"""The base class of all graph-level ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from xdsl.dialects.builtin import UnitAttr, bf16
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    OptOperandDef,
    VarOperandDef,
    VarResultDef,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .errors import InvalidLayerError, RuntimeShapeError, ShapeError
from .given_layer import GivenLayer
from .layer import LayerFamily, LayerSpec, Params, ParamValue
from .param_values import attribute_of, flag_property, value_of
from .parameters import numbered_parameters
from .rules.implied_shapes import ImpliedShapes, any_extents
from .rules.ranks import Rank, RankOf, SameRank
from .rules.value_range import ANY, Range, RangeOf
from .shapes import UNRANKED, Shape, has_shape, shape_of

TAKES_BF16 = frozenset[Attribute]({bf16})
"""`NARROW_ELEMENTS` of an op that may read and make blobs of bfloat16."""


class NcnnOp(IRDLOperation):
    """
    An op that stands for one ncnn layer: pure, on tensors, with a rule for its result shapes.

    Subclasses define operands, properties and results with xDSL, and
    * `LAYER`: the `LayerSpec`, with parameter and weight names equal to property and operand names;
      parameters that are properties themselves, by `parameters.py`, are added to it
      (a class whose properties differ from the file's parameters overrides `layer_properties` and
      its inverse `layer_params`, one whose operands do `from_layer`, which may return another op),
    * `FAMILY`: what kind of layer it is,
    * `infer_shapes`: result shapes from operand shapes; raises `ShapeError` if they do not fit,
    * `imply_shapes`: shapes of operands and results from those of any of them,
    * `RANK`, `result_rank`, `result_range`: facts about results with unknown shapes,
    * `multiply_adds`: the number of multiply-adds of the layer,
    * `INTEGER_OPERANDS`, `moves_elements`: operands read as integers, ops that only move elements,
    * `supports_packing`: whether the op may work on the packed layout (see `#ncnn.layout`).
    """

    LAYER: ClassVar[LayerSpec | None] = None
    FAMILY: ClassVar[LayerFamily] = LayerFamily.SHAPE
    RANGE: ClassVar[Range] = ANY
    """Bounds of all elements of the results, for any operands."""
    RANK: ClassVar[int | str | None] = None
    """Rank of the results: a number, the name of an operand with the same rank, or unknown."""
    SUPPORTS_INT8: ClassVar[bool] = False
    SUPPORTS_PACKING: ClassVar[bool] = False
    """Results of `supports_int8` and `supports_packing` where they are the same for all ops."""
    DRIVES_LAYOUT: ClassVar[bool] = False
    """True if the op requests packed blobs; other ops only follow a packed input."""
    SHAPE_OPERANDS: ClassVar[frozenset[str]] = frozenset()
    """Names of the operands whose elements are not read, only their shape."""
    INTEGER_OPERANDS: ClassVar[frozenset[str]] = frozenset()
    """
    Names of the operands that ncnn reads as int32. In the IR they hold these numbers as float32,
    which is exact up to 2^24; `integer_sources` finds their sources.
    """
    PLAIN_OPERANDS: ClassVar[frozenset[str]] = frozenset()
    """Names of the operands that are never packed, even if the others are."""
    NARROW_ELEMENTS: ClassVar[frozenset[Attribute]] = frozenset()
    """16-bit float types that the op accepts in its operands, and then has in its results."""

    traits = traits_def(Pure())

    def __init_subclass__(cls, **options: Any) -> None:
        """Add the parameters that properties of the class define, see `parameters.py`, to LAYER."""
        super().__init_subclass__(**options)
        numbered = list(numbered_parameters(vars(cls)))
        if numbered and cls.LAYER is not None:
            # This is the creation of the class; it is constant from here on.
            cls.LAYER = cls.LAYER.with_parameters(numbered)  # pyright: ignore[reportConstantRedefinition]

    def infer_shapes(self) -> list[Shape]:
        """Return the results' shapes. Raises: ShapeError; UnknownShapeError if unknown."""
        raise ShapeError(f"{self.name} has no shape rule")

    def first_cell(self) -> Shape:
        """Return the index in the input of a result's first cell, if the result is a box of it."""
        return ()

    def borders(self) -> Sequence[int]:
        """Return the numbers of cells added or cut off around the input, which must be static."""
        return ()

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        """Return the rank of a result, from those of operands; None if unknown."""
        return SameRank(getattr(self, self.RANK)) if isinstance(self.RANK, str) else self.RANK

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """
        Add shapes of operands and results that follow from the op and from known shapes of some of
        them; called again when more is known.

        Raises: ShapeError if nothing is known, as for computed weights.
        """
        self.imply_ranks(shapes)

    def imply_ranks(self, shapes: ImpliedShapes) -> None:
        """Add the ranks of the results that `result_rank` gives."""
        for result in self.results:
            rank = self.result_rank(result, lambda value: len(shapes.of(value) or ()) or None)
            if isinstance(rank, int):
                shapes.say(result, any_extents(rank))
            elif isinstance(rank, SameRank):
                if (known := shapes.of(rank.value)) is not None:
                    shapes.say(result, any_extents(rank.of(len(known))))
                elif (known := shapes.of(result)) is not None:
                    shapes.say(rank.value, any_extents(len(known)))

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        """Return bounds of all elements of a result, from those of operands."""
        return self.clamp() or self.RANGE

    def clamp(self) -> Range | None:
        """Return the range to which the op clamps its input; None for other ops."""
        return None

    def identity_range(self) -> Range | None:
        """Return the range in which the op is the identity; None if unknown."""
        return self.clamp()

    def moves_elements(self) -> bool:
        """Return whether the op only moves elements, of any type, from operands to results."""
        return self.FAMILY is LayerFamily.SHAPE

    def keeps_element_type(self) -> bool:
        """Return whether the results have elements as narrow as the operands'."""
        return self.moves_elements()

    def integer_bounds(self, name: str) -> tuple[int, int]:
        """Return the smallest and the largest useful number in one of the `INTEGER_OPERANDS`."""
        return (-1000, 1000)

    def multiply_adds(self) -> int:
        """Return the multiply-adds of the direct algorithm; 0 for layers without products."""
        return 0

    def supports_int8(self) -> bool:
        """Return whether the op supports a file's int8 weights, scales and rounded values."""
        return self.SUPPORTS_INT8

    def supports_packing(self) -> bool:
        """Return whether all tensor operands and results may have a packed layout."""
        return self.SUPPORTS_PACKING

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        """Return the properties for layer parameters. Raises: as `from_layer`."""
        assert cls.LAYER is not None
        own = cls.get_irdl_definition().properties
        flags = {name for name, property in own.items() if property.constr == BaseAttr(UnitAttr)}
        return {
            p.name: flag_property(params[p.name])
            if p.name in flags
            else attribute_of(params[p.name], p.kind)
            for p in cls.LAYER.params
            if p.name in own
        }

    @classmethod
    def from_layer(cls, layer: GivenLayer) -> NcnnOp:
        """
        Build the op from a parsed layer, with unranked results. Inputs fill the operands that are
        not weights, in order of definition; a variadic one takes all remaining ones.

        Raises: InvalidLayerError for a layer that ncnn cannot run either; ShapeError for one that
        ncnn runs but the op cannot express.
        """
        return cls.build(
            operands=assign_operands(cls, layer),
            properties=cls.layer_properties(layer.params),
            result_types=assign_results(cls, layer.outputs),
        )

    def layer_spec(self) -> LayerSpec | None:
        """Return the op's layer in a file; None for an op that no file can contain."""
        return self.LAYER

    def layer_params(self) -> dict[str, ParamValue]:
        """
        Return layer parameters from properties and operands, without those that have defaults.

        The inverse of `layer_properties` and `from_layer`. Operands that are not stored according
        to the parameters are inputs of the layer. Raises: ShapeError if no parameters express it.
        """
        spec = self.layer_spec()
        assert spec is not None
        return {
            p.name: value_of(self.properties[p.name])
            for p in spec.params
            if p.name in self.properties
        }

    def operand_names(self) -> list[str]:
        """Return the name of the definition of each operand."""
        names: list[str] = []
        for name, _ in self.get_irdl_definition().operands:
            value = getattr(self, name)
            count = 1 if isinstance(value, SSAValue) else 0 if value is None else len(value)
            names += [name] * count
        return names

    def layer_input_indices(self) -> list[int]:
        """Return the operands that are inputs, not stored. Raises: ShapeError."""
        spec = self.layer_spec()
        if spec is None or not spec.weights:
            return list(range(len(self.operands)))
        params = spec.completed(self.layer_params())
        stored = {weight.name for weight in spec.weights if weight.present(params)}
        return [i for i, name in enumerate(self.operand_names()) if name not in stored]

    def stored_operand(self, name: str) -> SSAValue | None:
        """Return the operand for weight `name` of the spec; None if the op has none."""
        value = getattr(self, name, None)
        return value if isinstance(value, SSAValue) else None

    def verify_(self) -> None:
        values = (*self.operands, *self.results)
        if not all(has_shape(v) for v in values):
            return
        try:
            expected = self.infer_shapes()
        except RuntimeShapeError:
            return
        except ShapeError as e:
            raise VerifyException(str(e)) from e
        for result, shape in zip(self.results, expected, strict=True):
            if shape_of(result) != shape:
                raise VerifyException(
                    f"result has shape {list(shape_of(result))}, the shape rule gives {list(shape)}"
                )


def assign_operands(cls: type[NcnnOp], layer: GivenLayer) -> list[Any]:
    """
    Return operands by definition: weights by name, bottoms in order, variadics take the rest.

    Raises: InvalidLayerError for too few, or more than one where a layer takes one; ShapeError for
    too many where it takes several, as ncnn ignores the excess.
    """
    assert cls.LAYER is not None
    weight_names = {w.name for w in cls.LAYER.weights}
    rest, weights = list(layer.inputs), layer.weights
    operands: list[Any] = []
    for name, definition in cls.get_irdl_definition().operands:
        if name in weights:
            operands.append([weights[name]] if _is_variadic(definition) else weights[name])
        elif name in weight_names and isinstance(definition, OptOperandDef):
            operands.append([])
        elif isinstance(definition, OptOperandDef):
            operands.append([rest.pop(0)] if rest else [])
        elif isinstance(definition, VarOperandDef):
            operands.append(rest)
            rest = []
        elif rest:
            operands.append(rest.pop(0))
        else:
            raise InvalidLayerError(f"needs more inputs than the {len(layer.inputs)} given")
    if rest:
        taken = len(layer.inputs) - len(rest)
        error = InvalidLayerError if taken == 1 else ShapeError
        raise error(f"takes {taken} inputs, {len(layer.inputs)} given")
    return operands


def _is_variadic(definition: object) -> bool:
    return isinstance(definition, OptOperandDef | VarOperandDef)


def assign_results(cls: type[NcnnOp], top_count: int) -> list[Any]:
    """Return unranked result types for `top_count` tops, any number for a variadic result."""
    results = cls.get_irdl_definition().results
    if any(isinstance(definition, VarResultDef) for _, definition in results):
        return [[UNRANKED] * top_count]
    if len(results) != top_count:
        raise InvalidLayerError(f"has {len(results)} outputs, {top_count} given")
    return [UNRANKED] * top_count
