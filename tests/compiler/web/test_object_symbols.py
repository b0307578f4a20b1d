"""Symbols of object files get other names, and references to them follow."""

from __future__ import annotations

import pytest
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.compiler.web.linking import linked
from ncnnc.compiler.web.object_symbols import with_prefix
from ncnnc.dialects.target.records import Target

from tests.helpers.web_module import needs_linker

TEXT = """
@count = global i32 3
define internal i32 @own() noinline { ret i32 4 }
define void @store() { store i32 1, ptr @count ret void }
define i32 @run() {
  call void @store()
  %x = call i32 @own()
  %y = call i32 @other()
  %z = add i32 %x, %y
  ret i32 %z
}
declare i32 @other()
"""
OTHER = "define i32 @other() { ret i32 5 } define i32 @run() { ret i32 6 }"


@needs_linker
@pytest.mark.parametrize("prefixes", [("a_", "b_"), ("a" * 200, "b" * 200)])
def test_two_programs_of_one_name(prefixes: tuple[str, str]):
    target = Target.parse("wasm")
    program, other = emit_object(TEXT, target), emit_object(OTHER, target)
    for name in (b"count", b"store", b"run", b"own", b"other"):
        assert name in program
    renamed = [with_prefix(program, prefix) for prefix in prefixes]
    module = linked([*renamed, other], [f"{prefix}run" for prefix in prefixes], shared=False)
    assert all(f"{prefix}run".encode() in module for prefix in prefixes)
    assert with_prefix(program, "") == program or len(with_prefix(program, "")) < len(program)
