"""Layers of a program's own in networks of ncnn's interface: who calls them, when, with what."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Callable
from typing import Any, cast

import ncnnc.compat as ncnn
import numpy as np
import pytest

from tests.helpers.compat_networks import CUSTOM, stored

pytestmark = pytest.mark.isa


class Adding(ncnn.Layer):
    """Adds a number to a blob."""

    def __init__(self, number: float = 1):
        super().__init__()
        self.one_blob_only = True
        self.number = number

    def forward(self, bottom: ncnn.Mat, top: ncnn.Mat, opt: ncnn.Option) -> int:
        top.clone_from(ncnn.Mat(np.array(bottom) + np.float32(self.number)), opt.blob_allocator)
        return 0


class Factory:
    """Makes layers, and counts those that were given back."""

    def __init__(self, make: Callable[[], ncnn.Layer]):
        self.make = make
        self.layers: list[ncnn.Layer] = []
        self.destroyed = 0

    def create(self) -> ncnn.Layer:
        self.layers.append(self.make())
        return self.layers[-1]

    def destroy(self, layer: ncnn.Layer) -> None:
        self.layers.remove(layer)
        self.destroyed += 1


def loaded(
    make: Callable[[], ncnn.Layer],
    param: str = CUSTOM,
    name: str | int = "Own",
    weights: bytes = b"",
) -> ncnn.Net:
    net = ncnn.Net()
    assert net.register_custom_layer(name, make, lambda layer: None) == 0
    assert net.load_param_mem(param) == 0, net.error
    net.load_model_mem(weights)
    assert net.error == ""
    return net


def extracted(net: ncnn.Net, x: np.ndarray, blob: str | int = "output") -> np.ndarray:
    ex = net.create_extractor()
    assert ex.input(0, ncnn.Mat(x)) == 0
    code, mat = ex.extract(blob)
    assert code == 0, ex.error
    return np.array(mat)


def test_a_layer_gets_what_the_file_says():
    seen: list[object] = []

    class Reading(Adding):
        def load_param(self, pd: ncnn.ParamDict) -> int:
            seen.extend((self.name, self.type, self.bottoms, self.tops, self.typeindex))
            seen.extend((pd.get(0, 0), pd.get(1, 0.0), pd.get(9, 4), pd.type(2)))
            seen.append(pd.get(3, ncnn.Mat()).array.tolist())
            return 0

        def create_pipeline(self, opt: ncnn.Option) -> int:
            seen.append(opt.num_threads)
            return 0

        def destroy_pipeline(self, opt: ncnn.Option) -> int:
            seen.append("destroyed")
            return 0

    net = loaded(Reading)
    net.opt.num_threads = 1
    assert seen[:5] == ["own", "Own", [0], [1], 256]
    assert seen[5:10] == [3, 2.5, 4, 7, [5, 6]]
    assert isinstance(net.layers()[1], Reading)
    net.clear()
    assert seen[11:] == ["destroyed"]


def test_layers_between_compiled_ones():
    param = """7767517
5 6
Input     x 0 1 x
ReLU      r 1 1 x r
Own       o 1 2 r p q
BinaryOp  s 2 1 p q s 0=1
Own       e 1 1 s output
"""

    class Splitting(ncnn.Layer):
        def forward(self, bottoms: list[ncnn.Mat], tops: list[ncnn.Mat], opt: ncnn.Option) -> int:
            for add, top in enumerate(tops):
                top.clone_from(ncnn.Mat(np.array(bottoms[0]) + np.float32(add + 1)))
            return 0

    net = loaded(Splitting, param)
    assert net.layers()[2].name == "o"
    x = np.array([[-3, 5], [1, 0]], np.float32)
    for _ in range(2):
        np.testing.assert_array_equal(
            extracted(net, x), np.maximum(x, 0) + 1 - (np.maximum(x, 0) + 2) + 1
        )
    ex = net.create_extractor()
    ex.input("x", ncnn.Mat(x))
    np.testing.assert_array_equal(np.array(ex.extract("q")[1]), np.maximum(x, 0) + 2)
    ex.input("x", ncnn.Mat(-x))
    np.testing.assert_array_equal(np.array(ex.extract("q")[1]), np.maximum(-x, 0) + 2)
    ex.input("q", ncnn.Mat(x))
    np.testing.assert_array_equal(np.array(ex.extract("output")[1]), np.maximum(-x, 0) + 1 - x + 1)


def test_shapes_may_depend_on_data():
    class Positive(ncnn.Layer):
        one_blob_only = True

        def forward(self, bottom: ncnn.Mat, top: ncnn.Mat, opt: ncnn.Option) -> int:
            x = np.array(bottom)
            top.clone_from(ncnn.Mat(x[x > 0]))
            return 0

    net = loaded(Positive, CUSTOM.replace("2 2", "3 3") + "ReLU r 1 1 output r\n")
    assert extracted(net, np.array([-1, 2, 3], np.float32), "r").tolist() == [2, 3]
    assert extracted(net, np.array([4], np.float32), "r").tolist() == [4]


def test_in_place():
    class Doubling(ncnn.Layer):
        one_blob_only = True
        support_inplace = True

        def forward_inplace(self, blob: ncnn.Mat, opt: ncnn.Option) -> int:
            values = np.asarray(blob)
            values *= 2
            return 0

    x = np.array([1, 2], np.float32)
    assert extracted(loaded(Doubling), x).tolist() == [2, 4]
    assert x.tolist() == [1, 2]


def test_arrays_between_those_of_other_layers():
    param = """7767517
4 4
Input        x 0 1 x
InnerProduct a 1 1 x a 0=2 1=0 2=4
Own          o 1 1 a o
InnerProduct b 1 1 o output 0=1 1=0 2=2
"""

    class Weighted(ncnn.Layer):
        one_blob_only = True

        def load_model(self, mb: ncnn.ModelBin) -> int:
            self.weight = mb.load(2, 0)
            self.bias = mb.load(1, 2, 1)
            return -100 if self.bias.empty() else 0

        def forward(self, bottom: ncnn.Mat, top: ncnn.Mat, opt: ncnn.Option) -> int:
            y = np.array(bottom) * np.array(self.weight) + np.array(self.bias)[:, 0]
            top.clone_from(ncnn.Mat(y))
            return 0

    a, weight, bias, b = (np.arange(n, dtype=np.float32) + n for n in (4, 2, 2, 2))
    weights = stored(a) + stored(weight) + stored(bias, tagged=False) + stored(b)
    net = loaded(Weighted, param, weights=weights)
    x = np.array([1, -2], np.float32)
    want = b @ ((a.reshape(2, 2) @ x) * weight + bias)
    np.testing.assert_allclose(extracted(net, x), [want])
    short = ncnn.Net()
    short.register_custom_layer("Own", Weighted)
    assert short.load_param_mem(param) == 0
    short.load_model_mem(stored(a) + stored(weight))
    assert short.error
    assert short.error == "<param>:5: error: layer 'o' (Own): load_model() returned -100"


def test_a_type_of_ncnns_is_overridden():
    net = loaded(Adding, "7767517\n2 2\nInput x 0 1 x\nReLU r 1 1 x output\n", "ReLU")
    assert extracted(net, np.array([-3], np.float32)).tolist() == [-2]
    net = loaded(Adding, "7767517\n2 2\nInput x 0 1 x\nReLU r 1 1 x output\n", 26)
    assert extracted(net, np.array([-3], np.float32)).tolist() == [-2]


def test_types_by_number():
    words = [7767517, 2, 2, 16, 0, 1, 0, -233, 258, 1, 1, 0, 1, -233]
    net = ncnn.Net()
    assert net.register_custom_layer(258, Adding, lambda layer: None) == 0
    assert net.load_param(ncnn.DataReaderFromMemory(np.array(words, "<i4").tobytes())) == 0
    assert net.load_model(ncnn.DataReaderFromEmpty()) == 0
    assert extracted(net, np.array([4], np.float32), 1).tolist() == [5]
    for number in (-1, 250, 1000256):
        assert net.register_custom_layer(number, Adding, lambda layer: None) == -1
    with pytest.raises(TypeError):
        net.register_custom_layer("Own", cast(Any, None))


def test_networks_have_layers_of_their_own():
    nets = [loaded(lambda number=number: Adding(number)) for number in range(4)]
    for number, net in enumerate(nets):
        assert extracted(net, np.array([1], np.float32)).tolist() == [1 + number]


def test_layers_are_given_back():
    factory = Factory(Adding)
    net = ncnn.Net()
    assert net.register_custom_layer("Own", factory.create, factory.destroy) == 0
    for destroyed in (1, 2):
        assert net.load_param_mem(CUSTOM) == 0
        net.clear()
        assert (factory.destroyed, factory.layers) == (destroyed, [])
    assert net.load_param_mem(CUSTOM) == 0
    net.load_model_mem(b"")
    assert net.error == ""
    ex = net.create_extractor()
    alive = weakref.ref(factory)
    del net, factory
    gc.collect()
    ex.input("data", ncnn.Mat(np.array([1], np.float32)))
    assert np.array(ex.extract("output")[1]).tolist() == [2]
    del ex
    gc.collect()
    assert alive() is None


def test_another_registration_counts_for_what_is_loaded_later():
    first, second = Factory(Adding), Factory(lambda: Adding(7))
    net = ncnn.Net()
    net.register_custom_layer("Own", first.create, lambda layer: None)
    assert net.load_param_mem(CUSTOM) == 0
    net.load_model_mem(b"")
    net.register_custom_layer(256, second.create, second.destroy)
    assert extracted(net, np.array([1], np.float32)).tolist() == [2]
    second.layers.append(first.layers[0])
    net.clear()
    assert second.destroyed == 1
    assert net.load_param_mem(CUSTOM) == 0
    net.load_model_mem(b"")
    assert extracted(net, np.array([1], np.float32)).tolist() == [8]


@pytest.mark.parametrize("code", [-7, None, "x"])
def test_a_layer_that_fails(code: object):
    class Failing(Adding):
        def forward(self, bottom: ncnn.Mat, top: ncnn.Mat, opt: ncnn.Option) -> Any:
            super().forward(bottom, top, opt)
            return code

    ex = loaded(Failing).create_extractor()
    ex.input("data", ncnn.Mat(np.array([1], np.float32)))
    found, mat = ex.extract("output")
    assert (found, mat.empty()) == (code if isinstance(code, int) else -100, True)
    assert ex.error == f"layer 'own' (Own): forward() returned {code!r}"


def test_a_layer_that_leaves_nothing():
    class Empty(Adding):
        def forward(self, bottom: ncnn.Mat, top: ncnn.Mat, opt: ncnn.Option) -> int:
            return 0

    ex = loaded(Empty).create_extractor()
    ex.input("data", ncnn.Mat(np.array([1], np.float32)))
    assert ex.extract("output")[0] == -100
    assert "left an output empty" in ex.error


def test_exceptions_are_the_programs():
    class Raising(Adding):
        def forward(self, bottom: ncnn.Mat, top: ncnn.Mat, opt: ncnn.Option) -> int:
            raise KeyError("mine")

    ex = loaded(Raising).create_extractor()
    ex.input("data", ncnn.Mat(np.array([1], np.float32)))
    with pytest.raises(KeyError, match="mine"):
        ex.extract("output")


def test_what_cannot_be_loaded():
    class Refusing(Adding):
        def load_param(self, pd: ncnn.ParamDict) -> int:
            return -3

    for make, reason in ((lambda: None, "creator returned None"), (Refusing, "returned -3")):
        net = ncnn.Net()
        net.register_custom_layer("Own", make)
        assert net.load_param_mem(CUSTOM) == -1
        assert reason in net.error
        assert net.layers() == []


def test_a_program_may_end_with_a_network():
    program = f"""
import ncnnc.compat as ncnn
class Own(ncnn.Layer):
    one_blob_only = True
net = ncnn.Net()
held = []
net.register_custom_layer("Own", Own, lambda layer: held.append(layer))
assert net.load_param_mem({CUSTOM!r}) == 0
print("loaded")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "loaded\n", "")
