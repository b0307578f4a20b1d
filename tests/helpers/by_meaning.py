"""Runs code whose product instructions this CPU lacks: each is a call of its meaning in numpy."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator

import numpy as np
from ncnnc.dialects.element_types import dtype_of
from ncnnc.dialects.target.elements import attribute_of
from ncnnc.dialects.target.products import ElementType, Intrinsic, Product
from ncnnc.dialects.target.records import Target

PREFIX = "by_meaning."


def numpy_type(element: ElementType) -> np.dtype:
    """The numpy type of a record's elements; bf16 is its bits."""
    return np.dtype(dtype_of(attribute_of(element)))


def by_meaning(text: str, target: Target, runs_on: Target) -> tuple[str, list[object]]:
    """
    LLVM IR with functions for the products that only `target` has, and what must outlive its code.

    One thread may run it.
    """
    keep: list[object] = []
    for product, intrinsic in lacking(target, runs_on):
        text = in_vectors(text, product, intrinsic)
        pattern = rf"declare (<.*>) @{re.escape(intrinsic.name)}\((.*)\)"
        declared = re.search(pattern, text)
        if declared is not None:
            function, kept = definition(product, intrinsic, declared[1], declared[2])
            text = text.replace(declared[0], function)
            text = text.replace(f"@{intrinsic.name}(", f"@{PREFIX}{intrinsic.name}(")
            keep += kept
    return text, keep


def in_vectors(text: str, product: Product, intrinsic: Intrinsic) -> str:
    """Return the code with matrices in vectors instead of tile registers."""
    tiles = product.tiles
    if tiles is None:
        return text
    sums = intrinsic.bits // product.types.accumulator.bits
    text = text.replace(tiles.type, f"<{sums} x {attribute_of(product.types.accumulator)}>")
    extents = rf"(@{re.escape(intrinsic.name)}\()i16[ \d]*, i16[ \d]*, i16[ \d]*, "
    text = re.sub(extents, r"\1", text)
    casts = "|".join(map(re.escape, (tiles.from_vector, tiles.to_vector)))
    text = re.sub(
        rf"declare (<.*>) @((?:{casts})\.\w+)\((.*)\)",
        r"define internal \1 @\2(\3 %x) alwaysinline #0 {\n"
        r"  %r = bitcast \3 %x to \1\n  ret \1 %r\n}",
        text,
    )
    return re.sub(rf"@({casts})", rf"@{PREFIX}\1", text)


def lacking(target: Target, runs_on: Target) -> Iterator[tuple[Product, Intrinsic]]:
    """The intrinsics of products that another target has not."""
    had = {name for product in runs_on.products for _, name in product.intrinsics}
    for product in target.products:
        yield from ((product, found) for found in product.intrinsics if found.name not in had)


def definition(
    product: Product, intrinsic: Intrinsic, result: str, types: str
) -> tuple[str, list[object]]:
    """
    The function for an intrinsic: it stores the operands where numpy finds them, calls the meaning,
    and loads what that stores.
    """
    elements = {
        "sum": product.types.accumulator,
        "input": product.types.input,
        "weight": product.types.weight,
    }
    sums = intrinsic.bits // product.types.accumulator.bits
    factors = product.accumulation.factors(sums, product.steps)
    counts = dict(zip(elements, (sums, *factors), strict=True))
    arrays = {
        name: np.zeros(counts[name], numpy_type(element)) for name, element in elements.items()
    }
    call, callback = meaning_of(product, arrays)
    operands = list(zip(re.findall(r"<[^>]*>", types), product.operands, strict=True))
    parameters = ", ".join(f"{type} %{name}" for type, name in operands)
    lines = [f"store {type} %{name}, {at(arrays[name])}, align 1" for type, name in operands]
    address = ctypes.cast(callback, ctypes.c_void_p).value
    lines += [f"call void inttoptr (i64 {address} to ptr)()"]
    lines += [f"%result = load {result}, {at(arrays['sum'])}, align 1", f"ret {result} %result"]
    body = "".join(f"  {line}\n" for line in lines)
    name = f"{PREFIX}{intrinsic.name}"
    text = f"define internal {result} @{name}({parameters}) alwaysinline #0 {{\n{body}}}"
    return text, [arrays, callback, call]


def meaning_of(
    product: Product, arrays: dict[str, np.ndarray]
) -> tuple[Callable[[], None], object]:
    """A function that computes the sum in place, also for C; products alone if it adds none."""
    x, weight, sums = arrays["input"], arrays["weight"], arrays["sum"]

    def call() -> None:
        start = sums if "sum" in product.operands else np.zeros_like(sums)
        sums[:] = product.compute(x, weight, start)

    return call, ctypes.CFUNCTYPE(None)(call)


def at(array: np.ndarray) -> str:
    """The address of an array's elements."""
    return f"ptr inttoptr (i64 {array.ctypes.data} to ptr)"
