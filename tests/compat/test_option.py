"""Options, parameters of layers, and questions about the machine, without the wheel."""

from __future__ import annotations

import ncnnc.compat as ncnn
import numpy as np
import pytest


def test_threads_are_as_many_as_cores():
    assert ncnn.Option().num_threads == ncnn.get_physical_big_cpu_count() >= 1


def test_values_are_of_their_type():
    opt, pool = ncnn.Option(), ncnn.PoolAllocator()
    opt.use_fp16_packed = 0  # pyright: ignore[reportAttributeAccessIssue]
    opt.num_threads = np.int64(3)  # pyright: ignore[reportAttributeAccessIssue]
    opt.blob_allocator = pool
    assert (opt.use_fp16_packed, opt.num_threads, opt.blob_allocator) == (False, 3, pool)


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("num_threads", 2.5, "num_threads: an integer of 32 bits is wanted, not 2.5"),
        ("lightmode", "yes", "lightmode: true or false is wanted, not 'yes'"),
        ("blob_allocator", 3, "an allocator or None is wanted, not 3"),
        ("use_fp32", True, "ncnn's Option has no 'use_fp32'"),
    ],
)
def test_other_values_are_refused(name: str, value: object, error: str):
    with pytest.raises((TypeError, AttributeError), match=error):
        setattr(ncnn.Option(), name, value)


def test_parameters_have_types():
    params = ncnn.ParamDict()
    params.set(1, 3)
    params.set(2, 2.5)
    params.set(3, ncnn.Mat(np.arange(3, dtype=np.float32)))
    assert [params.type(id) for id in range(4)] == [0, 2, 3, 4]
    assert (params.get(1, 0), params.get(1, 0.0), params.get(2, 0.0)) == (3, 3.0, 2.5)
    assert (params.get(2, 7), params.get(9, 7)) == (7, 7)
    assert params.get(3, ncnn.Mat()).w == 3


def test_parameters_of_a_file():
    params = ncnn.ParamDict.of({0: 2, 1: [1, 2], 2: [0.5], 3: "text"})
    assert [params.type(id) for id in range(4)] == [2, 5, 6, 7]
    assert params.get(1, ncnn.Mat()).numpy("i").tolist() == [1, 2]
    assert params.get(3, "") == "text"


def test_there_is_no_gpu():
    assert ncnn.get_gpu_count() == 0
    assert ncnn.get_default_gpu_index() == ncnn.create_gpu_instance() == -1
    with pytest.raises(RuntimeError, match="VulkanDevice needs Vulkan"):
        ncnn.VulkanDevice(0)


def test_powersave_modes_are_noted():
    before = ncnn.get_cpu_powersave()
    assert ncnn.set_cpu_powersave(2) == 0
    assert ncnn.set_cpu_powersave(7) == -1
    assert ncnn.get_cpu_powersave() == 2
    ncnn.set_cpu_powersave(before)


def test_allocators_hand_out_memory():
    pool = ncnn.UnlockedPoolAllocator()
    pool.set_size_compare_ratio(0.5)
    buffers = [pool.fastMalloc(1024), pool.fastMalloc(1)]
    assert "capsule" in repr(buffers[0])
    for buffer in buffers:
        pool.fastFree(buffer)
    with pytest.raises(ValueError, match="PyCapsule"):
        pool.fastFree(bytearray(4))
    pool.clear()
