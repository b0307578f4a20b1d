"""
Facts about an instruction set are in its record, and nowhere else.

The names of instruction sets are in no other module, and what code calls of an instruction set are
the intrinsics of the target's own record.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.choices import Precision
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.target.products import BFLOAT16, FLOAT32, INT8, Product
from ncnnc.dialects.target.records import Target, all_targets

from tests.helpers.lowering import param_text

ROOT = Path(__file__).parents[3]
PACKAGES = ("compiler", "dialects", "passes", "runtime")
RECORDS = ROOT / "dialects" / "target"
OF_THE_CPU = [
    *(
        ROOT / "runtime" / "code" / f"{name}.py"
        for name in ("cpu", "cpuid", "elf", "hwcap", "relocations", "team_code")
    ),
    *(ROOT / "runtime" / "system").glob("*.py"),
    ROOT / "runtime" / "files" / "library_file.py",
    ROOT / "compiler" / "backend" / "object" / "as_elf.py",
    ROOT / "compiler" / "library" / "raw_object.py",
]
"""Files on CPU features, their detection by each system, and on object code and its loading."""
NAMES_IN_NCNN = ROOT / "passes" / "schedule" / "cost" / "ncnn_selection.py"
"""Names of ncnn's x86 functions."""
ISA_NAME = re.compile(r"x86|i386|amd64|aarch64|neon|avx|\bsse\d?|fma3|vnni|[xyz]mm\d?\b", re.I)
FACTS = ("lanes", "registers", "vector_bytes")
"""Attributes that may be compared only with numbers that no ISA has, such as 0 or 1."""


def modules(package: str) -> list[Path]:
    """The modules of a package that are no records."""
    paths = sorted((ROOT / package).rglob("*.py"))
    others = (*OF_THE_CPU, NAMES_IN_NCNN)
    return [path for path in paths if RECORDS not in path.parents and path not in others]


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Strings that stand as statements: documentation."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def isa_names(tree: ast.AST) -> Iterator[str]:
    """Names of instruction sets and their registers in strings and identifiers."""
    documentation = docstrings(tree)
    for node in ast.walk(tree):
        words = [value for _, value in ast.iter_fields(node) if isinstance(value, str)]
        if node not in documentation:
            line = getattr(node, "lineno", 0)
            yield from (f"line {line}: {word}" for word in words if ISA_NAME.search(word))


def numbers_of_an_isa(tree: ast.AST) -> Iterator[str]:
    """Comparisons of lanes or registers with numbers."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        names = {getattr(side, "id", getattr(side, "attr", "")) for side in sides}
        numbers = {side.value for side in sides if isinstance(side, ast.Constant)}
        if names & set(FACTS) and numbers - {0, 1}:
            yield f"line {node.lineno}: {ast.unparse(node)}"


def findings(code: str) -> list[str]:
    """Return the facts about an instruction set in the code of a module."""
    if not ISA_NAME.search(code) and not any(fact in code for fact in FACTS):
        return []
    tree = ast.parse(code)
    return [*isa_names(tree), *numbers_of_an_isa(tree)]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_isa_outside_of_the_records(package: str):
    found = {path: findings(path.read_text(encoding="utf-8")) for path in modules(package)}
    assert found
    assert {str(path): lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "code",
    ['if name == "x86-avx2": pass', "SSE_LANES = 4", "wide = lanes == 16", "t.registers > 16"],
)
def test_what_is_found(code: str):
    assert findings(code) != []


@pytest.mark.parametrize("code", ['"""x86"""', "lanes > 1", "lanes == other", "say('asserts')"])
def test_what_is_not(code: str):
    assert findings(code) == []


# What code calls --------------------------------------------------------------------------------

LAYERS = """
    Convolution a 1 1 x a 0=32 1=3 4=1 5=1 6=864 9=1{term}
    ConvolutionDepthWise b 1 1 a b 0=32 1=3 4=1 5=1 6=288 7=32 9=1{term}
    Convolution c 1 1 b c 0=32 1=3 4=1 5=1 6=9216 9=1{term}
    Convolution d 1 1 c d 0=16 1=1 5=1 6=512{term}
    InnerProduct y 1 1 d y 0=17 1=1 2=38080{term}
"""
KINDS = {
    "float32": ("", Precision.FP32, FLOAT32),
    "bf16": ("", Precision.BF16, BFLOAT16),
    "int8": (" 8=2", Precision.FP32, INT8),
}
"""Kind -> the parameter of int8 layers, precision, types of products."""
SHAPES = {"x": (3, 10, 14)}
INTRINSIC = re.compile(r"@(llvm\.(?!vector\.)\w+\.\w+[\w.]*)\(")


def intrinsics_of(target: Target) -> set[str]:
    """Return the intrinsics in the record of a target."""
    isa = target.isa
    return {
        *(name for product in target.products for _, name in product.intrinsics),
        *(product.neighbours for product in target.products),
        *(truncation.intrinsic for truncation in isa.truncations),
        *(rounding.intrinsic for rounding in isa.roundings),
        *(name for pack in isa.packs for name in pack.intrinsics),
        *(name for _, name in isa.load_groups),
        *([isa.lookup.intrinsic] if isa.lookup is not None else []),
    }


def casts_of(product: Product) -> Sequence[str]:
    """Return the beginnings of names of the conversions to and from tile registers."""
    tiles = product.tiles
    return () if tiles is None else (tiles.from_vector, tiles.to_vector)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("target", all_targets(), ids=lambda target: target.name)
def test_code_calls_what_the_record_names(target: Target, kind: str, tmp_path: Path):
    term, precision, types = KINDS[kind]
    param = tmp_path / "network.param"
    param.write_bytes(param_text(LAYERS.format(term=term), SHAPES))
    options = CompileOptions(
        str(param), target=target.name, inputs=SHAPES, random_weights=0, precision=precision
    )
    called = set(INTRINSIC.findall(lower(options).llvm_ir()))
    named = intrinsics_of(target)
    families = ("llvm.x86.", "llvm.aarch64.", "llvm.wasm.")
    casts = tuple(cast for p in target.products for cast in casts_of(p))
    others = {name for name in called if name.startswith(families) and not name.startswith(casts)}
    assert others <= named
    used = [p for p in target.products if {name for _, name in p.intrinsics} & called]
    assert {target.inner_kernel(types).product, target.block_product(types)} & {*used}
