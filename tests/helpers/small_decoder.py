"""A small decoder, written as exporters write language models: text of a `.param`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class SmallDecoder:
    """Layers of attention with caches and of a gated product, on rows of `width`."""

    layers: int = 2
    width: int = 64
    heads: int = 4
    key_heads: int = 4
    repeats: bool = False
    """True for keys and values whose heads are repeated for those of queries, in caches too."""
    size: int = 16
    """Columns of a head."""
    inner: int = 96
    lines: list[str] = field(default_factory=list[str])
    masks: list[str] = field(default_factory=list[str])
    angles: list[list[str]] = field(default_factory=list[list[str]])

    def text(self) -> str:
        """The `.param`: inputs in0 (rows), in1 (mask), in2, in3 (angles), and caches."""
        self.lines.clear()
        for name in ("in0", "in1", "in2", "in3", *self.caches):
            self.add("Input", [], [name])
        self.masks = self.split("in1", self.layers)
        self.angles = [self.split(name, 2 * self.layers) for name in ("in2", "in3")]
        x = "in0"
        for number in range(self.layers):
            x = self.feed_forward(self.attention(x, number), f"f{number}_")
        self.norm(x, "out0", self.width)
        blobs = sum(int(line.split()[3]) for line in self.lines)
        return "\n".join(["7767517", f"{len(self.lines)} {blobs}", *self.lines, ""])

    @property
    def caches(self) -> list[str]:
        """The inputs that hold keys and values of earlier runs."""
        return [f"cache_{kind}{number}" for number in range(self.layers) for kind in "kv"]

    def add(
        self, type: str, inputs: Sequence[str], outputs: Sequence[str], parameters: str = ""
    ) -> None:
        """Append a line."""
        counts = f"{len(inputs)} {len(outputs)}"
        words = [type, f"l{len(self.lines)}", counts, *inputs, *outputs, parameters]
        self.lines.append(" ".join(filter(None, words)))

    def split(self, x: str, count: int) -> list[str]:
        """Append copies of a blob."""
        names = [f"{x}_{i}" for i in range(count)]
        self.add("Split", [x], names)
        return names

    def norm(self, x: str, y: str, width: int) -> None:
        self.add("RMSNorm", [x], [y], f"0={width} 1=1e-6 2=1")

    def product(self, x: str, y: str, outputs: int, inputs: int) -> None:
        stored = f"10=-1 2=0 3=1 4=0 5=1 6=1 7=0 8={outputs} 9={inputs}"
        self.add("Gemm", [x], [y], stored)

    def heads_of(self, x: str, name: str, heads: int, is_turned: bool) -> str:
        """Append the product that makes heads of rows, `heads,rows,size`."""
        self.product(x, name, heads * self.size, self.width)
        self.add("Reshape", [name], [f"{name}r"], f"0={self.size} 1={heads} 2=-1")
        rows = f"{name}r"
        if is_turned:
            rows = f"{name}n"
            self.norm(f"{name}r", rows, self.size)
        self.add("Permute", [rows], [f"{name}t"], "0=2")
        if not is_turned:
            return f"{name}t"
        angles = [copies.pop() for copies in self.angles]
        self.add("RotaryEmbed", [f"{name}t", *angles], [f"{name}o"], "0=0")
        return f"{name}o"

    def repeated(self, x: str) -> str:
        """Append the layers that repeat each head, as converters write them."""
        self.add("ExpandDims", [x], [f"{x}e"], "-23303=1,1")
        self.add("Tile", [f"{x}e"], [f"{x}m"], f"-23302=4,1,{self.heads // self.key_heads},1,1")
        self.add("Reshape", [f"{x}m"], [f"{x}g"], f"0={self.size} 1=-1 2={self.heads}")
        return f"{x}g"

    def attention(self, x: str, number: int) -> str:
        """Append attention to earlier rows, and the sum with x."""
        p = f"a{number}_"
        kept, given = self.split(x, 2)
        self.norm(given, f"{p}h", self.width)
        sources = self.split(f"{p}h", 3)
        q = self.heads_of(sources[0], f"{p}q", self.heads, True)
        k = self.heads_of(sources[1], f"{p}k", self.key_heads, True)
        v = self.heads_of(sources[2], f"{p}v", self.key_heads, False)
        if self.repeats:
            k, v = self.repeated(k), self.repeated(v)
        old = [f"cache_k{number}", f"cache_v{number}"]
        new = [f"out_{name}" for name in old]
        self.add("SDPA", [q, k, v, self.masks[number], *old], [f"{p}s", *new], "5=1 7=1")
        self.add("Permute", [f"{p}s"], [f"{p}st"], "0=2")
        self.add("Reshape", [f"{p}st"], [f"{p}sr"], f"0={self.heads * self.size} 1=-1")
        self.product(f"{p}sr", f"{p}so", self.width, self.heads * self.size)
        self.add("BinaryOp", [kept, f"{p}so"], [f"{p}y"], "0=0")
        return f"{p}y"

    def feed_forward(self, x: str, p: str) -> str:
        """Append a gated product, and the sum with x."""
        kept, given = self.split(x, 2)
        self.norm(given, f"{p}h", self.width)
        first, second = self.split(f"{p}h", 2)
        self.product(first, f"{p}g", self.inner, self.width)
        self.product(second, f"{p}u", self.inner, self.width)
        self.add("Swish", [f"{p}g"], [f"{p}w"])
        self.add("BinaryOp", [f"{p}w", f"{p}u"], [f"{p}m"], "0=2")
        self.product(f"{p}m", f"{p}d", self.width, self.inner)
        self.add("BinaryOp", [kept, f"{p}d"], [f"{p}y"], "0=0")
        return f"{p}y"

    def shapes(self, rows: object, past: object, both: object) -> dict[str, tuple[object, ...]]:
        """The shapes of the inputs, for rows and rows of the past."""
        heads = self.heads if self.repeats else self.key_heads
        caches = dict.fromkeys(self.caches, (heads, past, self.size))
        half = self.size // 2
        return {
            "in0": (rows, self.width),
            "in1": (rows, both),
            "in2": (rows, half),
            "in3": (rows, half),
            **caches,
        }
