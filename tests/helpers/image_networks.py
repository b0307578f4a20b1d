"""Small networks on images of any size, as exporters write public architectures."""

from __future__ import annotations

from tests.helpers.sequence_networks import WIDTH, Layers


def convolution(
    n: Layers, x: str, outputs: int, inputs: int, kernel: int = 1, stride: int = 1
) -> str:
    """A window with borders of half its size."""
    size = outputs * inputs * kernel * kernel
    pad = kernel // 2
    params = f"0={outputs} 1={kernel} 3={stride} 4={pad} 5=1 6={size}"
    return n.one("Convolution", x, params)


def swished(n: Layers, x: str, outputs: int, inputs: int, kernel: int = 3, stride: int = 1) -> str:
    return n.one("Swish", convolution(n, x, outputs, inputs, kernel, stride))


def tokens(n: Layers, x: str, channels: int = WIDTH) -> str:
    """The pixels of an image as rows."""
    return n.one("Permute", n.one("Reshape", x, f"0=-1 1={channels}"), "0=1")


def svtr() -> str:
    """A line of text; attention between its pixels beside convolutions, classes of columns."""
    n = Layers("line")
    x = n.one("HardSwish", convolution(n, "line", 16, 3, 3, 2), "0=0.1666667 1=0.5")
    x = n.one("Convolution", x, f"0={WIDTH} 1=1 11=3 3=1 13=2 4=0 14=1 5=1 6={16 * 3 * WIDTH}")
    rows = n.norm(n.block(tokens(n, x)))
    mixed = n.one("Reshape", n.one("Permute", rows, "0=1"), f"0=-1 1=4 2={WIDTH}")
    x = n.one("Concat", [x, mixed], "0=0")
    x = swished(n, x, WIDTH, 2 * WIDTH)
    columns = n.one("Permute", n.one("Reduction", x, "0=3 1=0 -23303=1,1 4=0 5=1"), "0=1")
    return n.text(n.one("Softmax", n.linear(columns, 11), "0=1 1=1"))


def yolo() -> str:
    """Boxes and scores of three scales, as YOLO 8: sides of boxes are means of distances."""
    n = Layers("image")
    x = swished(n, swished(n, "image", 8, 3, 3, 2), 16, 8, 3, 2)
    first, second = n.add("Slice", [x], "-23300=2,-233,-233 1=0", 2)
    third = n.add_up(second, swished(n, second, 8, 8))
    x = swished(n, n.one("Concat", [first, second, third], "0=0"), 16, 24, 1)
    scales = [x := swished(n, x, 16, 16, 3, 2) for _ in range(3)]
    pooled = n.one("Pooling", scales[2], "0=0 1=5 2=1 3=2 5=1")
    deepest = swished(n, n.one("Concat", [scales[2], pooled], "0=0"), 16, 32, 1)
    twice = n.one("Interp", deepest, "0=1 1=2.0 2=2.0")
    middle = swished(n, n.one("Concat", [twice, scales[1]], "0=0"), 16, 32, 1)
    heads: list[str] = []
    for scale in (scales[0], middle, deepest):
        sides, scores = convolution(n, scale, 32, 16), convolution(n, scale, 5, 16)
        heads.append(n.one("Reshape", n.one("Concat", [sides, scores], "0=0"), "0=-1 1=37"))
    sides, scores = n.add("Slice", [n.one("Concat", heads, "0=1")], "-23300=2,32,-233 1=0", 2)
    bins = n.one("Permute", n.one("Reshape", sides, "0=-1 1=8 2=4"), "0=2")
    means = n.one("Convolution", n.one("Softmax", bins, "0=0 1=1"), "0=1 1=1 6=8")
    boxes = n.one("Reshape", means, "0=-1 1=4")
    rows = n.one("Concat", [boxes, n.one("Sigmoid", scores)], "0=0")
    return n.text(n.one("Permute", rows, "0=1"))


def pyramid_attention() -> str:
    """Tokens that attend to those of an image of half its size, and go through its pixels: PVT."""
    n = Layers("image")
    maps = convolution(n, "image", WIDTH, 3, 7, 4)
    x = n.norm(tokens(n, maps))
    queries = n.norm(x)
    image = n.one("Reshape", [n.one("Permute", queries, "0=1"), maps], '6="1w,1h,1c"')
    half = n.one("Convolution", image, f"0={WIDTH} 1=2 3=2 5=1 6={4 * WIDTH * WIDTH}")
    x = n.add_up(x, n.attention(queries, n.norm(tokens(n, half))))
    hidden = n.one("Permute", n.linear(n.norm(x), 48), "0=1")
    hidden = n.one("Reshape", [hidden, maps], '6="1w,1h,48"')
    hidden = n.one("ConvolutionDepthWise", hidden, "0=48 1=3 4=1 5=1 6=432 7=48")
    hidden = n.one("GELU", tokens(n, hidden, 48))
    x = n.add_up(x, n.linear(hidden, WIDTH, 48))
    return n.text(n.one("Reshape", [n.one("Permute", x, "0=1"), maps], '6="1w,1h,1c"'))
