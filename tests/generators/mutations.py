"""
Model files that were good once: each number is a seed model with some damage, always the same.

    python -m tests.generators.mutations --replay 4711 [--write FOLDER]

shows what became of one, and writes its files. The seeds are random cases of every layer of ncnn
and random small networks, in text and in binary form.
"""

from __future__ import annotations

import argparse
import functools
import random
import re
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ncnnc.compiler.diagnostics import NcnncError
from ncnnc.compiler.format.param_binary_writer import param_binary
from ncnnc.compiler.format.param_reader import read_param_text

from .layer_cases import families  # noqa: F401 - its modules register the generators
from .layer_cases.case import GENERATORS
from .layer_cases.running import draw
from .random_graphs import random_network

CASES_OF_LAYER = 3
NETWORKS = 20
VALUES = (
    *("-1", "0", "1", "2", "3", "4", "5", "7", "8", "16", "17", "100", "32768", "2147483647"),
    *("2147483648", "-2147483648", "9223372036854775807", "1000000000", "-233", "0.5", "1e30"),
    *("1e-30", "-0.0", "nan", "inf", "-inf", "", "x", '"x"', "0x10", "1_0", "1,2", "3,1,2,3", "é"),
    *('"', '""', '"0w', '"0w"1', '"0w,1"', "0w,1", "1e39", f'"{"w" * 70_000}"', "9" * 400),
)
"""Replacements of a number in a text."""
SMALL = tuple(str(i) for i in range(-2, 6))
FLOATS = ("16777215.0", "-1234567.0", "123456789.0", "3.4028235e38", "-1e-45", "1e-7", "0.1")
"""Some that are not printed with six digits."""
NAMES = (
    *("слой", "出力", "cönv", "\U0001f600", "a\u0301"),
    *('a"b', "a\\b", "a\\n", "%x", "@main", "#x", "!x", "//", "{", "}", "<a>", "(", "a,b"),
    *("a.b/c:0", "-", "7", "0x1", "1.5", "main", "true", "->", "func.func", "arg0", "out0"),
    *("_", "$", "?", "*", "\u00a0", "\u200b", "n" * 255, "n" * 256),
)
"""Names of layers and blobs."""
WORDS = (
    *(-1, 0, 1, 2, 3, 5, 16, 255, 1 << 15, (1 << 31) - 1, -(1 << 31)),
    *(-233, -23300, -23310, -23400, -23406, -23419),
    *(0x7F800000, 0x7FC00000, 0x41414141),
)
"""Replacements of a word of a binary file."""
STARTS = (
    *(b"", b" \n", b"\xef\xbb\xbf", b"# a comment\n", b"\x00", b"\xff\xfe", b"12 12\n", b"7767516"),
    *(
        b"PK\x03\x04",
        b"\x08\x07\x12\x07pytorch",
        b"\x89HDF\r\n\x1a\n",
        b"GGUF",
        b"TFL3",
        b"7767517",
    ),
)
"""Beginnings of other file types, and unreadable ones."""
OTHER_LAYERS = (
    "Noop",
    "Reelu {n} 1 1 {b} {n}",
    "nn.Conv2d {n} 1 1 {b} {n}",
    "YoloDetectionOutput {n} 1 1 {b} {n}",
    "Convolution {n} 1 1 {b} {n} 0=4 1=1 6=16 8=1 19=1",
    "Convolution {n} 2 1 {b} {b} {n} 0=4 1=1 6=16 19=1",
    "MemoryData {n} 0 1 {n} 0=0 1=2",
    "MemoryData {n} 0 1 {n} 0=2 21=2",
    "MemoryData {n} 0 1 {n} 0=2 21=0",
    "Input {n} 0 1 {n}",
    "Input {n} 0 2 {n} {n}b 0=4",
    "ShuffleChannel {n} 1 2 {b} {n} {n}b",
    "BinaryOp {n} 1 1 nobody {n}",
    "Embed {n} 1 1 {b} {n} 0=4 1=9 3=36",
    'Reshape {n} 1 1 {b} {n} 6="-1"',
    'Crop {n} 1 1 {b} {n} 19="0" 20="2" 21="0"',
)
"""Layers that ncnn or ncnnc does not have, or not so."""
TAGS = (0, 1, 0x0002C056, 0x01306B47, 0x000D4B38, 0xFFFFFFFF)


@dataclass(frozen=True)
class Files:
    """A model."""

    param: bytes
    weights: bytes


Mutator = Callable[[random.Random, Files], Files]


@functools.cache
def seed_models() -> tuple[Files, ...]:
    """Good models: of every layer, and networks of several; text, and binary where it can be."""
    cases = [draw(GENERATORS[name], i)[1] for name in GENERATORS for i in range(CASES_OF_LAYER)]
    models = [*cases, *map(random_network, range(NETWORKS))]
    texts = [Files(model.param_text().encode(), model.weight_bytes()) for model in models]
    quoted = [files for files in texts if b'"' in files.param]
    return *texts, *(replace(f, param=binary(f.param)) for f in (*texts[::3], *quoted))


def binary(text: bytes) -> bytes:
    """The binary form of a `.param`; the text, if it has none."""
    try:
        return param_binary(read_param_text(text, "m.param"))
    except NcnncError:
        return text


# Damage -------------------------------------------------------------------------------------------


def change_bytes(dice: random.Random, files: Files) -> Files:
    """Bytes of the `.param` changed, put in, left out, or repeated."""
    data = bytearray(files.param)
    for _ in range(dice.randint(1, 4)):
        at, length = dice.randrange(len(data) + 1), dice.randint(1, 8)
        part = data[at : at + length]
        new = (dice.randbytes(length), b"", part + part, bytes(b ^ 1 for b in part))
        data[at : at + length] = dice.choice(new)
    return replace(files, param=bytes(data))


def change_words(dice: random.Random, files: Files) -> Files:
    """A word of a binary `.param`."""
    at = 4 * dice.randrange(max(len(files.param) // 4, 1))
    word = struct.pack("<i", dice.choice(WORDS))
    return replace(files, param=files.param[:at] + word + files.param[at + 4 :])


def change_tokens(dice: random.Random, files: Files, values: Sequence[str] = VALUES) -> Files:
    """Numbers of the text: counts, keys, values."""
    words = re.split(rb"([\s=,]+)", files.param)
    places = [i for i, word in enumerate(words) if re.fullmatch(rb"-?[\d.e+-]+", word)]
    for place in dice.sample(places, min(dice.randint(1, 3), len(places))):
        words[place] = dice.choice(values).encode()
    return replace(files, param=b"".join(words))


def change_values(dice: random.Random, files: Files) -> Files:
    """Values of parameters, mostly to small numbers: most of them are still good ones."""
    pairs = list(re.finditer(rb" (\d+)=(-?[\d.e+-]+)", files.param))
    if not pairs:
        return files
    chosen = dice.choice(pairs)
    start, end = chosen.span(2)
    value = dice.choice(FLOATS if dice.random() < 0.1 else SMALL).encode()
    return replace(files, param=files.param[:start] + value + files.param[end:])


def add_parameter(dice: random.Random, files: Files) -> Files:
    """One more parameter at the end of a layer."""
    lines = files.param.split(b"\n")
    place = dice.randrange(len(lines))
    key = dice.choice((str(dice.randint(0, 32)), f"-233{dice.randint(0, 31):02}"))
    lines[place] += f" {key}={dice.choice((*VALUES, *SMALL))}".encode()
    return replace(files, param=b"\n".join(lines))


def change_lines(dice: random.Random, files: Files) -> Files:
    """Lines left out, repeated, or moved; the counts mostly follow."""
    lines = files.param.split(b"\n")
    if len(lines) < 4:
        return files
    place, other = dice.randrange(2, len(lines)), dice.randrange(2, len(lines))
    match dice.randrange(3):
        case 0:
            del lines[place]
        case 1:
            lines.insert(other, lines[place])
        case _:
            lines.insert(other, lines.pop(place))
    return replace(files, param=b"\n".join(with_counts(dice, lines)))


def change_blobs(dice: random.Random, files: Files) -> Files:
    """A word that stands for a blob or a layer in the place of another."""
    lines = [line.split(b" ") for line in files.param.split(b"\n")]
    places = [(i, j) for i, line in enumerate(lines) for j, w in enumerate(line) if j > 0 and w]
    if len(places) > 1:
        (line, word), (other_line, other) = dice.sample(places, 2)
        lines[line][word] = lines[other_line][other]
    return replace(files, param=b"\n".join(b" ".join(line) for line in lines))


def rename(dice: random.Random, files: Files) -> Files:
    """The name of a blob or a layer, wherever it stands."""
    lines = [line.split(b" ") for line in files.param.split(b"\n")]
    names = [word for line in lines[2:] for word in line[1:] if word and b"=" not in word]
    names = [name for name in names if not name.isdigit()]
    if not names:
        return files
    old, new = dice.choice(names), dice.choice(NAMES).encode()
    words = [[new if word == old else word for word in line] for line in lines]
    return replace(files, param=b"\n".join(map(b" ".join, words)))


def append_layer(dice: random.Random, files: Files) -> Files:
    """A layer behind an output."""
    lines = files.param.rstrip(b"\n").split(b"\n")
    last = lines[-1].split()
    if len(lines) < 3 or len(last) < 5:
        return files
    line = dice.choice(
        (
            "ReLU {n} 1 1 {b} {n}",
            "Pooling {n} 1 1 {b} {n} 0=0 1=2 2=2",
            "Pooling {n} 1 1 {b} {n} 0=1 4=1",
            "Softmax {n} 1 1 {b} {n} 0=0 1=1",
            "Flatten {n} 1 1 {b} {n}",
            "Permute {n} 1 1 {b} {n} 0=1",
            "Padding {n} 1 1 {b} {n} 0=1 1=1 2=2 3=0",
            "Reduction {n} 1 1 {b} {n} 0=0 1=0 -23303=1,0",
            "BinaryOp {n} 1 1 {b} {n} 0=2 1=1 2=0.5",
            "Interp {n} 1 1 {b} {n} 0=2 1=2.0 2=2.0",
            "Reshape {n} 1 1 {b} {n} 0=-1",
            "Split {n} 1 2 {b} {n} {n}b",
        )
    )
    name, blob = f"appended{dice.randrange(1000)}", last[-1].decode("latin-1")
    for word in last[4:]:
        if b"=" not in word:
            blob = word.decode("latin-1")
    lines.append(line.format(n=name, b=blob).encode("latin-1"))
    return replace(files, param=b"\n".join([*with_counts(dice, lines), b""]))


def change_start(dice: random.Random, files: Files) -> Files:
    """Insert or replace the beginning of a file."""
    start = dice.choice(STARTS)
    if dice.random() < 0.2:
        return Files(files.weights, files.param)
    return replace(files, param=dice.choice((start, start + files.param)))


def add_other_layer(dice: random.Random, files: Files) -> Files:
    """A layer of a kind that there is not, behind an output or a blob in the middle."""
    lines = files.param.rstrip(b"\n").split(b"\n")
    words = dice.choice(lines).decode("latin-1").split()
    if len(lines) < 3 or len(words) < 5:
        return files
    blobs = [word for word in words[4:] if "=" not in word] or ["nothing"]
    line = dice.choice(OTHER_LAYERS).format(n=f"other{dice.randrange(1000)}", b=blobs[-1])
    lines.append(line.encode("latin-1"))
    return replace(files, param=b"\n".join([*with_counts(dice, lines), b""]))


def drop_parameters(dice: random.Random, files: Files) -> Files:
    """Inputs without a shape, or any layer without its parameters."""
    lines = files.param.split(b"\n")
    places = [i for i, line in enumerate(lines) if line.startswith(b"Input")]
    if dice.random() < 0.3 or not places:
        places = [dice.randrange(len(lines))]
    for place in places:
        lines[place] = re.sub(rb" -?\d+=\S*", b"", lines[place])
    return replace(files, param=b"\n".join(lines))


def with_counts(dice: random.Random, lines: list[bytes]) -> list[bytes]:
    """The lines with the counts in their head mostly right."""
    if len(lines) > 2 and dice.random() < 0.9:
        count = sum(1 for line in lines[2:] if line.strip())
        lines[1] = f"{count} {4 * count + 8}".encode()
    return lines


def cut_weights(dice: random.Random, files: Files) -> Files:
    """A `.bin` that is shorter or longer."""
    size = len(files.weights)
    cut = dice.choice((0, size // 2, max(size - dice.randint(1, 9), 0), dice.randint(0, size)))
    more = files.weights + dice.randbytes(dice.randint(1, 70))
    return replace(files, weights=dice.choice((files.weights[:cut], more)))


def change_weights(dice: random.Random, files: Files) -> Files:
    """A `.bin` with other tags or numbers, not finite ones among them."""
    data = bytearray(files.weights)
    if len(data) < 4:
        return files
    at = 4 * dice.randrange(len(data) // 4)
    numbers = (float("nan"), float("inf"), 1e38, 1e-42, -0.0)
    word = struct.pack("<I", dice.choice(TAGS))
    data[at : at + 4] = dice.choice((word, struct.pack("<f", dice.choice(numbers))))
    return replace(files, weights=bytes(data))


WILD: tuple[Mutator, ...] = (
    change_bytes,
    change_words,
    change_tokens,
    change_values,
    add_parameter,
    change_lines,
    change_blobs,
    append_layer,
    cut_weights,
    change_weights,
    change_start,
    add_other_layer,
    drop_parameters,
    rename,
)
"""Damage of all kinds: most mutants are refused."""
TAME: tuple[Mutator, ...] = (
    change_values,
    append_layer,
    append_layer,
    change_weights,
    add_parameter,
    change_lines,
    rename,
)
"""Damage that leaves many models valid."""


def mutant(number: int, mutators: Sequence[Mutator] = WILD) -> Files:
    """The model of that number."""
    dice = random.Random(number)
    files = dice.choice(seed_models())
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 5))):
        files = dice.choice(mutators)(dice, files)
    return files


def main() -> None:
    """Show one of them."""
    from tests.helpers.fuzzing import compile_and_run, import_and_export

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replay", type=int, required=True, metavar="NUMBER")
    parser.add_argument("--tame", action="store_true", help="compile and run it")
    parser.add_argument("--write", metavar="FOLDER", type=Path)
    chosen = parser.parse_args()
    files = mutant(chosen.replay, TAME if chosen.tame else WILD)
    print(files.param.decode("utf-8", "backslashreplace"))
    if chosen.write:
        (chosen.write / "m.param").write_bytes(files.param)
        (chosen.write / "m.bin").write_bytes(files.weights)
    print(compile_and_run(chosen.replay) if chosen.tame else import_and_export(chosen.replay))


if __name__ == "__main__":
    main()
