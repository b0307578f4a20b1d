"""Upscalers, recurrent networks, tokens, several inputs, layers of a program's own."""

from __future__ import annotations

import ncnn
import numpy as np
from networks import BLEND, OWN, RECURRENT, TOKENS, UPSCALE, photo, shown, write

PIXELS = ncnn.Mat.PixelType


def loaded(param: str, weights: str) -> ncnn.Net:
    net = ncnn.Net()
    assert (net.load_param(param), net.load_model(weights)) == (0, 0)
    return net


def tiles(net: ncnn.Net, size: int, pad: int) -> None:
    image = photo().astype(np.float32) / 255
    height, width, _ = image.shape
    out = np.zeros((2 * height, 2 * width, 3), np.float32)
    for y in range(0, height, size):
        for x in range(0, width, size):
            bottom, right = min(y + size, height), min(x + size, width)
            top, left = max(y - pad, 0), max(x - pad, 0)
            part = image[top : min(bottom + pad, height), left : min(right + pad, width)]
            tile = np.ascontiguousarray(part.transpose(2, 0, 1))
            ex = net.create_extractor()
            ex.input("data", ncnn.Mat(tile).clone())
            done = np.array(ex.extract("output")[1]).transpose(1, 2, 0)
            rows = slice(2 * (y - top), 2 * (bottom - top))
            out[2 * y : 2 * bottom, 2 * x : 2 * right] = done[
                rows, 2 * (x - left) : 2 * (right - left)
            ]
    pixels = out.clip(0, 1).__mul__(255.0).astype(np.uint8)
    shown("tiles", pixels.shape, len(pixels.tobytes()), float(out.mean()))


def frames(net: ncnn.Net) -> None:
    for seed in range(3):
        image = photo(24, 24, seed)
        mat = ncnn.Mat.from_pixels(image.tobytes(), PIXELS.PIXEL_RGB, 24, 24)
        mat.substract_mean_normalize([], [1 / 255.0, 1 / 255.0, 1 / 255.0])
        ex = net.create_extractor()
        ex.input("data", mat)
        shown("frame", np.array(ex.extract("output")[1]))


def states(net: ncnn.Net) -> None:
    hidden = np.zeros((1, 6), np.float32)
    for step in range(4):
        x = np.cos(np.arange(8, dtype=np.float32) * (step + 1)).reshape(1, 8)
        with net.create_extractor() as ex:
            ex.input("in0", ncnn.Mat(x).clone())
            ex.input("in1", ncnn.Mat(hidden).clone())
            code, out = ex.extract("out0")
            hidden = np.array(ex.extract("out1")[1])
        shown("state", code, np.array(out), hidden)


def tokens(net: ncnn.Net) -> None:
    for ids in ([3, 1, 4], [1, 5, 9, 2, 6]):
        ex = net.create_extractor()
        ex.input("in0", ncnn.Mat(np.array(ids, np.int32)).clone())
        shown("tokens", np.array(ex.extract("out0")[1]))


def three_inputs(net: ncnn.Net) -> None:
    first, second = (np.full((2, 3, 5), value, np.float32) for value in (2, 7))
    for time in (0.25, 0.5):
        step = ncnn.Mat(1)
        step.fill(time)
        ex = net.create_extractor()
        for name, mat in (("in0", ncnn.Mat(first)), ("in1", ncnn.Mat(second)), ("in2", step)):
            ex.input(name, mat.clone())
        out = ex.extract("out0")[1]
        shown("blend", out.w, out.h, out.c, out[0], out.channel(1).row(2)[4])


def noise(net: ncnn.Net) -> None:
    x = np.random.default_rng(0).standard_normal((2, 4, 4)).astype(np.float32)
    for step in range(5):
        scale = ncnn.Mat(np.array([0.9**step], np.float32)).clone()
        with net.create_extractor() as ex:
            ex.input("in0", ncnn.Mat(x).clone())
            ex.input("in1", ncnn.Mat(x * 0.1).clone())
            ex.input("in2", scale)
            x = np.array(ex.extract("out0")[1])
    shown("noise", x)


class Focus(ncnn.Layer):
    """Puts the four pixels of a square into channels."""

    def __init__(self) -> None:
        ncnn.Layer.__init__(self)
        self.one_blob_only = True

    def forward(self, bottom_blob: ncnn.Mat, top_blob: ncnn.Mat, opt: ncnn.Option) -> int:
        x = np.array(bottom_blob)
        parts = x[..., ::2, ::2], x[..., 1::2, ::2], x[..., ::2, 1::2], x[..., 1::2, 1::2]
        top_blob.clone_from(ncnn.Mat(np.concatenate(parts)), opt.blob_allocator)
        return -100 if top_blob.empty() else 0


def own_layers() -> None:
    made: list[ncnn.Layer] = []

    def create() -> ncnn.Layer:
        made.append(Focus())
        return made[-1]

    net = ncnn.Net()
    code = net.register_custom_layer("YoloV5Focus", create, lambda layer: made.remove(layer))
    param, weights = write("own", OWN)
    shown("own", code, net.load_param(param), net.load_model(weights), len(made))
    ex = net.create_extractor()
    ex.input("images", ncnn.Mat(np.arange(-8, 40, dtype=np.float32).reshape(3, 4, 4)).clone())
    code, out = ex.extract("output")
    shown("focus", code, out.w, out.h, out.c, np.array(out))
    ex.clear()
    net.clear()
    shown("made", len(made))


def main() -> None:
    upscale = loaded(*write("upscale", UPSCALE, (324, 12)))
    tiles(upscale, 20, 4)
    frames(upscale)
    states(loaded(*write("recurrent", RECURRENT, 144, 24, 108, (30, 5))))
    tokens(loaded(*write("tokens", TOKENS, 120)))
    blend = loaded(*write("blend", BLEND))
    three_inputs(blend)
    noise(blend)
    own_layers()


if __name__ == "__main__":
    main()
