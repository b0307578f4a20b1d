"""Read CPU quotas from Linux's control groups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
OWN_GROUPS = Path("/proc/self/cgroup")
QUOTA_OF_VERSION_1 = ("cpu.cfs_quota_us", "cpu.cfs_period_us")


def quotas() -> Iterator[float]:
    """Yield the CPU quotas of the process's control group and its ancestors."""
    for folder in group_folders():
        text = content(folder / "cpu.max") or " ".join(
            content(folder / name) for name in QUOTA_OF_VERSION_1
        )
        words = text.split()
        # `max 100000` in version 2 and `-1 100000` in version 1 are no limits.
        if len(words) == 2 and all(word.isdecimal() for word in words) and int(words[1]):
            yield int(words[0]) / int(words[1])


def group_folders() -> Iterator[Path]:
    """Yield the folders of the process's groups and their ancestors, in both versions."""
    for line in content(OWN_GROUPS).splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers and "cpu" not in controllers.split(","):
            continue
        top = GROUPS / controllers
        group = top / path.strip("/")
        yield group
        # In a container the path may be the host's, and the top folder its own group.
        yield from (each for each in group.parents if each.is_relative_to(top))


def content(file: Path) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        return file.read_text()
    except OSError:
        return ""
