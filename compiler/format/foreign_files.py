"""Recognise files often given in place of a model by their first bytes."""

from __future__ import annotations

import re
from pathlib import PurePath

from .records import MAGIC

LONGEST = 64
"""Number of bytes at the start of a file to examine."""

PARAM = "a .param; the .param comes first, then the .bin"
HTML = "a page of HTML; download the file itself"
GZIP = "compressed with gzip; unpack it first"
JPEG = "a JPEG image"
ONNX = "an ONNX model; give it alone, named *.onnx: pnnx converts it"
PYTORCH = "a PyTorch model, which pnnx converts if it is TorchScript"

TEXTS: tuple[tuple[bytes, str], ...] = (
    (b"%d\n" % MAGIC, PARAM),
    (b"%d\r" % MAGIC, PARAM),
    (b"version https://git-lfs", "a Git LFS pointer, not the model; run 'git lfs pull'"),
    (b"<!doctype html", HTML),
    (b"<html", HTML),
    (b"<?xml", "XML; download the file itself"),
)
"""Prefix of a text after white space, in lower case -> file type."""

BINARIES: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a zip archive (PyTorch writes such, too); unpack or convert it first"),
    (b"\x1f\x8b\x08\x00", GZIP),
    (b"\x1f\x8b\x08\x08", GZIP),
    (b"BZh91AY&SY", "compressed with bzip2; unpack it first"),
    (b"\xfd7zXZ\x00", "compressed with xz; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff\xe0", JPEG),
    (b"\xff\xd8\xff\xe1", JPEG),
    (b"\x93NUMPY", "an array of numpy"),
    (b"\x89NCNNC\r\n", "a compiled model, which is run without .param and .bin"),
    (b"\x7fELF\x02\x01\x01", "an ELF file"),
    (b"!<arch>\n", "a static library, which C programs link; compile a .so or .ncnnc to run here"),
)
"""Prefix -> file type; at least four bytes, no float32 of usual weight size."""

ONNX_START = re.compile(rb"\x08[\x01-\x20]\x12[\x00-\x40]", re.DOTALL)
"""The version of ONNX, a number below 33, then the name of the producer, a short text."""

SUFFIXES = {
    ".onnx": ONNX,
    ".pt": PYTORCH,
    ".pth": PYTORCH,
    ".torchscript": PYTORCH,
    ".tflite": "a TensorFlow Lite model; convert the original model with pnnx",
    ".caffemodel": "a Caffe model; convert it with ncnn's caffe2ncnn",
    ".prototxt": "a Caffe model; convert it with ncnn's caffe2ncnn",
}
"""Formats of other models, by the ends of file names."""


def hint_for_suffix(file: str) -> str | None:
    """Describe a file by its suffix; None for an unknown one."""
    found = SUFFIXES.get(PurePath(file).suffix.lower())
    return None if found is None else f"this is {found}"


def hint_for_foreign_file(start: bytes) -> str | None:
    """Return the type of a foreign file from its first bytes; None if it may be the right type."""
    text = start[:LONGEST].lstrip().lower()
    found = [what for signature, what in TEXTS if text.startswith(signature)]
    found += [what for signature, what in BINARIES if start.startswith(signature)]
    found += [ONNX] if ONNX_START.match(start) else []
    return f"this is {found[0]}" if found else None
