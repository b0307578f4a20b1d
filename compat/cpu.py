"""ncnn's queries of the CPU, and its OpenMP settings, which are unused here."""

from __future__ import annotations

import os

from ..runtime.code.cpu import host_features
from ..runtime.system import here
from .values import as_int

POWERSAVE_MODES = (0, 1, 2)
"""Modes for all cores, little cores and big cores."""

_settings = {"powersave": 0, "dynamic": 0}


def cpu_support_arm_neon() -> int:
    return int("neon" in host_features())


def cpu_support_arm_vfpv4() -> int:
    return int("neon" in host_features())


def cpu_support_arm_asimdhp() -> int:
    return int("fullfp16" in host_features())


def cpu_support_x86_avx() -> int:
    return int("avx" in host_features())


def cpu_support_x86_avx2() -> int:
    return int("avx2" in host_features())


def get_cpu_count() -> int:
    """Return the number of CPUs of the system."""
    return os.cpu_count() or 1


def get_big_cpu_count() -> int:
    """Return the number of fast CPUs: all of them, as cores are not distinguished."""
    return get_cpu_count()


def get_little_cpu_count() -> int:
    return 0


def get_physical_cpu_count() -> int:
    """Return the number of cores; CPUs that share one count once."""
    return here.physical_cores()


def get_physical_big_cpu_count() -> int:
    return get_physical_cpu_count()


def get_physical_little_cpu_count() -> int:
    return 0


def get_cpu_powersave() -> int:
    return _settings["powersave"]


def set_cpu_powersave(powersave: int) -> int:
    """Store a mode, without effect; return 0, or -1 for a mode unknown to ncnn."""
    mode = as_int(powersave)
    if mode not in POWERSAVE_MODES:
        return -1
    _settings["powersave"] = mode
    return 0


def get_omp_num_threads() -> int:
    """Return 1: Python does not run in a team of threads."""
    return 1


def set_omp_num_threads(num_threads: int) -> None:
    """Do nothing: `Option.num_threads` sets the number of threads."""
    as_int(num_threads)


def get_omp_dynamic() -> int:
    return _settings["dynamic"]


def set_omp_dynamic(dynamic: int) -> None:
    """Store a setting, without effect."""
    _settings["dynamic"] = int(as_int(dynamic) != 0)


def get_omp_thread_num() -> int:
    return 0


def get_kmp_blocktime() -> int:
    return 0


def set_kmp_blocktime(time_ms: int) -> None:
    """Do nothing, like ncnn without Intel's OpenMP."""
    as_int(time_ms)
