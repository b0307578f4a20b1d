"""Replace the option `tune` by the schedules that a search finds."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from ....runtime.files.replacing_files import check_outputs, write_atomically
from ...options.compile_options import CompileOptions, require_runnable
from .kept_schedules import keep, kept_choices
from .schedule_search import ScheduleSearch
from .tuning_report import TuningReport


def with_tuned_schedules(
    options: CompileOptions, progress: Callable[[str], None] = lambda step: None
) -> tuple[CompileOptions, TuningReport]:
    """
    Return options with the schedules that a search of `tune` seconds finds, or that the cache knows
    if nothing is left to try; and what was tried. Raises: NcnncError; OSError for the log.
    """
    assert options.tune is not None  # checked by callers, who else need none of this
    require_runnable(options)
    log = options.tune_log
    check_outputs(log)
    plain = replace(options, tune=None, tune_log=None)
    search = ScheduleSearch(plain, options.tune, progress)
    if options.cache:
        search.begin_with(kept_choices(search.layers))
    search.search()
    if options.cache:
        keep(search.layers)
    report = search.report()
    if log is not None:
        write_atomically(log, [json.dumps(report.log, indent=1).encode() + b"\n"])
    return replace(plain, tuned=report.tuned), report
