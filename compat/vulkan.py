"""ncnn's interface to GPUs, which reports that there is none."""

from __future__ import annotations

from typing import Any


def create_gpu_instance(driver_path: str | None = None) -> int:
    """Return -1: there is no Vulkan."""
    return -1


def destroy_gpu_instance() -> None:
    """Do nothing."""


def get_gpu_count() -> int:
    return 0


def get_default_gpu_index() -> int:
    """Return -1: there is no GPU."""
    return -1


def get_gpu_info(device_index: int = 0) -> None:
    """Return None: there is no GPU."""


def get_gpu_device(device_index: int = 0) -> None:
    """Return None: there is no GPU."""


class NoVulkan:
    """A class of ncnn that needs a GPU. Raises: RuntimeError when it is created."""

    def __init__(self, *args: Any, **named: Any) -> None:
        name = type(self).__name__
        raise RuntimeError(f"{name} needs Vulkan, which compiled models do not: they run on CPUs")


class VulkanDevice(NoVulkan): ...


class GpuInfo(NoVulkan): ...


class VkBufferMemory(NoVulkan): ...


class VkImageMemory(NoVulkan): ...


class VkAllocator(NoVulkan): ...


class VkBlobAllocator(VkAllocator): ...


class VkWeightAllocator(VkAllocator): ...


class VkStagingAllocator(VkAllocator): ...


class VkWeightStagingAllocator(VkAllocator): ...
