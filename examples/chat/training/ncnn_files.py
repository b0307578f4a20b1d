"""A decoder as ncnn models, in the form in which pnnx writes Qwen3: the texts of `.param` files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from shape import DecoderShape


@dataclass
class Graph:
    """The layers of a `.param`, which may name a blob in several places: ncnn wants Splits."""

    layers: list[tuple[str, list[str], list[str], str]] = field(default_factory=list)

    def add(self, type: str, inputs: Sequence[str], outputs: Sequence[str], params: str = ""):
        self.layers.append((type, list(inputs), list(outputs), params))

    def one(self, type: str, inputs: Sequence[str], params: str = "") -> str:
        """Add a layer with one output, and return that."""
        output = f"b{len(self.layers)}"
        self.add(type, inputs, [output], params)
        return output

    def gemm(self, x: str, inputs: int, outputs: int) -> str:
        return self.one("Gemm", [x], f"10=-1 2=0 3=1 4=0 5=1 6=1 7=0 8={outputs} 9={inputs}")

    def norm(self, x: str, channels: int) -> str:
        return self.one("RMSNorm", [x], f"0={channels} 1=1e-06 2=1")

    def text(self) -> str:
        """Return the `.param`, with a Split behind each blob that several layers read."""
        readers = Counter(blob for _, inputs, _, _ in self.layers for blob in inputs)
        taken: Counter[str] = Counter()
        lines: list[str] = []
        blobs = 0

        def line(type: str, inputs: list[str], outputs: list[str], params: str) -> None:
            nonlocal blobs
            blobs += len(outputs)
            name = f"{type.lower()}_{len(lines)}"
            counts = f"{len(inputs)} {len(outputs)}"
            lines.append(" ".join([type, name, counts, *inputs, *outputs, params]).rstrip())

        for type, inputs, outputs, params in self.layers:
            read = []
            for blob in inputs:
                read.append(f"{blob}_{taken[blob]}" if readers[blob] > 1 else blob)
                taken[blob] += 1
            line(type, read, outputs, params)
            for blob in outputs:
                if readers[blob] > 1:
                    copies = [f"{blob}_{number}" for number in range(readers[blob])]
                    line("Split", [blob], copies, "")
        return "\n".join(["7767517", f"{len(lines)} {blobs}", *lines, ""])


def decoder_param(shape: DecoderShape) -> str:
    """
    Return the `.param` of the layers between embeddings and head.

    Inputs: embeddings `in0`, a mask `in1`, cosines `in2` and sines `in3` of positions, and the
    keys and values of earlier tokens. Outputs: `out0`, and the caches with those of this run.
    """
    graph = Graph()
    for blob in ("in0", "in1", "in2", "in3"):
        graph.add("Input", [], [blob])
    caches = [f"cache_{kind}{layer}" for layer in range(shape.layers) for kind in "kv"]
    graph.add("Input", [], caches)
    x = "in0"
    for layer in range(shape.layers):
        attended = attention(graph, graph.norm(x, shape.channels), layer, shape)
        x = graph.one("BinaryOp", [x, attended], "0=0")
        x = graph.one("BinaryOp", [x, mlp(graph, graph.norm(x, shape.channels), shape)], "0=0")
    graph.add("RMSNorm", [x], ["out0"], f"0={shape.channels} 1=1e-06 2=1")
    return graph.text()


def attention(graph: Graph, x: str, layer: int, shape: DecoderShape) -> str:
    """Add the attention of a layer."""
    size = shape.head_size
    query = graph.one("RotaryEmbed", [heads(graph, x, shape, shape.heads, True), "in2", "in3"])
    key = graph.one("RotaryEmbed", [heads(graph, x, shape, shape.groups, True), "in2", "in3"])
    value = heads(graph, x, shape, shape.groups, False)
    shared = []
    for blob in (key, value):
        apart = graph.one("ExpandDims", [blob], "-23303=1,1")
        copies = graph.one("Tile", [apart], f"-23302=4,1,{shape.heads // shape.groups},1,1")
        shared.append(graph.one("Reshape", [copies], f"0={size} 1=-1 2={shape.heads}"))
    caches = [f"cache_{kind}{layer}" for kind in "kv"]
    attended = f"attended{layer}"
    graph.add(
        "SDPA",
        [query, *shared, "in1", *caches],
        [attended, *(f"out_{cache}" for cache in caches)],
        f"5=1 6={size**-0.5} 7=1",
    )
    rows = graph.one("Permute", [attended], "0=2")
    joined = graph.one("Reshape", [rows], f"0={shape.heads * size} 1=-1")
    return graph.gemm(joined, shape.heads * size, shape.channels)


def heads(graph: Graph, x: str, shape: DecoderShape, count: int, normalized: bool) -> str:
    """Add a projection to heads `(count, tokens, head_size)`."""
    size = shape.head_size
    projected = graph.gemm(x, shape.channels, count * size)
    split = graph.one("Reshape", [projected], f"0={size} 1={count} 2=-1")
    if normalized:
        split = graph.norm(split, size)
    return graph.one("Permute", [split], "0=2")


def mlp(graph: Graph, x: str, shape: DecoderShape) -> str:
    """Add the gated MLP of a layer."""
    gate = graph.one("Swish", [graph.gemm(x, shape.channels, shape.hidden)])
    product = graph.one("BinaryOp", [gate, graph.gemm(x, shape.channels, shape.hidden)], "0=2")
    return graph.gemm(product, shape.hidden, shape.channels)


def embedding_param(shape: DecoderShape) -> str:
    """Return the `.param` of the embeddings: tokens `in0` to rows `out0`."""
    graph = Graph()
    graph.add("Input", [], ["in0"])
    count = shape.vocabulary * shape.channels
    params = f"0={shape.channels} 1={shape.vocabulary} 2=0 3={count}"
    graph.add("Embed", ["in0"], ["out0"], params)
    return graph.text()


def head_param(shape: DecoderShape) -> str:
    """Return the `.param` of the head: rows `in0` to scores `out0` of all tokens."""
    graph = Graph()
    graph.add("Input", [], ["in0"])
    params = f"10=-1 2=0 3=1 4=0 5=1 6=1 7=1 8={shape.vocabulary} 9={shape.channels}"
    graph.add("Gemm", ["in0"], ["out0"], params)
    return graph.text()
