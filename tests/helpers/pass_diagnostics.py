"""Run passes on a part of a file of IR, and say what they remark and what they change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ncnnc.dialects.context import NcnncContext
from ncnnc.passes import get_all_passes
from ncnnc.passes.common.errors import place_of
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, ModuleOp, StringAttr, UnknownLoc
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.passes import PassPipeline
from xdsl.transforms import get_all_passes as get_xdsl_passes
from xdsl.utils.arg_spec import parse_pipeline

from tests.helpers.ir_files import UNKNOWN, Diagnostic, LineParser, Part

CHECKED = re.compile(r"^// \w+-LABEL:.*@(\w+)", re.MULTILINE)
FILE = "this file"
Place = tuple[str | None, int | None]
"""The file and the line that a location tells."""


def diagnostics_of_passes(part: Part, passes: str) -> Iterator[Diagnostic]:
    """Return the remarks of passes, and errors for functions that change unawares."""
    parser = LineParser(part)
    module = parser.parse_module()
    lines = located(parser.lines)
    begins = {f.sym_name.data: parser.lines[f] for f in module.walk() if isinstance(f, FuncOp)}
    before = functions(module)
    run(passes, parser.context, module)
    rewritten = set[str]()
    for remark in parser.context.remarks:
        line = lines.get((remark.file, remark.line), UNKNOWN)
        yield Diagnostic(line, "remark", str(remark))
        if remark.reason is None:
            rewritten.add(max(begins, key=lambda name: (begins[name] <= line, begins[name])))
    after = functions(module)
    for name in begins.keys() - (rewritten & set(CHECKED.findall(part.text))):
        if after.get(name) != before[name]:
            yield Diagnostic(begins[name], "error", f"@{name} changes, which nothing tells")


def located(lines: Mapping[Operation, int]) -> dict[Place, int]:
    """Give each op without a location its line, and return the lines of all locations."""
    found = dict[Place, int]()
    for op, line in lines.items():
        if isinstance(op.location, UnknownLoc):
            op.location = FileLineColLoc(StringAttr(FILE), IntAttr(line), IntAttr(0))
        place = place_of(op)
        found.setdefault((place.file, place.line), line)
    return found


def functions(module: ModuleOp) -> dict[str, str]:
    """Return the text of each function of a module."""
    return {op.sym_name.data: str(op) for op in module.walk() if isinstance(op, FuncOp)}


def run(passes: str, ctx: NcnncContext, module: ModuleOp) -> None:
    """Run passes as `ncnnc-opt` does."""
    known = get_xdsl_passes() | get_all_passes()
    specs = parse_pipeline(passes)
    pipeline = PassPipeline(tuple(known[spec.name]().from_pass_spec(spec) for spec in specs))
    pipeline.apply(ctx, module)
    module.verify()
