"""Reference pages of the site: functions and classes from docstrings, C from headers."""

from __future__ import annotations

import inspect
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ncnnc
import ncnnc.compat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

GROUPS = {
    "Compile and load": (
        "compile",
        "from_torch",
        "from_onnx",
        "load",
        "compile_library",
        "CompileOptions",
    ),
    "Models": ("CompiledModel", "DynamicModel", "Session", "TiledModel", "tiled", "TensorSpec"),
    "Inputs and outputs": ("Dim", "Image", "YoloBoxes", "CtcDecoding", "ArgMax"),
    "Model files": (
        *("optimize", "quantize", "quantize_blocks", "QuantizationReport", "BlockReport", "zoo"),
    ),
    "Layers": ("register_layer", "unregister_layer", "check_layer", "LayerWeight"),
    "Targets": ("Target", "parse_target"),
    "Errors": ("NcnncError", "ModelError", "UnsupportedError", "UsageError", "ArtifactError"),
}
"""Heading -> public names."""
COMPAT_GROUPS = {
    "Networks": ("networks.",),
    "Arrays": ("mat", "paramdict"),
    "Options": ("option", "allocators"),
    "Functions of arrays": ("transforms",),
    "Machine": ("cpu", "install"),
    "Vulkan": ("vulkan",),
}
"""Heading -> modules of `ncnnc.compat`, or what their names begin with."""
OPTIONS = frozenset(inspect.signature(ncnnc.CompileOptions).parameters)
"""Keywords that a table of options describes."""
PYTHON = """# Functions and classes

What `import ncnnc` has, from its docstrings. [Options](../options.md) lists the keywords that most
functions share, here as `**options`; [Python](../python.md) shows them in use.
"""
COMPAT = """# ncnn's names

All names of `ncnnc.compat`, from docstrings. [ncnn's Python interface](../compat.md) says what
differs from the wheel. `strict = True` makes errors of codes.
"""
C = """# The C interface

A [library](../deploy.md) comes with a header that declares and explains all of its functions; names
begin with its name. These are two of them: of a network with one input and one output, and
of a model with a state.

## A network

```c
{network}```

## A model with states

Its shapes are `x=T,8` and `cache=P,8`, with `--dim T=1..64 --dim P=0..512 --state cache=out`.

```c
{states}```
"""
STATES = "7767517\n3 4\nInput x 0 1 x\nInput cache 0 1 cache\nConcat join 2 1 cache x out 0=0\n"
DIGITS = Path(__file__).parents[2] / "examples" / "digits" / "digits.param"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    files.append(File.generated(config, "reference/python.md", content=python_page()))
    files.append(File.generated(config, "reference/compat.md", content=compat_page()))
    files.append(File.generated(config, "reference/c.md", content=c_page()))
    return files


def python_page() -> str:
    """Return all public names by group. Raises: ValueError for one that is in no group."""
    grouped = {name for names in GROUPS.values() for name in names}
    if missing := grouped ^ set(ncnnc.__all__):
        raise ValueError(f"docs/hooks/reference_pages.py, GROUPS: {', '.join(sorted(missing))}")
    lines = [PYTHON]
    for heading, names in GROUPS.items():
        lines.append(f"\n## {heading}\n")
        for name in names:
            lines += described(name, getattr(ncnnc, name))
    return "\n".join(lines)


def compat_page() -> str:
    """Return the names of `ncnnc.compat` by group. Raises: ValueError for one that has no group."""
    values = {name: getattr(ncnnc.compat, name) for name in ncnnc.compat.__all__}
    modules = {
        name: value.__module__.removeprefix("ncnnc.compat.")
        for name, value in values.items()
        if name != "strict"
    }
    lines = [COMPAT]
    for heading, prefixes in COMPAT_GROUPS.items():
        lines.append(f"\n## {heading}\n")
        for name in [name for name, module in modules.items() if module.startswith(prefixes)]:
            lines += described(name, values[name])
            del modules[name]
    if modules:
        raise ValueError(f"docs/hooks/reference_pages.py, COMPAT_GROUPS: {modules}")
    return "\n".join(lines)


def described(name: str, value: object) -> Iterator[str]:
    """Yield signature and docstring of a function or class, then of a class's methods."""
    yield f"\n### {name}\n"
    if inspect.isclass(value) and not issubclass(value, Exception):
        if not OPTIONS <= set(inspect.signature(value).parameters):
            yield f"```python\nclass {name}{signature_of(value)}\n```\n"
    elif callable(value) and not inspect.isclass(value):
        yield f"```python\n{name}{signature_of(value)}\n```\n"
    yield f"{inspect.getdoc(value) or ''}\n"
    for member, function in own_members(value) if inspect.isclass(value) else ():
        yield f"\n#### {name}.{member}\n"
        if isinstance(function, property):
            yield f"{inspect.getdoc(function)}\n"
        else:
            yield f"```python\n{member}{signature_of(function)}\n```\n"
            yield f"{inspect.getdoc(function)}\n"


def own_members(value: type[object]) -> Iterator[tuple[str, property | Callable[..., object]]]:
    """Yield the public methods and properties with docstrings of a class of ncnnc."""
    if issubclass(value, Exception):
        return
    for name in vars(value):
        member: Any = inspect.getattr_static(value, name)
        member = getattr(member, "__func__", member)
        if name != "__call__" and name.startswith("_"):
            continue
        if (inspect.isfunction(member) or isinstance(member, property)) and member.__doc__:
            yield name, member


def signature_of(value: Callable[..., object]) -> str:
    """Return a signature, without `self`, with `**options` for those that a table describes."""
    signature = inspect.signature(value)
    kept = [p for p in signature.parameters.values() if p.name != "self"]
    shared = [p for p in kept if p.kind is p.KEYWORD_ONLY and p.name in OPTIONS]
    kept = [p for p in kept if p not in shared]
    if shared:
        kept.append(inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD))
    kept = [
        p.replace(annotation=Unquoted(p.annotation)) if p.annotation is not p.empty else p
        for p in kept
    ]
    result = signature.return_annotation
    text = signature.replace(parameters=kept, return_annotation=Unquoted(result))
    if result is signature.empty:
        text = signature.replace(parameters=kept)
    if len(str(text)) <= 80:
        return str(text)
    lines = [f"    {p}," for p in kept]
    if any(p.kind is p.KEYWORD_ONLY for p in kept):
        at = next(n for n, p in enumerate(kept) if p.kind is p.KEYWORD_ONLY)
        lines.insert(at, "    *,")
    return "\n".join(("(", *lines, f") -> {result}"))


class Unquoted(str):
    """An annotation that `inspect` shows without quotes."""

    def __repr__(self) -> str:
        return str(self)


def c_page() -> str:
    """Return the headers of a network and of a model with a state."""
    with tempfile.TemporaryDirectory() as folder:
        network = header(str(DIGITS), None, Path(folder) / "net.o")
        states = header(
            STATES.encode(),
            b"",
            Path(folder) / "decoder.o",
            inputs={"x": ("T", 8), "cache": ("P", 8)},
            dims={"T": (1, 64), "P": (0, 512)},
            states={"cache": "out"},
        )
    return C.format(network=network, states=states)


def header(param: str | bytes, weights: bytes | None, library: Path, **options: Any) -> str:
    """Return the header of a model's library."""
    ncnnc.compile_library(param, weights, library, targets=["x86-avx2"], **options)
    return library.with_suffix(".h").read_text(encoding="utf-8")
