"""Complete operators that pnnx leaves in a `.param` with their parameters from pnnx's graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...format.param_reader import lines_of

COUNTS_AT = 2
"""Index in a layer's line of the number of inputs; the number of outputs follows."""
PREFIX = "pnnx.custom_op."
"""Prefix of types in the graph, absent in the `.param`."""
WORDS = {"None": None, "True": True, "False": False}
GraphValue = int | float | bool | str | tuple[int, ...] | None


@dataclass(frozen=True)
class Operator:
    """An operator of pnnx's graph."""

    type: str
    params: Mapping[str, GraphValue]
    inputs: Sequence[str]
    """Names of its inputs in the graph."""
    shapes: Mapping[str, tuple[int, ...]]
    """Shapes of inputs and outputs, by the graph's names."""
    outputs: Sequence[str]

    def axis(self, value: GraphValue) -> int:
        """Return an axis counted from the last one, since ncnn's blobs lack the leading batch."""
        rank = len(self.shapes.get(self.inputs[0], ()))
        assert isinstance(value, int)
        return value if value < 0 else value - rank


CompletedLayer = tuple[str, Mapping[int, int | float | Sequence[int]]]
"""A type and parameters."""


def topk(op: Operator) -> CompletedLayer | None:
    count, dim = op.params.get("k"), op.params.get("dim")
    if not isinstance(count, int) or not isinstance(dim, int):
        return None
    return "torch.topk", {0: count, 1: op.axis(dim), 2: int(op.params.get("largest") is not False)}


def gather(op: Operator) -> CompletedLayer | None:
    return "torch.gather", {0: op.axis(op.params["dim"])}


def index_select(op: Operator) -> CompletedLayer | None:
    return "Gather", {0: op.axis(op.params["dim"])}


def linear(op: Operator) -> CompletedLayer | None:
    """Complete a product of two blobs."""
    if len(op.inputs) != 2:
        return "Gemm", {2: 0, 3: 1}
    return "MatMul", {0: 1}


def reshape(op: Operator) -> CompletedLayer | None:
    """Complete a reshape to more axes than blobs have; the first axis is the batch."""
    shape = op.shapes.get(op.outputs[0], ())
    while len(shape) > 4 and shape[0] == 1:
        shape = shape[1:]
    if not 1 <= len(shape) <= 4 or min(shape) < 1:
        return None
    extents: dict[int, int | float | Sequence[int]]
    extents = dict(zip((0, 1, 11, 2) if len(shape) == 4 else (0, 1, 2), shape[::-1], strict=False))
    return "Reshape", extents


def pooling(op: Operator) -> CompletedLayer | None:
    """Complete a pooling that also returns the indices of the largest elements."""
    names = ("kernel_size", "stride", "padding", "dilation")
    kernel, stride, pad, dilation = (op.params.get(name) for name in names)
    if len(op.outputs) != 2 or dilation not in ((1, 1), None):
        return None
    stride = stride or kernel
    if not all(isinstance(each, tuple) for each in (kernel, stride, pad)):
        return None
    params: dict[int, int | float | Sequence[int]] = {
        5: int(op.params.get("ceil_mode") is not True)
    }
    for id, pair in ((1, kernel), (2, stride), (3, pad)):
        assert isinstance(pair, tuple)
        params |= {id: pair[1], id + 10: pair[0]}
    return "MaxPoolingInd", params


def unpooling(op: Operator) -> CompletedLayer | None:
    """Complete an unpooling that doubles height and width."""
    before, after = (op.shapes.get(name, ()) for name in (op.inputs[0], op.outputs[0]))
    is_doubled = len(before) > 1 and after[-2:] == (2 * before[-2], 2 * before[-1])
    return ("MaxUnPooling", {}) if is_doubled else None


KNOWN: Mapping[str, Callable[[Operator], CompletedLayer | None]] = {
    "torch.topk": topk,
    "torch.gather": gather,
    "torch.index_select": index_select,
    "F.linear": linear,
    "Tensor.reshape": reshape,
    "F.max_pool2d": pooling,
    "aten::max_unpool2d": unpooling,
}
"""Operator -> function that returns the completed layer; None if it cannot be completed."""
BLOBS = {"aten::max_unpool2d": 2}
"""Number of inputs that are blobs; the others are constants that pnnx does not write."""
CONSTANT = "pnnx.Expression"


def complete(param: Path, graph: Path) -> None:
    """
    Add the parameters of operators that pnnx left unconverted.

        torch.topk topk_0 1 2 a b c    becomes    torch.topk topk_0 1 2 a b c 0=3 1=-1 2=1
    """
    lines = lines_of(param.read_text(encoding="utf-8"))
    if not any(line.split(maxsplit=1)[:1] and line.split()[0] in KNOWN for line in lines):
        return
    operators = operators_in(graph)
    lines = [completed(line, operators) for line in lines]
    param.write_text("\n".join(without_unread_constants(lines)), encoding="utf-8")


def without_unread_constants(lines: Sequence[str]) -> list[str]:
    """Return lines without unread constants, and with the new count."""
    words = [line.split() for line in lines]
    read = {
        blob
        for line in words[2:]
        if len(line) > COUNTS_AT
        for blob in line[COUNTS_AT + 2 :][: int(line[COUNTS_AT])]
    }
    kept = [
        line
        for line, its_words in zip(lines, words, strict=True)
        if its_words[:1] != [CONSTANT] or not read.isdisjoint(its_words[COUNTS_AT + 2 :])
    ]
    if len(kept) < len(lines):
        layers, blobs = (int(word) - len(lines) + len(kept) for word in words[1])
        kept[1] = f"{layers} {blobs}"
    return kept


def completed(line: str, operators: Mapping[str, Operator]) -> str:
    """Return a layer's line, with parameters if it is such an operator."""
    words = line.split()
    operator = operators.get(words[1]) if len(words) > COUNTS_AT else None
    if operator is None or words[0] not in KNOWN:
        return line
    layer = KNOWN[words[0]](operator)
    if layer is None:
        return line
    kind, params = layer
    first = COUNTS_AT + 2
    middle = first + int(words[COUNTS_AT])
    inputs = words[first:middle][: BLOBS.get(words[0])]
    outputs = words[middle : middle + int(words[COUNTS_AT + 1])]
    counts = [str(len(inputs)), str(len(outputs))]
    numbers = [f"{id}={value}" for id, value in params.items()]
    return " ".join([kind, words[1], *counts, *inputs, *outputs, *numbers])


def operators_in(graph: Path) -> dict[str, Operator]:
    """Return the operators of a graph by name."""
    found: dict[str, Operator] = {}
    for line in lines_of(graph.read_text(encoding="utf-8")):
        words = line.split()
        if len(words) > COUNTS_AT + 1 and words[COUNTS_AT].isdecimal():
            found[words[1]] = operator_of(words)
    return found


def operator_of(words: Sequence[str]) -> Operator:
    """Read a line of a graph: type, name, counts, blobs, `key=value`, `#blob=(shape)type`."""
    first = COUNTS_AT + 2
    middle = first + int(words[COUNTS_AT])
    last = middle + int(words[COUNTS_AT + 1])
    params: dict[str, GraphValue] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    for word in words[last:]:
        key, _, text = word.partition("=")
        if key.startswith("#"):
            shapes[key[1:]] = numbers_in(text.rpartition(")")[0].removeprefix("("))
        elif key[:1] not in "@$":
            params[key] = value_of(text)
    type = words[0].removeprefix(PREFIX)
    return Operator(type, params, words[first:middle], shapes, words[middle:last])


def numbers_in(text: str) -> tuple[int, ...]:
    """Read extents; unknown ones are -1."""
    return tuple(int(word) if word.isdecimal() else -1 for word in text.split(",") if word)


def value_of(text: str) -> GraphValue:
    """Read a value."""
    if text in WORDS:
        return WORDS[text]
    if text.startswith("("):
        return numbers_in(text.strip("()"))
    try:
        return int(text)
    except ValueError:
        return text
