"""Programs of several networks: faces and their features, lines of text, images from noise."""

from __future__ import annotations

import ncnn
import numpy as np
from networks import photo, shown, write

FACES = """7767517
11 13
Input         input0   0 1 input0
Convolution   stem     1 1 input0 a 0=8 1=3 3=2 4=1 5=1 6=216 9=2 -23310=1,1.0e-1
ConvolutionDepthWise dw 1 1 a b 0=8 1=3 3=2 4=1 5=1 6=72 7=8 9=1
Split         s        1 3 b b0 b1 b2
Convolution   cls      1 1 b0 c0 0=2 1=1 5=1 6=16
Permute       p0       1 1 c0 c1 0=3
Reshape       r0       1 1 c1 c2 0=2 1=-1
Softmax       prob     1 1 c2 conf 0=1 1=1
Convolution   box      1 1 b1 loc 0=4 1=1 5=1 6=32
Convolution   points   1 1 b2 l0 0=10 1=1 5=1 6=80
Permute       p1       1 1 l0 landmarks 0=3
"""
FEATURES = """7767517
5 5
Input         data     0 1 data
Convolution   c1       1 1 data a 0=8 1=3 3=2 4=1 5=1 6=216
Swish         sw       1 1 a b
Pooling       gap      1 1 b c 0=1 4=1
InnerProduct  fc1      1 1 c feature 0=16 1=1 2=128
"""
LINES = """7767517
8 8
Input         x        0 1 x
Convolution   c1       1 1 x a 0=12 1=3 11=8 3=1 4=1 14=0 5=1 6=864 9=1
Squeeze       sq       1 1 a b -23303=1,1
Permute       pm       1 1 b c 0=1
LSTM          lstm     1 1 c d 0=6 1=576 2=2
InnerProduct  fc       1 1 d e 0=11 1=1 2=132
Softmax       sm       1 1 e f 0=1 1=1
Noop          out      1 1 f out
"""
PROMPT = """7767517
4 5
Input         in0      0 1 in0
Embed         emb      1 1 in0 a 0=8 1=30 2=0 3=240
Split         s        1 2 a a0 a1
BinaryOp      add      2 1 a0 a1 out0 0=0
"""
DENOISE = """7767517
13 15
Input         latent   0 1 latent
Input         time     0 1 time
Input         prompt   0 1 prompt
Convolution   c1       1 1 latent a 0=8 1=3 4=1 5=1 6=288
InnerProduct  te       1 1 time t 0=8 1=1 2=32
Swish         sw       1 1 t u
Reshape       ru       1 1 u v 0=1 1=1 2=8
BinaryOp      at       2 1 a v b 0=0
Reshape       flat     1 1 b c 0=-1 1=8
Permute       pm       1 1 c d 0=1
InnerProduct  mix      1 1 d e 0=8 1=1 2=64
MatMul        look     2 1 e prompt f 0=1
Reduction     mean     1 1 f noise 0=3 1=0 -23303=1,1 5=1
"""
IMAGE = """7767517
4 4
Input         in0      0 1 in0
Interp        up       1 1 in0 a 0=2 1=2.0 2=2.0
Convolution   c1       1 1 a b 0=3 1=3 4=1 5=1 6=108
Sigmoid       sg       1 1 b out0
"""
PIXELS = ncnn.Mat.PixelType


def opened(name: str, text: str, *weights: int | tuple[int, int]) -> ncnn.Net:
    net = ncnn.Net()
    net.opt.num_threads = 1
    net.opt.use_fp16_storage = False
    net.opt.use_packing_layout = False
    param, model = write(name, text, *weights)
    assert net.load_param(param) == 0
    assert net.load_model(model) == 0
    return net


def faces() -> None:
    """Detect, crop each face, and find the nearest of a gallery."""
    detector = opened("faces", FACES, (216, 8), (72, 8), (16, 2), (32, 4), (80, 10))
    embedder = opened("features", FEATURES, (216, 8), (128, 16))
    image = photo(48, 64, seed=4)
    height, width = image.shape[:2]
    mat = ncnn.Mat.from_pixels(image, PIXELS.PIXEL_BGR, width, height)
    mat.substract_mean_normalize([104.0, 117.0, 123.0], [1 / 128.0] * 3)
    with detector.create_extractor() as ex:
        ex.input("input0", mat)
        found = {name: np.array(ex.extract(name)[1]) for name in ("conf", "loc", "landmarks")}
        again = np.array(ex.extract("conf")[1])
    shown("faces", *found.values(), bool(np.array_equal(again, found["conf"])))
    best = np.argsort(-found["conf"][:, 1], kind="stable")[:3]
    features: list[np.ndarray] = []
    for place in best:
        y, x = divmod(int(place), found["loc"].shape[2])
        left, top = min(x * 4, width - 24), min(y * 4, height - 24)
        area = (left, top, 24, 24)
        crop = ncnn.Mat.from_pixels_roi_resize(
            image, PIXELS.PIXEL_BGR2RGB, width, height, *area, 28, 28
        )
        crop.substract_mean_normalize([127.5] * 3, [1 / 127.5] * 3)
        ex = embedder.create_extractor()
        ex.input("data", crop)
        _, mat = ex.extract("feature")
        features.append(np.array([mat[i] for i in range(len(mat))], np.float32))
    gallery = np.stack(features)
    gallery /= np.linalg.norm(gallery, axis=1, keepdims=True)
    shown("features", gallery, gallery @ gallery.T)


def lines() -> None:
    """Lines of text of several widths, decoded greedily."""
    net = opened("lines", LINES, (864, 12), 576, 48, 288, (132, 11))
    page = photo(40, 90, seed=5)
    for x, y, w, h in ((0, 0, 60, 10), (5, 12, 37, 9), (30, 20, 55, 14)):
        target = max(8, w * 8 // h)
        mat = ncnn.Mat.from_pixels_roi_resize(page, PIXELS.PIXEL_BGR, 90, 40, x, y, w, h, target, 8)
        mat.substract_mean_normalize([127.5] * 3, [1 / 127.5] * 3)
        ex = net.create_extractor()
        ex.input("x", mat)
        code, out = ex.extract("out")
        scores = np.array(out)
        symbols = scores.argmax(-1)
        kept = symbols[np.insert(symbols[1:] != symbols[:-1], 0, True) & (symbols > 0)]
        shown("line", code, out.w, out.h, scores, kept.tolist())


def diffusion() -> None:
    """Steps of guided noise reduction; the latent is changed in place between them."""
    prompts = opened("prompt", PROMPT, 240)
    denoiser = opened("denoise", DENOISE, (288, 8), (32, 8), (64, 8))
    decoder = opened("image", IMAGE, (108, 3))

    def encoded(tokens: list[int]) -> ncnn.Mat:
        ex = prompts.create_extractor()
        ex.input("in0", ncnn.Mat(np.array(tokens, np.int32)).clone())
        return ex.extract("out0")[1]

    conditions = [encoded([1, 5, 9, 2]), encoded([0, 0, 0, 0])]
    values = np.random.default_rng(6).standard_normal((4, 6, 5)).astype(np.float32)
    latent = ncnn.Mat(values)
    for step in range(3):
        time = np.cos(np.arange(4, dtype=np.float32) * (3 - step))
        noises: list[np.ndarray] = []
        for condition in conditions:
            with denoiser.create_extractor() as ex:
                ex.input("latent", latent)
                ex.input("time", ncnn.Mat(time))
                ex.input("prompt", condition)
                noises.append(np.array(ex.extract("noise")[1]))
        guided = noises[1] + 7.5 * (noises[0] - noises[1])
        latent.numpy()[...] -= 0.1 * guided.reshape(-1)[:30].reshape(6, 5)
        shown("step", step, *noises, float(values.sum()))
    with decoder.create_extractor() as ex:
        ex.input("in0", latent)
        image = np.array(ex.extract("out0")[1])
    pixels = (image.transpose(1, 2, 0) * 255).clip(0, 255).astype(np.uint8)
    shown("image", pixels.astype(np.int32))


faces()
lines()
diffusion()
