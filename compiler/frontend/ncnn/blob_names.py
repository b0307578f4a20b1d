"""Name the blobs of a model in the IR, and order its outputs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.ir import Attribute

from ....dialects.main_function import NAME_ATTRIBUTE
from ...format.records import LayerRecord

_NUMBERED_OUTPUT = re.compile(r"out(0|[1-9][0-9]*)")


def value_name(blob: str) -> str:
    """Return a blob's SSA name, `conv1.2` for `conv1_2`: MLIR drops numbers after `_`."""
    name = re.sub(r"[^A-Za-z0-9_$.-]", "_", blob)
    name = re.sub(r"_(?=[0-9]+$)", ".", name)
    return f"blob{name}" if name[0].isdigit() else name


def unread_blobs(layers: Sequence[LayerRecord]) -> list[str]:
    """Return the blobs that no layer reads, in file order."""
    read = {blob for layer in layers for blob in layer.bottoms}
    return [blob for layer in layers for blob in layer.tops if blob not in read]


def in_order_of_numbers(outputs: Iterable[str]) -> list[str]:
    """Sort outputs by pnnx's numbers (`out2` before `out10`), then others in file order."""
    numbered: dict[str, int] = {}
    others: list[str] = []
    for blob in outputs:
        if match := _NUMBERED_OUTPUT.fullmatch(blob):
            numbered[blob] = int(match[1])
        else:
            others.append(blob)
    return [*sorted(numbered, key=numbered.__getitem__), *others]


def named_blobs(
    blobs: list[str], attributes: list[dict[str, Attribute]]
) -> ArrayAttr[DictionaryAttr]:
    """Return the attributes of a function's arguments or results: the blob's name and others."""
    return ArrayAttr(
        DictionaryAttr({NAME_ATTRIBUTE: StringAttr(blob), **others})
        for blob, others in zip(blobs, attributes, strict=True)
    )
