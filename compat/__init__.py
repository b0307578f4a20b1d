"""
ncnn's Python interface on compiled models: `import ncnnc.compat as ncnn`.

Calls return ncnn's codes, and objects keep a text in `error`; with `strict = True` they raise.
`install()` makes `import ncnn` this package.
"""

from __future__ import annotations

from .allocators import Allocator, PoolAllocator, UnlockedPoolAllocator
from .cpu import (
    cpu_support_arm_asimdhp,
    cpu_support_arm_neon,
    cpu_support_arm_vfpv4,
    cpu_support_x86_avx,
    cpu_support_x86_avx2,
    get_big_cpu_count,
    get_cpu_count,
    get_cpu_powersave,
    get_kmp_blocktime,
    get_little_cpu_count,
    get_omp_dynamic,
    get_omp_num_threads,
    get_omp_thread_num,
    get_physical_big_cpu_count,
    get_physical_cpu_count,
    get_physical_little_cpu_count,
    set_cpu_powersave,
    set_kmp_blocktime,
    set_omp_dynamic,
    set_omp_num_threads,
)
from .install import install
from .mat import Mat
from .networks.built_in_layer import create_layer, layer_to_index
from .networks.datareader import (
    DataReader,
    DataReaderFromEmpty,
    DataReaderFromMemory,
    DataReaderFromStdio,
)
from .networks.extractor import Extractor
from .networks.layer import Blob, Layer
from .networks.modelbin import ModelBin, ModelBinFromDataReader, ModelBinFromMatArray
from .networks.net import Net
from .networks.status import CompatError
from .option import Option
from .paramdict import ParamDict
from .transforms import (
    BorderType,
    cast_bfloat16_to_float32,
    cast_float16_to_float32,
    cast_float32_to_bfloat16,
    cast_float32_to_float16,
    cast_int8_to_float32,
    convert_packing,
    copy_cut_border,
    copy_make_border,
    copy_make_border_3d,
    flatten,
    quantize_to_int8,
    resize_bicubic,
    resize_bilinear,
    resize_nearest,
)
from .vulkan import (
    GpuInfo,
    VkAllocator,
    VkBlobAllocator,
    VkBufferMemory,
    VkImageMemory,
    VkStagingAllocator,
    VkWeightAllocator,
    VkWeightStagingAllocator,
    VulkanDevice,
    create_gpu_instance,
    destroy_gpu_instance,
    get_default_gpu_index,
    get_gpu_count,
    get_gpu_device,
    get_gpu_info,
)

__version__ = "1.0.20261020"
"""The release of ncnn whose interface this is."""

strict = False
"""Raise CompatError where ncnn returns a code."""

__all__ = [
    "Allocator",
    "Blob",
    "BorderType",
    "CompatError",
    "DataReader",
    "DataReaderFromEmpty",
    "DataReaderFromMemory",
    "DataReaderFromStdio",
    "Extractor",
    "GpuInfo",
    "Layer",
    "Mat",
    "ModelBin",
    "ModelBinFromDataReader",
    "ModelBinFromMatArray",
    "Net",
    "Option",
    "ParamDict",
    "PoolAllocator",
    "UnlockedPoolAllocator",
    "VkAllocator",
    "VkBlobAllocator",
    "VkBufferMemory",
    "VkImageMemory",
    "VkStagingAllocator",
    "VkWeightAllocator",
    "VkWeightStagingAllocator",
    "VulkanDevice",
    "cast_bfloat16_to_float32",
    "cast_float16_to_float32",
    "cast_float32_to_bfloat16",
    "cast_float32_to_float16",
    "cast_int8_to_float32",
    "convert_packing",
    "copy_cut_border",
    "copy_make_border",
    "copy_make_border_3d",
    "cpu_support_arm_asimdhp",
    "cpu_support_arm_neon",
    "cpu_support_arm_vfpv4",
    "cpu_support_x86_avx",
    "cpu_support_x86_avx2",
    "create_gpu_instance",
    "create_layer",
    "destroy_gpu_instance",
    "flatten",
    "get_big_cpu_count",
    "get_cpu_count",
    "get_cpu_powersave",
    "get_default_gpu_index",
    "get_gpu_count",
    "get_gpu_device",
    "get_gpu_info",
    "get_kmp_blocktime",
    "get_little_cpu_count",
    "get_omp_dynamic",
    "get_omp_num_threads",
    "get_omp_thread_num",
    "get_physical_big_cpu_count",
    "get_physical_cpu_count",
    "get_physical_little_cpu_count",
    "install",
    "layer_to_index",
    "quantize_to_int8",
    "resize_bicubic",
    "resize_bilinear",
    "resize_nearest",
    "set_cpu_powersave",
    "set_kmp_blocktime",
    "set_omp_dynamic",
    "set_omp_num_threads",
    "strict",
]
