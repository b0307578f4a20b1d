"""Read the names of a `.param.bin`'s layers and blobs from the header written by ncnn2mem."""

from __future__ import annotations

import re
from dataclasses import replace

from ...bundle.location import names_header
from ...format.records import MAX_NAME_BYTES, ModelRecord

CONSTANT = re.compile(r"const int (LAYER|BLOB)_(\w+) = (\d{1,6});")


def with_names_beside(record: ModelRecord, param: str | bytes) -> ModelRecord:
    """
    Return a binary model with the names of `x.id.h`, in the folder of `x.param.bin`.

    Characters invalid in C names are `_` there. Without such a header, or if it belongs to another
    model, layers and blobs keep numbers as names. Source: ncnn, tools/ncnn2mem.cpp, `dump_param`.

    Raises: ModelError if the archive of the model cannot be read.
    """
    header = names_header(param)
    if header is None:
        return record
    names: dict[str, dict[int, str]] = {"LAYER": {}, "BLOB": {}}
    for kind, name, number in CONSTANT.findall(header):
        names[kind][int(number)] = name
    layers, blobs = names["LAYER"], names["BLOB"]
    counts = {"LAYER": len(record.layers), "BLOB": record.blob_count}
    for kind, named in names.items():
        fits = named.keys() == set(range(counts[kind]))
        if not fits or max(map(len, named.values())) > MAX_NAME_BYTES:
            return record
    if len(set(blobs.values())) != len(blobs):
        return record
    return replace(
        record,
        layers=tuple(
            replace(
                layer,
                name=layers[place],
                bottoms=tuple(blobs[int(blob)] for blob in layer.bottoms),
                tops=tuple(blobs[int(blob)] for blob in layer.tops),
            )
            for place, layer in enumerate(record.layers)
        ),
    )
