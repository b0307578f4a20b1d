"""Small networks on sequences, as exporters write public architectures: text of a `.param`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

WIDTH, HEADS = 32, 4
SIZE = WIDTH // HEADS
"""Columns of a head."""
MOST = 128
"""Rows of tables of positions; relative ones have `2 * MOST - 1`."""


class Layers:
    """Layers of a network; each method appends some, and returns their result."""

    def __init__(self, *inputs: str):
        self.lines: list[tuple[str, str, list[str], list[str], str]] = []
        for name in inputs:
            self.lines.append(("Input", name, [], [name], ""))

    def add(self, type: str, inputs: Sequence[str], params: str = "", count: int = 1) -> list[str]:
        """Append a layer; return its results."""
        outputs = [f"{type.lower()}{len(self.lines)}_{i}" for i in range(count)]
        self.lines.append((type, f"l{len(self.lines)}", list(inputs), outputs, params))
        return outputs

    def one(self, type: str, x: str | Sequence[str], params: str = "") -> str:
        """Append a layer of one result."""
        return self.add(type, [x] if isinstance(x, str) else x, params)[0]

    def text(self, *outputs: str) -> str:
        """The `.param`; blobs of several readers are copied by Split, results are called y0, y1."""
        readers = Counter(blob for _, _, inputs, _, _ in self.lines for blob in inputs)
        named = {blob: f"y{i}" for i, blob in enumerate(outputs)}
        copied = {blob: name for blob, name in named.items() if readers[blob]}
        copies: dict[str, list[str]] = {}
        lines: list[str] = []
        for type, name, inputs, results, params in self.lines:
            inputs = [copies[blob].pop() if blob in copies else blob for blob in inputs]
            names = [
                *inputs,
                *(blob if blob in copied else named.get(blob, blob) for blob in results),
            ]
            lines.append(f"{type} {name} {len(inputs)} {len(results)} {' '.join(names)} {params}")
            for blob in results:
                count = readers[blob] + (blob in copied)
                if count > 1:
                    copies[blob] = [f"{blob}c{i}" for i in range(readers[blob])]
                    names = " ".join([*copies[blob], *filter(None, [copied.get(blob)])])
                    lines.append(f"Split {blob}s 1 {count} {blob} {names}")
        blobs = sum(int(line.split()[3]) for line in lines)
        return "\n".join(["7767517", f"{len(lines)} {blobs}", *lines, ""])

    # Parts ----------------------------------------------------------------------------------------

    def add_up(self, a: str, b: str) -> str:
        return self.one("BinaryOp", [a, b], "0=0")

    def times(self, a: str, b: str) -> str:
        return self.one("BinaryOp", [a, b], "0=2")

    def linear(self, x: str, outputs: int, inputs: int = WIDTH) -> str:
        return self.one("Gemm", x, f"10=4 2=0 3=1 4=0 5=1 6=1 7=0 8={outputs} 9={inputs}")

    def norm(self, x: str, type: str = "LayerNorm") -> str:
        return self.one(type, x, f"0={WIDTH} 1=1e-5 2=1")

    def table(self, *shape: int) -> str:
        """A stored array."""
        keys = {1: (0,), 2: (1, 0), 3: (2, 1, 0)}[len(shape)]
        params = " ".join(f"{key}={n}" for key, n in zip(keys, shape, strict=True))
        return self.one("MemoryData", [], params)

    def crop(self, x: str, like: str, starts: str, ends: str, axes: str) -> str:
        return self.one("Crop", [x, like], f'19="{starts}" 20="{ends}" 21="{axes}"')

    def positions(self, x: str) -> str:
        """Add absolute positions."""
        return self.add_up(x, self.crop(self.table(MOST, WIDTH), x, "0", "1h", "0"))

    def heads(self, x: str) -> str:
        """`rows,columns` as `heads,rows,size`."""
        parts = self.one("Reshape", x, f"0={SIZE} 1={HEADS} 2=-1")
        return self.one("Permute", parts, "0=2")

    def from_heads(self, x: str) -> str:
        """`heads,rows,size` as `rows,columns`."""
        return self.one("Reshape", self.one("Permute", x, "0=2"), f"0={WIDTH} 1=-1")

    def feed_forward(self, x: str, activation: str = "GELU") -> str:
        return self.linear(self.one(activation, self.linear(x, 48)), WIDTH, 48)

    def attention(self, *inputs: str) -> str:
        area = WIDTH * WIDTH
        params = f"0={WIDTH} 1={HEADS} 2={area} 3={WIDTH} 4={WIDTH}"
        return self.one("MultiHeadAttention", inputs, params)

    def block(self, x: str) -> str:
        """Attention and two products, each normalized before."""
        x = self.add_up(x, self.attention(self.norm(x)))
        return self.add_up(x, self.feed_forward(self.norm(x)))

    def relative_to_absolute(self, x: str, like: str) -> str:
        """Scores by distance, `heads,T,2T-1`, as scores by key: `heads,T,T`."""
        padded = self.one("Padding", x, "2=1")
        turned = self.one("Reshape", padded, '6="0h,0w,0c"')
        rest = self.one("Crop", turned, "-23309=1,1 -23310=1,2147483647 -23311=1,1")
        rows = self.one("Reshape", [rest, x], '6="1w,1h,1c"')
        return self.crop(rows, like, "0", "1h", "2")

    def relative_attention(self, x: str) -> str:
        """Attention whose scores have a part by distance."""
        queries, keys, values = (self.heads(self.linear(x, WIDTH)) for _ in range(3))
        table = self.table(2 * MOST - 1, WIDTH)
        rows = self.crop(table, x, f"-({MOST},1h)", f"+({MOST - 1},1h)", "0")
        distances = self.heads(self.linear(rows, WIDTH))
        by_key = self.one("MatMul", [self.add_up(queries, self.table(HEADS, 1, SIZE)), keys], "0=1")
        by_distance = self.one("MatMul", [queries, distances], "0=1")
        scores = self.add_up(by_key, self.relative_to_absolute(by_distance, x))
        weights = self.one("Softmax", scores, "0=2 1=1")
        mixed = self.from_heads(self.one("MatMul", [weights, values]))
        return self.linear(mixed, WIDTH)

    def global_norm(self, x: str) -> str:
        """Normalize by mean and variance of all elements, as Conv-TasNet does."""
        mean = self.one("Reduction", x, "0=3 1=1 4=1 5=1")
        x = self.one("BinaryOp", [x, mean], "0=1")
        variance = self.one("Reduction", self.one("UnaryOp", x, "0=4"), "0=3 1=1 4=1 5=1")
        scale = self.one("UnaryOp", self.one("BinaryOp", variance, "0=0 1=1 2=1e-5"), "0=6")
        return self.times(self.times(x, scale), self.table(WIDTH, 1))

    def convolution(self, x: str, outputs: int, inputs: int, kernel: int, more: str = "") -> str:
        size = outputs * inputs * kernel
        return self.one("Convolution1D", x, f"0={outputs} 1={kernel} 5=1 6={size} {more}")

    def depthwise(self, x: str, channels: int, kernel: int, dilation: int = 1) -> str:
        pad = kernel // 2 * dilation
        params = f"0={channels} 1={kernel} 2={dilation} 4={pad} 5=1 6={channels * kernel}"
        return self.one("ConvolutionDepthWise1D", x, f"{params} 7={channels}")


def bert() -> str:
    """Words, absolute positions, two blocks; rows, and a vector of the first."""
    n = Layers("ids")
    x = n.positions(n.one("Embed", "ids", f"0={WIDTH} 1=50 2=0 3={50 * WIDTH}"))
    x = n.block(n.block(n.norm(x)))
    first = n.one("Crop", x, "-23309=1,0 -23310=1,1 -23311=1,0")
    pooled = n.one("TanH", n.one("InnerProduct", first, f"0=8 1=1 2={8 * WIDTH}"))
    return n.text(x, pooled)


def t5() -> str:
    """Rows, attention with a table of biases by distance, a gated product."""
    n = Layers("x")
    x = "x"
    rows = n.norm(x, "RMSNorm")
    queries, keys, values = (n.heads(n.linear(rows, WIDTH)) for _ in range(3))
    bias = n.crop(n.table(HEADS, MOST, MOST), x, "0,0", "1h,1h", "1,2")
    mixed = n.one("SDPA", [queries, keys, values, bias], "5=1 6=1.0")
    x = n.add_up(x, n.linear(n.from_heads(mixed), WIDTH))
    rows = n.norm(x, "RMSNorm")
    gated = n.times(n.one("GELU", n.linear(rows, 48)), n.linear(rows, 48))
    return n.text(n.add_up(x, n.linear(gated, WIDTH, 48)))


def vision_transformer() -> str:
    """Patches of an image of any size with positions by row and column; classes, and an image."""
    n = Layers("image")
    patches = n.one("Convolution", "image", f"0={WIDTH} 1=8 3=8 5=1 6={WIDTH * 3 * 64}")
    table = n.crop(n.table(WIDTH, 16, 16), patches, "0,0", "1h,1w", "1,2")
    patches = n.add_up(patches, table)
    tokens = n.one("Permute", n.one("Reshape", patches, f"0=-1 1={WIDTH}"), "0=1")
    x = n.one("Concat", [n.table(1, WIDTH), tokens], "0=0")
    x = n.norm(n.block(n.block(x)))
    first = n.one("Crop", x, "-23309=1,0 -23310=1,1 -23311=1,0")
    classes = n.one("InnerProduct", first, f"0=7 1=1 2={7 * WIDTH}")
    rest = n.one("Crop", x, "-23309=1,1 -23310=1,2147483647 -23311=1,0")
    maps = n.one("Reshape", [n.one("Permute", rest, "0=1"), patches], '6="1w,1h,1c"')
    pixels = n.one("Convolution", maps, f"0=48 1=1 5=1 6={48 * WIDTH}")
    return n.text(classes, n.one("PixelShuffle", pixels, "0=4"))


def zipformer() -> str:
    """Frames, two strided convolutions, layers at the full and at half of the rate."""
    n = Layers("frames")
    x = n.one("ExpandDims", "frames", "-23303=1,0")
    x = n.one("Swish", n.one("Convolution", x, "0=8 1=3 3=2 4=1 5=1 6=72"))
    x = n.one("Swish", n.one("Convolution", x, "0=16 1=3 3=2 4=1 5=1 6=1152"))
    x = n.one("Reshape", n.one("Permute", x, "0=2"), "0=96 1=-1")
    x = _zipformer_layer(n, n.linear(x, WIDTH, 96))
    pairs = n.one("Reshape", x, f"0={WIDTH} 1=2 2=-1")
    half = n.one("Reduction", n.times(pairs, n.table(1, 2, 1)), "0=0 1=0 -23303=1,1 5=1")
    half = _zipformer_layer(n, half)
    twice = n.one("Tile", n.one("ExpandDims", half, "-23303=1,1"), "-23302=3,1,2,1")
    twice = n.one("Reshape", twice, f"0={WIDTH} 1=-1")
    return n.text(n.add_up(x, n.times(twice, n.table(1, WIDTH))))


def _zipformer_layer(n: Layers, x: str) -> str:
    start = x
    x = n.add_up(x, n.feed_forward(x, "Swish"))
    x = n.add_up(x, n.relative_attention(x))
    gated = n.one("GLU", n.one("Permute", n.linear(x, 2 * WIDTH), "0=1"), "0=0")
    moved = n.one("Swish", n.depthwise(gated, WIDTH, 15))
    x = n.add_up(x, n.linear(n.one("Permute", moved, "0=1"), WIDTH))
    squares = n.one("UnaryOp", n.one("BinaryOp", [x, n.table(1, WIDTH)], "0=1"), "0=4")
    mean = n.one("Reduction", squares, "0=3 1=0 -23303=1,1 4=1 5=1")
    x = n.times(x, n.one("UnaryOp", mean, "0=6"))
    change = n.one("BinaryOp", [x, start], "0=1")
    return n.add_up(start, n.times(change, n.table(1, WIDTH)))


def conv_tasnet() -> str:
    """Samples, masks of two sources, samples again."""
    n = Layers("samples")
    frames = n.one("ReLU", n.convolution("samples", WIDTH, 1, 16, "3=8"))
    x = n.convolution(n.global_norm(frames), WIDTH, WIDTH, 1)
    for dilation in (1, 2):
        y = n.one("PReLU", n.convolution(x, WIDTH, WIDTH, 1), "0=1")
        y = n.one("PReLU", n.depthwise(n.global_norm(y), WIDTH, 3, dilation), "0=1")
        x = n.add_up(x, n.convolution(n.global_norm(y), WIDTH, WIDTH, 1))
    masks = n.one("Sigmoid", n.convolution(x, 2 * WIDTH, WIDTH, 1))
    masks = n.one("Reshape", masks, f"0=-1 1={WIDTH} 2=2")
    masked = n.times(masks, n.one("ExpandDims", frames, "-23303=1,0"))
    sources = n.add("Slice", [masked], "-23300=2,-233,-233 1=0", 2)
    rows = (n.one("Squeeze", source, "-23303=1,0") for source in sources)
    deconvolution = f"0=1 1=16 3=8 5=1 6={16 * WIDTH}"
    return n.text(*(n.one("Deconvolution1D", row, deconvolution) for row in rows))


def crnn() -> str:
    """A line of text of any length, classes of its columns."""
    n = Layers("line")
    x = n.one("Convolution", "line", "0=16 1=3 4=1 5=1 6=144 9=1")
    x = n.one("Pooling", x, "0=0 1=2 2=2")
    x = n.one("Convolution", x, f"0={WIDTH} 1=3 4=1 5=1 6={16 * WIDTH * 9} 9=1")
    x = n.one("Squeeze", n.one("Pooling", x, "0=0 1=1 11=8 2=1 12=8"), "-23303=1,1")
    x = n.one("LSTM", n.one("Permute", x, "0=1"), f"0=24 1={2 * 96 * WIDTH} 2=2")
    return n.text(n.one("Softmax", n.linear(x, 11, 48), "0=1 1=1"))


def whisper() -> str:
    """Frames through convolutions to an encoder; words that attend to its rows."""
    n = Layers("frames", "ids")
    x = n.one("GELU", n.convolution("frames", WIDTH, 16, 3, "4=1"))
    x = n.one("GELU", n.convolution(x, WIDTH, WIDTH, 3, "3=2 4=1"))
    rows = n.norm(n.block(n.positions(n.one("Permute", x, "0=1"))))
    words = n.positions(n.one("Embed", "ids", f"0={WIDTH} 1=50 2=0 3={50 * WIDTH}"))
    words = n.block(words)
    words = n.add_up(words, n.attention(n.norm(words), rows))
    return n.text(n.linear(n.norm(words), 50))


def joiner() -> str:
    """The words of a transducer for each frame and each word before."""
    n = Layers("frames", "words")
    frames = n.one("ExpandDims", n.linear("frames", WIDTH), "-23303=1,1")
    words = n.one("ExpandDims", n.linear("words", WIDTH), "-23303=1,0")
    rows = n.one("Reshape", n.one("TanH", n.add_up(frames, words)), f"0={WIDTH} 1=-1")
    lattice = n.one("Reshape", [n.linear(rows, 50), "frames", "words"], '6="50,2h,1h"')
    return n.text(n.one("Softmax", lattice, "0=2 1=1"))


def text_to_speech() -> str:
    """Words, attention by distance for keys and values, convolutions: as VITS and FastSpeech."""
    n = Layers("ids")
    x = n.one("Embed", "ids", f"0={WIDTH} 1=50 2=0 3={50 * WIDTH}")
    queries, keys, values = (n.heads(n.linear(x, WIDTH)) for _ in range(3))
    bounds = f"-({MOST},1h)", f"+({MOST - 1},1h)", "0"
    by_key, by_value = (n.crop(n.table(2 * MOST - 1, SIZE), x, *bounds) for _ in range(2))
    relative = n.one("MatMul", [queries, by_key], "0=1")
    scores = n.add_up(n.one("MatMul", [queries, keys], "0=1"), n.relative_to_absolute(relative, x))
    weights = n.one("Softmax", scores, "0=2 1=1")
    # By distance again: rows of T and T - 1 zeros, as one, behind T zeros, as rows of 2T.
    behind = n.crop(n.table(HEADS, MOST, MOST), x, "0,0", "1h,-(1h,1)", "1,2")
    rows = n.one("Concat", [weights, n.times(behind, n.table(1))], "0=2")
    flat = n.one("Reshape", rows, f"0=-1 1={HEADS}")
    before = n.crop(n.times(n.table(HEADS, MOST), n.table(1)), x, "0", "1h", "1")
    shifted = n.one("Concat", [before, flat], "0=1")
    shifted = n.one("Reshape", [shifted, x], f'6="*(2,1h),1h,{HEADS}"')
    distances = n.one("Crop", shifted, "-23309=1,1 -23310=1,2147483647 -23311=1,2")
    mixed = n.add_up(n.one("MatMul", [weights, values]), n.one("MatMul", [distances, by_value]))
    x = n.norm(n.add_up(x, n.linear(n.from_heads(mixed), WIDTH)))
    y = n.one("ReLU", n.convolution(n.one("Permute", x, "0=1"), 48, WIDTH, 9, "4=4"))
    y = n.convolution(y, WIDTH, 48, 1)
    return n.text(n.norm(n.add_up(x, n.one("Permute", y, "0=1"))))
