"""Detectors, classifiers, segmentation: images in, boxes and labels out."""

from __future__ import annotations

import queue
import threading
from typing import Any

import ncnn
import numpy as np
from networks import ROWS, heads, photo, shown, write

PIXELS = ncnn.Mat.PixelType


def loaded(param: str, weights: str) -> ncnn.Net:
    net = ncnn.Net()
    net.opt.use_vulkan_compute = False
    net.opt.num_threads = 2
    if net.load_param(param) != 0 or net.load_model(weights) != 0:
        raise RuntimeError("cannot load")
    return net


def letterbox(image: np.ndarray, size: int) -> ncnn.Mat:
    """Resize, pad to a multiple of 32 and scale to 0..1, as detectors do."""
    height, width = image.shape[:2]
    scale = size / max(height, width)
    w, h = int(width * scale), int(height * scale)
    kind = PIXELS.PIXEL_BGR2RGB
    mat = ncnn.Mat.from_pixels_resize(image, kind, width, height, w, h)
    wpad, hpad = (w + 31) // 32 * 32 - w, (h + 31) // 32 * 32 - h
    constant = ncnn.BorderType.BORDER_CONSTANT
    sides = hpad // 2, hpad - hpad // 2, wpad // 2, wpad - wpad // 2
    padded = ncnn.copy_make_border(mat, *sides, constant, 114.0)
    padded.substract_mean_normalize([], [1 / 255.0] * 3)
    return padded


def anchors_of_two_strides(net: ncnn.Net) -> None:
    mat = letterbox(photo(), 64)
    ex = net.create_extractor()
    ex.input("in0", mat)
    maps = [ex.extract(name)[1] for name in ("cls8", "cls16")]
    flat = [np.reshape(one, (one.c, -1)).T for one in maps]
    scores = 1 / (1 + np.exp(-np.concatenate(flat)))
    shown("anchors", mat.w, mat.h, mat.c, scores, int(scores.max(1).argmax()))


def names_by_the_network(net: ncnn.Net) -> None:
    with net.create_extractor() as ex:
        ex.input(net.input_names()[0], letterbox(photo(seed=1), 64))
        outputs = [np.array(ex.extract(name)[1])[None] for name in sorted(net.output_names())]
    for output in outputs:
        shown("outputs", output)


def classifier(net: ncnn.Net) -> None:
    image = photo(seed=2)
    height, width = image.shape[:2]
    kind = PIXELS.PIXEL_BGR
    mat = ncnn.Mat.from_pixels_resize(image, kind, width, height, 32, 32)
    mat.substract_mean_normalize([104.0, 117.0, 123.0], (0.017, 0.018, 0.0167))
    ex = net.create_extractor()
    ex.input("in0", mat)
    code, out = ex.extract("out0")
    softmax: Any = ncnn.create_layer("Softmax")
    softmax.load_param(ncnn.ParamDict())
    softmax.forward_inplace(out, net.opt)
    scores = np.array(out.reshape(out.w * out.h * out.c))
    shown("classes", code, np.argsort(-scores)[:3], scores)


def segmentation(net: ncnn.Net) -> None:
    image = photo(32, 32, 3)
    mat = ncnn.Mat.from_pixels(image, PIXELS.PIXEL_BGR2RGB, 32, 32)
    mat.substract_mean_normalize(np.array([123.7, 116.3, 103.5]), 1 / np.array([58.4, 57.1, 57.4]))
    out = ncnn.Mat()
    ex = net.create_extractor()
    code = ex.input("in0", mat) or ex.extract("cls8", out)
    labels = np.argmax(np.array(out), axis=0).astype(np.uint8)
    shown("labels", code, labels.shape, np.bincount(labels.ravel(), minlength=4))


def rows_of_boxes(net: ncnn.Net) -> None:
    values = np.sin(np.arange(48, dtype=np.float32)).reshape(6, 8)
    with net.create_extractor() as ex:
        ex.input("in0", ncnn.Mat(values).clone())
        _, out = ex.extract("out0")
    boxes = [[round(out.row(i)[j], 3) for j in range(5)] for i in range(out.h)]
    shown("boxes", out.w, out.h, out.dims, len(out), boxes[0], boxes[-1])


def crops(net: ncnn.Net) -> None:
    image, kind = photo(seed=4), PIXELS.PIXEL_BGR2GRAY
    gray = ncnn.Mat.from_pixels_roi_resize(image, kind, 56, 40, 5, 6, 20, 21, 24, 16)
    crop = ncnn.Mat.from_pixels_roi(image, kind, 56, 40, 3, 2, 8, 9)
    shown("crops", gray.c, np.array(gray), np.array(crop))
    features: list[np.ndarray] = []
    for seed in (5, 6):
        ex = net.create_extractor()
        ex.input("in0", letterbox(photo(seed=seed), 32))
        feature = np.squeeze(np.array(ex.extract("gap")[1]))
        features.append(feature / np.linalg.norm(feature))
    shown("alike", float(np.dot(*features)))


def workers(net: ncnn.Net) -> None:
    jobs: queue.Queue[int] = queue.Queue()
    found: dict[int, float] = {}

    def work() -> None:
        while (seed := jobs.get()) >= 0:
            ex = net.create_extractor()
            ex.input("in0", letterbox(photo(seed=seed), 64))
            found[seed] = float(np.array(ex.extract("out0")[1]).sum())

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for seed in [*range(9), -1, -1, -1]:
        jobs.put(seed)
    for thread in threads:
        thread.join()
    shown("workers", *(found[seed] for seed in sorted(found)))


def all_blobs(net: ncnn.Net) -> None:
    net.opt.lightmode = False
    ex = net.create_extractor()
    ex.input(net.input_indexes()[0], letterbox(photo(seed=7), 64))
    for index, blob in enumerate(net.blobs()):
        _, mat = ex.extract(index)
        shown(blob.name, blob.producer, blob.consumer, np.array(mat))
    for layer in net.layers():
        shown(layer.type, layer.name, layer.bottoms, layer.tops, layer.support_inplace)


def main() -> None:
    net = loaded(*heads())
    anchors_of_two_strides(net)
    names_by_the_network(net)
    classifier(net)
    segmentation(net)
    rows_of_boxes(loaded(*write("rows", ROWS, (112, 14))))
    crops(net)
    workers(net)
    all_blobs(net)


if __name__ == "__main__":
    main()
