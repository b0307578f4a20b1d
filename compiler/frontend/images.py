"""Add the conversion of images to blobs to the graph, for inputs given as images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    f32,
    i32,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects.constraints import int_array
from ...dialects.element_types import u8
from ...dialects.main_function import NAME_ATTRIBUTE, argument_attributes, find_main, input_names
from ...dialects.ncnn.internal.from_pixels import (
    IMAGE_EXTENTS,
    FromPixelsOp,
    FromPixelsResizeOp,
    PixelsOp,
)
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of, tensor_type
from ..diagnostics import UsageError, unknown_name
from ..image import Image

EXTENTS_SUFFIX = ".extents"
"""Suffix that makes an image's name the name of the input with its size."""


def insert_images(module: ModuleOp, images: Mapping[str, Image]) -> None:
    """
    Replace inputs by images.

        func.func @main(%x: tensor<3x4x4xf32>)
        -> func.func @main(%p: tensor<9x9x3xui8>, %e: tensor<3xi32>) {
             %x = ncnn.from_pixels_resize %p, %e "rgb" to [4, 4] mean [...] norm [...] : ...

    Raises: UsageError for an unknown input, or one whose shape does not fit an image.
    """
    main = find_main(module)
    names = input_names(main)
    for name in images:
        if name not in names:
            raise unknown_name("input", name, names)
    for place in reversed(range(len(names))):
        if names[place] in images:
            insert_image(main, place, names[place], images[names[place]])
    main.update_function_type()


def insert_image(main: FuncOp, place: int, name: str, image: Image) -> None:
    """
    Replace an input by an image, and by a second input for its size if that is known at run time.
    """
    argument = main.body.block.args[place]
    check_shape(argument, name, image)
    shape, location, hint = shape_of(argument), argument.location, argument.name_hint
    extents = main.body.block.args[:0]
    if image.resize is not None:
        extents = [main.body.block.insert_arg(TensorType(i32, [IMAGE_EXTENTS]), place + 1)]
        extents[0].location = location
        attributes = argument_attributes(main)
        named: dict[str, Attribute] = {NAME_ATTRIBUTE: StringAttr(name + EXTENTS_SUFFIX)}
        attributes.insert(place + 1, DictionaryAttr(named))
        main.properties["arg_attrs"] = ArrayAttr(attributes)
    size = image.most if image.resize is not None else shape[1:]
    type = TensorType(u8, [*size, image.bytes_per_pixel])
    pixels = Rewriter.replace_value_with_new_type(argument, type)
    pixels.name_hint = None
    op = pixels_op(image, pixels, extents, shape)
    op.location = location
    op.output.name_hint = hint
    pixels.replace_uses_with_if(op.output, lambda use: use.operation is not op)
    first = main.body.block.first_op
    assert first is not None
    main.body.block.insert_op_before(op, first)


def pixels_op(
    image: Image, pixels: SSAValue, extents: Sequence[SSAValue], shape: Shape
) -> PixelsOp:
    """Return the op that turns an image into a blob."""
    properties: dict[str, Attribute | None] = {
        "pixel_type": StringAttr(image.order),
        "mean": DenseArrayBase.from_list(f32, image.per_channel(image.mean)),
        "norm": DenseArrayBase.from_list(f32, image.per_channel(image.norm)),
    }
    if image.resize is None:
        return FromPixelsOp.build(
            operands=[pixels], properties=properties, result_types=[tensor_type(shape)]
        )
    properties["size"] = int_array(image.resize)
    if image.letterbox is not None:
        properties["letterbox"] = FloatAttr(image.letterbox, f32)
    return FromPixelsResizeOp.build(
        operands=[pixels, *extents], properties=properties, result_types=[tensor_type(shape)]
    )


def check_shape(argument: BlockArgument, name: str, image: Image) -> None:
    """Check an input. Raises: UsageError if it cannot be an image's blob."""
    shape = shape_of(argument) if has_shape(argument) else ()
    if len(shape) != 3 or shape[0] != image.channels:
        extents = "x".join(map(str, shape)) or "of no known shape"
        raise UsageError(
            f"input '{name}' is {extents}, an image '{image.order}' makes a blob of "
            f"{image.channels} channels, rows and columns"
        )
