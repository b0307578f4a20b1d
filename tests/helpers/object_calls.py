"""Random calls of ncnn's options, parameters, descriptions, networks and questions about CPUs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.helpers.mat_calls import Call, floats, owned

VALUES: tuple[Any, ...] = (
    *(True, False, 0, 1, 2, -1, 7, 1.5, -2.25, 1e30, 2**31 - 1, 2**31, 2**40, -(2**31)),
    *(None, [], (1, 2), [1.5], {}, np.int64(3), np.array([1, 2]), b"x"),
)
"""Values that fields may be given, of which each takes some."""
BLOB = ("name", "producer", "consumer")
LAYER = (
    *("one_blob_only", "support_inplace", "support_vulkan", "support_packing", "type", "name"),
    *("support_bf16_storage", "support_fp16_storage", "support_any_packing", "typeindex"),
    *("support_vulkan_packing", "support_vulkan_any_packing", "bottoms", "tops"),
    *("bottom_shapes", "top_shapes"),
)
SETTINGS = ("set_cpu_powersave", "set_omp_num_threads", "set_omp_dynamic", "set_kmp_blocktime")
COUNTS = ("cpu_count", "big_cpu_count", "little_cpu_count", "cpu_powersave", "omp_dynamic")
NOTHING = "there is no such file"


def attempted(call: Callable[[], Any]) -> Any:
    """Return what a call returns, or the name of its exception."""
    try:
        return call()
    except Exception as error:
        return type(error).__name__


def one_of(values: tuple[Any, ...], rng: np.random.Generator) -> Any:
    return values[int(rng.integers(len(values)))]


def field(owner: Any, names: tuple[str, ...], rng: np.random.Generator) -> Any:
    """Return a field before and after a value is assigned."""
    name, value = one_of(names, rng), one_of((*VALUES, "x"), rng)
    before = attempted(lambda: getattr(owner, name))
    return before, attempted(lambda: setattr(owner, name, value)), getattr(owner, name)


def fields_of_options(ncnn: Any, rng: np.random.Generator) -> Any:
    opt = ncnn.Option()
    names = tuple(sorted(name for name in dir(opt) if name.partition("_")[0] in ("use", "num")))
    return field(opt, (*names, "lightmode", "openmp_blocktime", "blob_allocator"), rng)


def fields_of_blobs(ncnn: Any, rng: np.random.Generator) -> Any:
    return field(ncnn.Blob(), BLOB, rng)


def fields_of_layers(ncnn: Any, rng: np.random.Generator) -> Any:
    return field(ncnn.Layer(), LAYER, rng)


def parameters(ncnn: Any, rng: np.random.Generator) -> Any:
    params, id = ncnn.ParamDict(), int(rng.choice([0, 5, 31, 32, -1]))
    done = [attempted(lambda: params.set(id, one_of(VALUES, rng))) for _ in range(2)]
    defaults = 3, 0.25, ncnn.Mat(2)
    found = [params.get(id, default) for default in defaults]
    values = [value.w if isinstance(value, ncnn.Mat) else value for value in found]
    return done, values, params.type(id), attempted(lambda: params.get(7, one_of(VALUES, rng)))


def options_of_a_network(ncnn: Any, rng: np.random.Generator) -> Any:
    net, opt = ncnn.Net(), ncnn.Option()
    opt.num_threads = int(rng.integers(1, 9))
    net.opt = opt
    opt.num_threads = 11
    refused = attempted(lambda: setattr(net, "opt", one_of(VALUES, rng)))
    net.opt.lightmode = False
    return net.opt.num_threads, refused, net.opt.lightmode


def options_of_a_loaded_network(ncnn: Any, rng: np.random.Generator) -> Any:
    net = ncnn.Net()
    names = sorted(name for name in dir(net.opt) if name.startswith("use_"))
    for name in names:
        setattr(net.opt, name, bool(rng.integers(2)))
    code = net.load_param_mem("7767517\n2 2\nInput x 0 1 x\nReLU r 1 1 x y\n")
    return code, [(name, getattr(net.opt, name)) for name in names]


def files_that_are_not_there(ncnn: Any, rng: np.random.Generator) -> Any:
    net = ncnn.Net()
    path: Any = one_of((NOTHING, NOTHING.encode(), "", 1.5, 3), rng)
    name = one_of(("load_param", "load_model", "load_param_bin"), rng)
    word = "modelpath" if name == "load_model" else "protopath"
    load = getattr(net, name)
    by_name = attempted(lambda: load(**{word: path}))
    return attempted(lambda: load(path)), by_name, attempted(load), net.load_param_mem("x")


def machine(ncnn: Any, rng: np.random.Generator) -> Any:
    name, value = one_of(SETTINGS, rng), one_of((*VALUES, "x"), rng)
    done = attempted(lambda: getattr(ncnn, name)(value))
    found = [getattr(ncnn, f"get_{count}")() for count in COUNTS]
    ncnn.set_cpu_powersave(0)
    ncnn.set_omp_dynamic(0)
    return done, found


def types_by_number(ncnn: Any, rng: np.random.Generator) -> Any:
    type = one_of(("ReLU", "AbsVal", "Nope", "", "Convolution"), rng)
    return ncnn.layer_to_index(type), ncnn.create_layer(one_of((-1, 110, 5000), rng)) is None


def no_network(ncnn: Any, rng: np.random.Generator) -> Any:
    ex, mat = ncnn.Net().create_extractor(), ncnn.Mat(2)
    blob: Any = one_of(("x", b"x", 0, -1, np.int64(2), True), rng)
    code, made = ex.extract(blob)
    kept = ex.extract(blob, mat), mat.w
    wrong = one_of((1.5, [], {}, (1, 2)), rng)
    refused = attempted(lambda: ex.extract(wrong)), attempted(lambda: ex.input(wrong, mat))
    return ex.input(blob, mat), code, made.empty(), kept, refused


def layers_in_place(ncnn: Any, rng: np.random.Generator) -> Any:
    """Run a layer by itself on five values, with arrays from a `ModelBin` of the program's own."""

    class Arrays(ncnn.ModelBin):
        def load(self, *extents_and_type: int) -> Any:
            return owned(ncnn, np.abs(floats(rng, [5])) + np.float32(0.1))

    type, given, has_arrays = one_of(IN_PLACE, rng)
    layer, params, opt = ncnn.create_layer(type), ncnn.ParamDict(), ncnn.Option()
    for id, value in enumerate(given):
        params.set(id, value)
    opt.num_threads, opt.use_packing_layout = 1, False
    codes = [layer.load_param(params)]
    codes += [layer.load_model(Arrays())] if has_arrays else []
    made = owned(ncnn, floats(rng, [5]))
    return [*codes, layer.create_pipeline(opt), layer.forward_inplace(made, opt)], made


IN_PLACE: tuple[tuple[str, tuple[float, ...], bool], ...] = (
    *(("ReLU", (0.1,), False), ("Sigmoid", (), False), ("Clip", (-0.5, 0.5), False)),
    *(("Softmax", (0, 1), False), ("PReLU", (5,), True), ("Scale", (5, 1), True)),
    *(("BatchNorm", (5, 1e-5), True), ("Bias", (5,), True), ("Power", (1.0, 0.5, 2.0), False)),
)
"""Types of layers, their parameters from 0 on, and whether they have arrays."""
OBJECTS: tuple[Call, ...] = (
    *(fields_of_options, fields_of_blobs, fields_of_layers, parameters, options_of_a_network),
    options_of_a_loaded_network,
    *(files_that_are_not_there, machine, types_by_number, no_network),
)
"""Calls whose results are the wheel's."""
