"""`ncnnc cache`: list the cache of compiled models, or clear it."""

from __future__ import annotations

import argparse
import json
from datetime import datetime
from typing import TYPE_CHECKING

from ..parser import Verbs

if TYPE_CHECKING:
    from ...cache.objects import ObjectCache


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "cache",
        help="show what is kept of compiled models, or remove it",
        description="Compiled models are kept in the user's cache folder, or in that of "
        "NCNNC_CACHE_DIR, till they take more than NCNNC_CACHE_SIZE (4G; 0: none is kept). "
        "`ncnnc inspect` of a file that is listed says what it is.",
    )
    parser.add_argument("action", metavar="info|clear", choices=["info", "clear"])
    parser.add_argument(
        "--all",
        action="store_true",
        help="clear: measured times of convolutions, costs and tuned schedules, too",
    )
    parser.add_argument("--json", action="store_true", help="info: as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Show or clear the cache. Raises: OptionValueError for its size; NcnncError if files stay."""
    from ....runtime.errors import NcnncError
    from ...cache.directory import usable_directory
    from ...cache.objects import ObjectCache
    from ...driver.cached_programs import cache_bytes

    limit = cache_bytes()
    folder = usable_directory()
    if folder is None:
        raise NcnncError("error: there is no folder for a cache; hint: set NCNNC_CACHE_DIR")
    cache = ObjectCache(folder, limit)
    if arguments.action == "clear":
        clear(cache, arguments.all)
    else:
        show(cache, arguments.json)
    return 0


def clear(cache: ObjectCache, times: bool) -> None:
    """Remove all entries, what killed processes have left, and maybe the `times`."""
    from ...cache import measured_costs
    from ...cache.eviction import kept_entries, remove_abandoned
    from ...tuning import times_file
    from ...tuning.search import kept_schedules
    from ..output.console import describe_bytes

    removed = [entry for entry in kept_entries(cache) if cache.remove(entry.path)]
    for path in cache.temporaries():
        remove_abandoned(path)
    for files in (cache.digests.files, cache.functions, cache.precisions):
        files.clear()
    size = describe_bytes(sum(entry.bytes for entry in removed))
    print(f"{cache.directory}: removed {len(removed)} compiled models, {size}")
    measured = {
        times_file.FILE_NAME: "the times of convolutions",
        measured_costs.FILE_NAME: "the costs of this machine",
        kept_schedules.FILE_NAME: "the tuned schedules",
    }
    for name, what in measured.items():
        if times and cache.remove(cache.directory / name):
            print(f"removed {what}")


def show(cache: ObjectCache, as_json: bool) -> None:
    """The folder and a table of all entries, those used last first."""
    from ...cache.eviction import kept_entries
    from ..output.console import describe_bytes
    from ..output.tables import print_table

    entries = kept_entries(cache)[::-1]
    total = sum(entry.bytes for entry in entries)
    facts = {"folder": str(cache.folder), "limit": cache.size, "bytes": total}
    rows = [(entry.path.name, entry.bytes, used(entry.last_use)) for entry in entries]
    if as_json:
        columns = ("file", "bytes", "last_use")
        described = [dict(zip(columns, row, strict=True)) for row in rows]
        print(json.dumps({**facts, "entries": described}, indent=1))
        return
    print(f"{cache.folder}: {describe_bytes(total)} of at most {describe_bytes(cache.size)}")
    if rows:
        cells = [(name, describe_bytes(size), time) for name, size, time in rows]
        print_table(("file", "size", "last used"), cells, numeric=("size",))


def used(nanoseconds: int) -> str:
    """A time for people, to the second, where they are."""
    return datetime.fromtimestamp(nanoseconds // 10**9).isoformat(" ")
