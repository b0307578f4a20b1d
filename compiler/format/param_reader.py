"""Parse the text form of a model, `.param`, to records."""

from __future__ import annotations

import re
from typing import NoReturn

from ...runtime.errors import shortened
from ..diagnostics import ModelError
from .foreign_files import LONGEST, hint_for_foreign_file, hint_for_suffix
from .layer_types import PNNX_GRAPH, is_pnnx_graph, is_pnnx_type, unconverted
from .param_values import BLANKS, SMALL_INTEGER, ValueSyntaxError, parse_parameters
from .records import (
    CONTROL_CHARACTERS,
    MAGIC,
    MAX_BLOBS,
    MAX_BLOBS_OF_LAYER,
    MAX_LAYERS,
    MAX_NAME_BYTES,
    LayerRecord,
    ModelRecord,
    check_file_size,
    layer_error,
)

START = str(MAGIC)
COMMENTS = ("#", "//")
"""Common comment markers, which the format does not have."""
NO_COMMENTS = "a .param has no comments"

_LINE_END = re.compile(r"\r\n|\r|\n")
_TOKEN = re.compile(f"[^{BLANKS}]+")
_CONTROL = re.compile(f"[{CONTROL_CHARACTERS}]".encode())


def read_param_text(data: bytes, file: str = "<param>") -> ModelRecord:
    """
    Parse the text form.

    Line 1 is the magic number, then `layer_count blob_count`, then per layer
    `type name bottom_count top_count bottom... top... key=value...`. White space separates; the
    parameters of a layer end with its line. Stricter than ncnn: the counts must be right, no layer
    may follow the last one, and names are UTF-8 without control characters.

    Raises: ModelError at the line of the first mistake.
    """
    return _Reader(_decoded(data, file), file).model()


def lines_of(text: str) -> list[str]:
    """Return the lines of a `.param`, without their ends: line n is the one at n - 1."""
    return _LINE_END.split(text)


def _decoded(data: bytes, file: str) -> str:
    """Return the text of the file, if it is one."""
    check_file_size(data, file, line=1)
    if not data.strip():
        raise ModelError("the file is empty", file=file, line=1)
    if data.startswith(b"\xef\xbb\xbf"):
        raise ModelError(
            "the file starts with a byte order mark", file=file, line=1, hint="save it without BOM"
        )
    damage = _CONTROL.search(data)
    if damage is None:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as e:
            place, reason = e.start, f"byte {data[e.start]:#04x} is not UTF-8"
    else:
        place, reason = damage.start(), f"control character {damage[0][0]:#04x}"
    looks_like_text = data.lstrip().startswith(START.encode())
    hint = None
    if not looks_like_text:
        hint = hint_for_foreign_file(data) or hint_for_suffix(file) or SWAPPED
    line = data.count(b"\n", 0, place) + 1
    raise ModelError(f"not a text file: {reason}", file=file, line=line, hint=hint)


SWAPPED = "is this the .bin? the .param comes first, then the .bin"


def _hint_for_magic(token: str, text: str, file: str) -> str:
    hint = hint_for_foreign_file(text[:LONGEST].encode()) or hint_for_suffix(file)
    if hint is not None:
        return hint
    if token.startswith(COMMENTS):
        return NO_COMMENTS
    if token.isdigit() and len(token) < len(START):
        return "files of early 2017 had no magic number; convert the model again"
    return "is this an ncnn .param file?"


class _Reader:
    """A cursor over tokens; up to its last top, a layer may span lines, as in ncnn."""

    def __init__(self, text: str, file: str):
        self.text = text
        self.file = file
        self.lines = lines_of(text)
        self.index = 0
        self.column = 0
        self.blobs: set[str] = set()

    @property
    def line(self) -> int:
        """Return the number of the cursor's line, from 1."""
        return min(self.index, len(self.lines) - 1) + 1

    def next_token(self) -> str | None:
        """Return the next token; None at the end of the file."""
        while self.index < len(self.lines):
            found = _TOKEN.search(self.lines[self.index], self.column)
            if found is not None:
                self.column = found.end()
                return found[0]
            self.index += 1
            self.column = 0
        return None

    def rest_of_line(self) -> str:
        """Return the rest of the line, and move the cursor to the next one."""
        rest = self.lines[self.index][self.column :]
        self.index += 1
        self.column = 0
        return rest

    def fail(self, reason: str, line: int | None = None, hint: str | None = None) -> NoReturn:
        raise ModelError(reason, file=self.file, line=line or self.line, hint=hint)

    def model(self) -> ModelRecord:
        magic = self.next_token() or ""
        if magic != START:
            hint = _hint_for_magic(magic, self.text, self.file)
            self.fail(f"starts with '{shortened(magic)}', not with {MAGIC}", hint=hint)
        layer_count = self.count("layer count", MAX_LAYERS)
        counts_line = self.line
        blob_count = self.count("blob count", MAX_BLOBS)
        layers: list[LayerRecord] = []
        while len(layers) < layer_count:
            layer = self.layer()
            if layer is None:
                reason = f"{layer_count} layers are announced, the file has {len(layers)}"
                self.fail(reason, counts_line, "is the file cut short?")
            layers.append(layer)
            self.blobs.update(layer.bottoms, layer.tops)
            if len(self.blobs) > blob_count:
                reason = f"more blobs than the {blob_count} announced on line {counts_line}"
                raise layer_error(self.file, layer, reason)
        self.check_rest(layer_count, counts_line)
        return ModelRecord(tuple(layers), blob_count, self.file)

    def check_rest(self, layer_count: int, counts_line: int) -> None:
        """
        Check that no layer is lost after the last announced one.

        ncnn ignores further layers. A Noop is ignored here, too: it computes nothing, and nanodet,
        one of ncnn's benchmarks, ends with an uncounted one.
        """
        while (extra := self.next_token()) is not None:
            if extra != "Noop":
                reason = f"'{shortened(extra)}' follows the last of {layer_count} announced layers"
                self.fail(reason, hint=f"correct the layer count on line {counts_line}")
            self.rest_of_line()

    def count(self, what: str, limit: int) -> int:
        token = self.next_token()
        if token is None:
            self.fail(f"the file ends before the {what}")
        if not SMALL_INTEGER.fullmatch(token):
            self.fail(f"{what} '{shortened(token)}' is not a number")
        if not 0 < int(token) <= limit:
            self.fail(f"{what} {token} is not in 1..{limit}")
        return int(token)

    def layer(self) -> LayerRecord | None:
        """Return the next layer; None at the end of the file."""
        type = self.next_token()
        if type is None:
            return None
        line = self.line
        if "=" in type or type.startswith(COMMENTS):
            hint = (
                "the parameters of a layer must be on one line with it"
                if "=" in type
                else NO_COMMENTS
            )
            self.fail(f"'{shortened(type)}' stands where a layer type belongs", hint=hint)
        name = self.header_token(line, type, "its name")
        bottom_count = self.blob_count(line, type, "bottom count")
        top_count = self.blob_count(line, type, "top count")
        bottoms = [self.header_token(line, type, "all inputs") for _ in range(bottom_count)]
        tops = [self.header_token(line, type, "all outputs") for _ in range(top_count)]
        layer = LayerRecord(type, name, tuple(bottoms), tuple(tops), {}, line)
        for blob in (name, *bottoms, *tops):
            self.check_name(layer, blob)
        wrapped = self.line != line
        try:
            layer.params.update(parse_parameters(self.rest_of_line()))
        except ValueSyntaxError as e:
            raise layer_error(
                self.file, layer, e.reason, self.hint_for(layer, e, wrapped)
            ) from None
        return layer

    def hint_for(self, layer: LayerRecord, error: ValueSyntaxError, wrapped: bool) -> str | None:
        """Return a hint why the parameters of a layer cannot be read."""
        if is_pnnx_graph(self.text.split()):
            return PNNX_GRAPH
        if is_pnnx_type(layer.type):
            return unconverted(layer.type)
        return "are its input and output counts right?" if wrapped else error.hint

    def header_token(self, line: int, type: str, missing: str) -> str:
        token = self.next_token()
        if token is None:
            self.fail(f"the file ends inside layer type {shortened(type)}, before {missing}", line)
        return token

    def blob_count(self, line: int, type: str, what: str) -> int:
        token = self.header_token(line, type, f"its {what}")
        if not SMALL_INTEGER.fullmatch(token):
            reason = f"{what} '{shortened(token)}' of layer type {shortened(type)} is not a number"
            self.fail(reason, line)
        if not 0 <= int(token) <= MAX_BLOBS_OF_LAYER:
            reason = f"{what} {token} of layer type {shortened(type)} is not in"
            self.fail(f"{reason} 0..{MAX_BLOBS_OF_LAYER}", line)
        return int(token)

    def check_name(self, layer: LayerRecord, name: str) -> None:
        if len(name.encode()) > MAX_NAME_BYTES:
            reason = f"the name '{shortened(name)}' is longer than {MAX_NAME_BYTES} bytes"
            self.fail(reason, layer.line)
