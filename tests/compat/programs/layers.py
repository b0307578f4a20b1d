"""Layers of a program's own with several blobs and states, contents from memory, imports."""

from __future__ import annotations

import importlib
import weakref
from pathlib import Path
from typing import Any

import ncnn
import numpy as np
from networks import BLEND, RECURRENT, ROWS, TOKENS, heads, photo, shown, write

STREAM = """7767517
6 8
Input         x      0 1 x
Input         count  0 1 count
Input         mean   0 1 mean
RunningMean   run    3 3 x count mean y count1 mean1
InnerProduct  fc     1 1 y z 0=3 1=1 2=12
Softmax       sm     1 1 z out 0=1 1=1
"""
OPTIONAL = """7767517
4 4
Input         x      0 1 x
Input         state  0 1 state
Delta         delta  2 1 x state y 0=3 1=0.5
ReLU          relu   1 1 y out
"""
HALVED = """7767517
3 3
Input         x      0 1 x
Halve         half   1 1 x y
Sigmoid       sg     1 1 y out
"""
ALIVE: list[Any] = []
"""Layers that networks hold."""


class RunningMean(ncnn.Layer):
    """Means of all rows so far, from chunk to chunk."""

    def __init__(self) -> None:
        super().__init__()
        self.one_blob_only = False
        self.support_inplace = False

    def forward(self, bottom_blobs: Any, top_blobs: Any, opt: Any) -> int:
        x, count, mean = (blob.numpy() for blob in bottom_blobs)
        sums = x.cumsum(axis=0) + mean * count
        places = np.arange(1, x.shape[0] + 1, dtype=np.float32)[:, None] + count
        y = (sums / places).astype(np.float32)
        made = y, count + np.float32(x.shape[0]), np.ascontiguousarray(y[-1:])
        for top, array in zip(top_blobs, made, strict=True):
            top.clone_from(ncnn.Mat(array), opt.blob_allocator)
        return 0


class Delta(ncnn.Layer):
    """Adds a state that may not be given."""

    def load_param(self, pd: Any) -> int:
        self.times, self.scale = pd.get(0, 1), pd.get(1, 1.0)
        return 0

    def forward(self, bottom_blobs: Any, top_blobs: Any, opt: Any) -> int:
        state = 0.0 if bottom_blobs[1].empty() else np.asarray(bottom_blobs[1], dtype=np.float32)
        made = np.array(bottom_blobs[0]) * np.float32(self.times * self.scale) + np.float32(state)
        top_blobs[0].clone_from(ncnn.Mat(made))
        return 0


class Halve(ncnn.Layer):
    """Works where its blob is."""

    def __init__(self) -> None:
        ncnn.Layer.__init__(self)
        self.one_blob_only = True
        self.support_inplace = True

    def forward_inplace(self, bottom_top_blob: Any, opt: Any) -> int:
        values = np.array(bottom_top_blob, copy=False)
        values *= np.float32(0.5)
        return 0


def with_layer(name: str, text: str, kind: Any, *weights: Any) -> ncnn.Net:
    def create() -> Any:
        ALIVE.append(kind())
        return ALIVE[-1]

    net = ncnn.Net()
    code = net.register_custom_layer(kind.__name__, create, ALIVE.remove)
    param, weight = write(name, text, *weights)
    shown(kind.__name__, code, net.load_param(param), net.load_model(weight))
    return net


def running_means() -> None:
    net = with_layer("stream", STREAM, RunningMean, (12, 3))
    count, mean = np.zeros(1, np.float32), np.zeros((1, 4), np.float32)
    for step in range(3):
        chunk = np.sin(np.arange(8, dtype=np.float32) + step).reshape(2, 4)
        with net.create_extractor() as ex:
            for name, array in (("x", chunk), ("count", count), ("mean", mean)):
                ex.input(name, ncnn.Mat(array).clone())
            out = np.array(ex.extract("out")[1])
            count, mean = (np.array(ex.extract(name)[1]) for name in ("count1", "mean1"))
        shown("chunk", out, count, mean)
    net.clear()


def optional_states() -> None:
    net = with_layer("optional", OPTIONAL, Delta)
    for given in (False, True):
        ex = net.create_extractor()
        ex.input("x", ncnn.Mat(np.array([-1, 2, 3], np.float32)).clone())
        if given:
            ex.input("state", ncnn.Mat(np.array([5, -9, 0.5], np.float32)).clone())
        code, out = ex.extract("out")
        shown("optional", code, np.array(out))
        ex.clear()
    net.clear()


def in_place() -> None:
    net = with_layer("halved", HALVED, Halve)
    given = ncnn.Mat(np.array([-2, 0, 4], np.float32)).clone()
    ex = net.create_extractor()
    ex.input("x", given)
    shown("halved", np.array(ex.extract("out")[1]), np.array(given))
    ex.clear()
    net.clear()
    shown("alive", len(ALIVE))


class Kept:
    """A model that a program keeps, with its network beside it."""

    def __init__(self, param: str):
        self.param = param


def caches() -> None:
    networks: weakref.WeakKeyDictionary[Kept, ncnn.Net] = weakref.WeakKeyDictionary()
    model = Kept(Path(write("blend", BLEND)[0]).read_text())
    net = ncnn.Net()
    shown("memory", net.load_param_mem(model.param), net.load_model_mem(b""))
    networks[model] = net
    gone = weakref.ref(net)
    del net
    shown("kept", len(networks), networks[model].input_names())
    del model
    shown("gone", len(networks), gone() is None)


def imports() -> None:
    inner = importlib.import_module("ncnn.ncnn")
    shown("imports", inner.Net is ncnn.Net, hasattr(ncnn, "get_gpu_count"), bool(ncnn.__version__))
    opt = ncnn.Option()
    wanted = ("num_threads", "use_fp16_packed", "use_nothing")
    shown({name: getattr(opt, name, "N/A") for name in wanted})


def several_options() -> None:
    param, weights = heads()
    image = photo(seed=9).astype(np.float32).transpose(2, 0, 1) / 255.0
    given = np.ascontiguousarray(image[:, :32, :32])
    answers: list[np.ndarray] = []
    for half, threads, light in ((False, 1, True), (True, 2, False), (False, 4, True)):
        with ncnn.Net() as net:
            net.opt.use_fp16_packed = net.opt.use_fp16_storage = half
            net.opt.use_packing_layout, net.opt.lightmode = half, light
            net.opt.num_threads = threads
            net.load_param(param)
            net.load_model(weights)
            with net.create_extractor() as ex:
                ex.input("in0", ncnn.Mat(given).clone())
                answers.append(np.array(ex.extract("out0")[1].numpy("f"), copy=True))
    norms = [float(np.dot(a, answers[0]) / np.dot(answers[0], answers[0])) for a in answers]
    shown("alike", *norms, answers[0])


def two_networks() -> None:
    encoder, decoder = ncnn.Net(), ncnn.Net()
    for net, files in (
        (encoder, write("tokens", TOKENS, 120)),
        (decoder, write("recurrent", RECURRENT, 144, 24, 108, (30, 5))),
    ):
        shown("load", net.load_param(files[0]), net.load_model(files[1]))
    ex = encoder.create_extractor()
    ex.input("in0", ncnn.Mat(np.array([7, 0, 19], np.int32)).clone())
    code = np.array(ex.extract("out0")[1])
    words = np.concatenate([code, code[:, :2]], axis=1)
    ex = decoder.create_extractor()
    ex.input("in0", ncnn.Mat(words).clone())
    ex.input("in1", ncnn.Mat(np.zeros((1, 6), np.float32)).clone())
    answer = np.array(ex.extract("out0")[1])
    shown("decoded", answer.argmax(axis=1), answer)


def again_and_again() -> None:
    net = ncnn.Net()
    for times in range(3):
        param, weights = write("rows", ROWS, (112, 14))
        shown("load", net.load_param(param), net.load_model(weights), len(net.layers()))
        for rows in (1, 3):
            array = np.full((rows, 8), 0.1 * (times + 1), np.float32)
            with net.create_extractor() as ex:
                code = ex.input("in0", ncnn.Mat(array).clone())
                shown(code, np.array(ex.extract("out0")[1])[0, :3])
        net.clear()


def main() -> None:
    running_means()
    optional_states()
    in_place()
    caches()
    imports()
    several_options()
    two_networks()
    again_and_again()


if __name__ == "__main__":
    main()
