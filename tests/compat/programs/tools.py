"""Benchmarks, questions about machines, arrays, errors, files."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import ncnn
import numpy as np
from networks import BLEND, heads, photo, shown, write

PIXELS = ncnn.Mat.PixelType
BLOBS, WORKSPACE = ncnn.UnlockedPoolAllocator(), ncnn.PoolAllocator()
"""Pools that live longer than what is in them."""


def benchmark() -> None:
    blobs, workspace = BLOBS, WORKSPACE
    opt = ncnn.Option()
    opt.lightmode = True
    opt.num_threads = 1
    opt.blob_allocator, opt.workspace_allocator = blobs, workspace
    for name in ("winograd_convolution", "sgemm_convolution", "int8_inference", "packing_layout"):
        setattr(opt, f"use_{name}", True)
    ncnn.set_cpu_powersave(0)
    ncnn.set_omp_dynamic(0)
    ncnn.set_omp_num_threads(1)
    given = ncnn.Mat((32, 32, 3))
    given.fill(0.01)
    blobs.clear()
    workspace.clear()
    net = ncnn.Net()
    net.opt = opt
    shown("load", net.load_param(heads()[0]), net.load_model(ncnn.DataReaderFromEmpty()))
    for _ in range(3):
        with net.create_extractor() as ex:
            ex.set_blob_allocator(blobs)
            ex.set_workspace_allocator(workspace)
            ex.input(net.input_names()[0], given)
            code, out = ex.extract(net.output_names()[-1])
        shown("run", code, out.w, out.c, np.array(out))
    shown("powersave", ncnn.get_cpu_powersave(), net.opt.num_threads, net.opt.lightmode)


def graphics() -> None:
    devices = ["CPU"]
    if hasattr(ncnn, "get_gpu_count") and ncnn.get_gpu_count() > 0:
        first: Any = ncnn.get_gpu_device(0)
        devices = [first.info().device_name()]
    shown("devices", devices, ncnn.get_gpu_info(), ncnn.get_default_gpu_index())
    net = ncnn.Net()
    net.opt.use_vulkan_compute = True
    device: Any
    try:
        net.set_vulkan_device(ncnn.get_default_gpu_index())
        device = net.vulkan_device()
        shown("device", device.info().device_name())
    except AttributeError as error:
        shown("no device", error)
    net.opt.use_vulkan_compute = False
    param, weights = heads()
    shown(net.load_param(param), net.load_model(weights), net.vulkan_device())


def processors() -> None:
    shown("cpus", ncnn.get_cpu_count(), ncnn.get_big_cpu_count(), ncnn.get_little_cpu_count())
    shown(bool(ncnn.cpu_support_x86_avx2()), ncnn.cpu_support_arm_neon(), ncnn.__version__)
    shown(ncnn.get_omp_dynamic(), ncnn.get_kmp_blocktime(), ncnn.get_omp_thread_num())
    opt = ncnn.Option()
    names = [name for name in dir(opt) if name.startswith("use_")]
    shown(*(f"{name}={getattr(opt, name)}" for name in names))


def arrays() -> None:
    array = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    mat = ncnn.Mat(array).clone()
    for value in (mat, mat.channel(1), mat.reshape(24), ncnn.Mat(np.eye(8, dtype=np.int8)).clone()):
        first, *rest = str(value).splitlines()
        shown(first, *rest[1:])
    shown(mat.dims, mat.cstep, mat.elemsize, mat.elempack, mat.elembits(), mat.total(), mat.empty())
    shown(np.transpose(mat, (1, 2, 0)), np.max(mat), np.mean(mat), np.stack([mat, mat]))
    shown(np.exp(mat.reshape(24)) / 1e9, np.clip(mat, 3, 9), np.asarray(mat, np.float64))
    shown(
        [mat.channel(c).row(r)[1] for c in range(mat.c) for r in range(mat.h)], mat[5], bytes(mat)
    )
    mat[5] = 70
    shown(mat.channel(0).row(1)[1], np.array(mat.clone())[0, 1, 1], mat.numpy("i").dtype)
    other = ncnn.Mat(w=4, h=3, c=2)
    other.fill(1.5)
    other.clone_from(mat)
    shown(
        np.array(other),
        ncnn.Mat(5, 6).shape().h,
        np.array(ncnn.convert_packing(ncnn.flatten(mat), 1)),
    )
    shown(PIXELS.PIXEL_RGB2BGR, f"{ncnn.BorderType.BORDER_REPLICATE}")


def images() -> None:
    image, types = photo(), PIXELS
    for kind in (types.PIXEL_BGR, types.PIXEL_BGR2RGB, types.PIXEL_BGR2GRAY, types.PIXEL_RGB2BGRA):
        mat = ncnn.Mat.from_pixels(image, kind, image.shape[1], image.shape[0])
        shown(kind, mat.c, np.array(mat))
    mat = ncnn.Mat.from_pixels(image[:, :, 0].copy(), types.PIXEL_GRAY, 56, 40)
    shown(np.array(ncnn.resize_bilinear(mat, 30, 20)), np.array(ncnn.resize_nearest(mat, 9, 7)))
    shown(np.array(ncnn.copy_cut_border(mat, 1, 2, 3, 4)))
    half = ncnn.cast_float32_to_float16(mat)
    shown(half.elemsize, np.array(ncnn.cast_float16_to_float32(half)))


def failures() -> None:
    net = ncnn.Net()
    shown("missing", net.load_param("no.param"), net.load_model("no.bin"), net.input_names())
    param, weights = heads()
    shown("again", net.load_param(param), net.load_model(weights))
    ex = net.create_extractor()
    shown("names", ex.input("no", ncnn.Mat(3)), ex.extract("no")[0], ex.extract(99)[0])
    wrong: Any = np.ones(3)
    for call in (lambda: ex.input("in0", wrong), lambda: ncnn.Mat("x"), ncnn.Extractor):
        try:
            call()
        except TypeError:
            shown("TypeError")
    try:
        ncnn.Option().use_everything = True
    except AttributeError:
        shown("AttributeError")


def contents() -> None:
    param, weights = heads()
    with tempfile.TemporaryDirectory() as folder, ncnn.Net() as net:
        for name in (param, weights):
            Path(folder, name).write_bytes(Path(name).read_bytes())
        shown(net.load_param(f"{folder}/{param}"), net.load_model(f"{folder}/{weights}"))
        types = Counter(layer.type for layer in net.layers())
        shown(sorted(types.items()), net.output_indexes(), len(net.blobs()))
    text = Path(write("blend", BLEND)[0]).read_text()
    with ncnn.Net() as net:
        shown(net.load_param_mem(text), net.load_model(ncnn.DataReaderFromEmpty()))
        shown(net.input_names(), net.output_names(), net.layers()[3].type)


def parameters() -> None:
    params, lengths = ncnn.ParamDict(), ncnn.Mat(3)
    params.set(0, 5)
    params.set(1, 0.25)
    lengths.fill(2)
    params.set(2, lengths)
    shown([params.type(id) for id in range(4)], params.get(0, 0), params.get(1, 0.0))
    shown(params.get(0, 0.0), params.get(1, 7), params.get(3, -1), params.get(2, ncnn.Mat()).w)
    for name in ("Convolution", "ReLU", "Nothing"):
        shown(ncnn.layer_to_index(name), ncnn.create_layer(name) is None)


def main() -> None:
    benchmark()
    graphics()
    processors()
    arrays()
    images()
    failures()
    contents()
    parameters()


if __name__ == "__main__":
    main()
