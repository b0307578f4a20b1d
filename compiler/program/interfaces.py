"""Describe inputs and outputs of a model with unknown shapes: as blobs, as images, in batches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from xdsl.dialects.builtin import ModuleOp

from ...dialects.main_function import find_main, input_names, output_names
from ...dialects.ncnn.families.attention import EMPTY_CACHE, AttentionOp
from ...dialects.ncnn.rules.integer_operands import integer_sources
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...runtime.errors import ArrayShapeError
from ...runtime.model.program_set import DynamicInput, Interface, Shape
from ...runtime.model.tensors import TensorSpec
from ..diagnostics import unknown_name
from ..frontend.images import EXTENTS_SUFFIX
from ..image import Image
from ..options.compile_options import CompileOptions

IMAGE_TYPE = "uint8"
IMAGE_AXES = 3
"""Height, width, bytes of a pixel."""


def interface_of(module: ModuleOp, options: CompileOptions) -> Interface:
    """Return the input and output blobs of an imported graph, with the given shapes and types."""
    main = find_main(module)
    integers = integer_sources(main)
    inputs: list[DynamicInput] = []
    for name, value in zip(input_names(main), main.body.block.args, strict=True):
        usual = "int32" if value in integers else "float32"
        blob = DynamicInput(name, dtype=options.input_types.get(name, usual))
        users = [use.operation for use in value.uses]
        caching = [op for op in users if isinstance(op, AttentionOp) and value in op.caches]
        if has_shape(value):
            blob = replace(blob, shape=shape_of(value))
        elif caching:
            blob = replace(blob, shape=EMPTY_CACHE)
        inputs.append(blob)
    return Interface(tuple(inputs), tuple(output_names(main)), options.default_threads)


def interface_of_images(blobs: Interface, images: Mapping[str, Image]) -> Interface:
    """Return what callers pass: images `h,w,bytes` for `images`. Raises: UsageError if no input."""
    names = [blob.name for blob in blobs.inputs]
    for name in images:
        if name not in names:
            raise unknown_name("input", name, names)
    inputs = (
        image_input(blob, images[blob.name]) if blob.name in images else blob
        for blob in blobs.inputs
    )
    return replace(blobs, inputs=tuple(inputs))


def image_input(blob: DynamicInput, image: Image) -> DynamicInput:
    """Return the image from which a blob is made; one that is resized may have any size."""
    pixels = image.order.partition("2")[0]
    if image.resize is not None:
        shape, extents = (*image.most, image.bytes_per_pixel), blob.name + EXTENTS_SUFFIX
        spec = TensorSpec(blob.name, shape, IMAGE_TYPE, pixels=pixels, extents=extents)
        return DynamicInput(blob.name, shape, IMAGE_TYPE, spec, pixels)
    shape = None if blob.shape is None else (*blob.shape[1:], image.bytes_per_pixel)
    return DynamicInput(blob.name, shape, IMAGE_TYPE, pixels=pixels)


def blob_shape(name: str, shape: Shape, image: Image) -> Shape:
    """Return the shape `c,h,w` of the blob of an image `h,w,bytes`. Raises: ArrayShapeError."""
    if len(shape) != IMAGE_AXES or shape[-1] != image.bytes_per_pixel:
        planes = len(shape) == IMAGE_AXES and shape[0] == image.bytes_per_pixel
        hint = "; hint: channels come last, array.transpose(1, 2, 0)" if planes else ""
        wanted = f"an image (h, w, {image.bytes_per_pixel})"
        raise ArrayShapeError(f"input '{name}' needs {wanted}, not {shape}{hint}")
    return image.blob_shape or (image.channels, *shape[:-1])


def interface_of_batch(item: Interface, size: int) -> Interface:
    """Return inputs and outputs of a batch of `size` items; 0 means one item without that axis."""
    if not size:
        return item
    return replace(item, inputs=tuple(_input_of_batch(blob, size) for blob in item.inputs))


def _input_of_batch(blob: DynamicInput, size: int) -> DynamicInput:
    if blob.shape is None:
        return blob
    image = blob.image
    if image is not None:
        image = replace(image, shape=(size, *image.shape), is_batch=True)
    return replace(blob, shape=(size, *blob.shape), image=image)
