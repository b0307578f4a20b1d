"""ncnn's `Option`: the settings of a program; compiled models follow some of them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from .allocators import Allocator, as_allocator
from .cpu import get_physical_big_cpu_count
from .values import as_bool, as_int


@dataclass(eq=False)
class Option:
    """
    The options of a network, with ncnn's names and default values.

    `docs/compat.md` describes their effects. Raises: AttributeError for a name unknown to ncnn,
    TypeError for a value of another type.
    """

    lightmode: bool = True
    num_threads: int = 0
    """The number of threads of a run; the default is the number of physical cores."""
    blob_allocator: Allocator | None = None
    workspace_allocator: Allocator | None = None
    kvcache_allocator: Allocator | None = None
    blob_vkallocator: Any = None
    workspace_vkallocator: Any = None
    staging_vkallocator: Any = None
    kvcache_vkallocator: Any = None
    kvcache_max_seqlen_hint: int = 0
    openmp_blocktime: int = 20
    use_winograd_convolution: bool = True
    use_winograd23_convolution: bool = True
    use_winograd43_convolution: bool = True
    use_winograd63_convolution: bool = True
    use_sgemm_convolution: bool = True
    use_int8_inference: bool = True
    use_vulkan_compute: bool = False
    use_bf16_packed: bool = False
    use_bf16_storage: bool = False
    use_fp16_packed: bool = True
    use_fp16_storage: bool = True
    use_fp16_arithmetic: bool = True
    use_int8_packed: bool = True
    use_int8_storage: bool = True
    use_int8_arithmetic: bool = True
    use_packing_layout: bool = True
    use_subgroup_ops: bool = True
    use_tensor_storage: bool = False

    def __post_init__(self) -> None:
        if self.num_threads == 0:
            self.num_threads = get_physical_big_cpu_count()

    def __setattr__(self, name: str, value: object) -> None:
        if name not in DEFAULTS:
            raise AttributeError(f"ncnn's Option has no '{name}'")
        object.__setattr__(self, name, converted(name, value))

    def settle(self) -> None:
        """Turn off unsupported options, as ncnn does when it reads a `.param`."""
        self.use_vulkan_compute = False
        self.use_fp16_arithmetic &= self.use_fp16_storage


DEFAULTS = {field.name: field.default for field in fields(Option)}


def converted(name: str, value: object) -> object:
    """Return a value in the type of an option's field. Raises: TypeError."""
    default = DEFAULTS[name]
    if default is None:
        return as_allocator(value)
    try:
        return as_bool(value) if isinstance(default, bool) else as_int(value)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
