"""ncnn's questions about the CPU, and its settings of OpenMP, which nothing here uses."""

from __future__ import annotations

import os

from ..runtime.code.cpu import host_features
from ..runtime.system import here
from .values import as_int

POWERSAVE_MODES = (0, 1, 2)
"""All cores, little ones, big ones."""

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
    """Return the number of CPUs that the system has."""
    return os.cpu_count() or 1


def get_big_cpu_count() -> int:
    """Return the number of fast CPUs: all of them, cores are not told apart."""
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
    """Note a mode, which changes nothing; return 0, or -1 for one that ncnn does not have."""
    mode = as_int(powersave)
    if mode not in POWERSAVE_MODES:
        return -1
    _settings["powersave"] = mode
    return 0


def get_omp_num_threads() -> int:
    """Return 1: Python runs in no team of threads."""
    return 1


def set_omp_num_threads(num_threads: int) -> None:
    """Do nothing: `Option.num_threads` counts."""
    as_int(num_threads)


def get_omp_dynamic() -> int:
    return _settings["dynamic"]


def set_omp_dynamic(dynamic: int) -> None:
    """Note a setting, which changes nothing."""
    _settings["dynamic"] = int(as_int(dynamic) != 0)


def get_omp_thread_num() -> int:
    return 0


def get_kmp_blocktime() -> int:
    return 0


def set_kmp_blocktime(time_ms: int) -> None:
    """Do nothing, as ncnn without Intel's OpenMP."""
    as_int(time_ms)
