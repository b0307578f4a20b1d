"""
The text that the decoder learns: docstrings of the Python standard library, as `help` prints them.

They are read from the source of the modules that come with the interpreter; nothing is imported or
downloaded. An entry looks like this:

    >>> help(textwrap.dedent)
    Remove any common leading whitespace from every line in `text`.
"""

from __future__ import annotations

import ast
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import numpy as np

CHARACTERS = "\n" + "".join(map(chr, range(32, 127)))
"""The vocabulary: a token is a character, its number the place in this text."""
HELD_OUT = ("calendar", "fractions", "shelve", "statistics", "textwrap")
"""Modules that training never sees."""
LEFT_OUT = {"distutils", "idlelib", "lib2to3", "pydoc_data", "site-packages", "test", "tests"}
"""Folders that some interpreters have and others do not, and those of other people's packages."""
LONGEST = 480
"""Characters of a docstring: paragraphs behind these are left out."""


def modules(held_out: bool) -> Iterator[tuple[str, ast.Module]]:
    """Yield name and syntax tree of each module of a kind, in the order of their names."""
    root = Path(sysconfig.get_paths()["stdlib"])
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        if LEFT_OUT.isdisjoint(parts) and (parts[0] in HELD_OUT) == held_out:
            yield ".".join(parts).removesuffix(".__init__"), ast.parse(path.read_bytes())


def entries(node: ast.AST, name: str) -> Iterator[str]:
    """Yield the entries of the classes and functions of a module or class, inner ones too."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{name}.{child.name}"
            text = ast.get_docstring(child)
            if text is not None and set(text) <= set(CHARACTERS):
                yield f">>> help({inner})\n{shortened(text)}\n"
            yield from entries(child, inner)


def shortened(text: str) -> str:
    """Return the first paragraphs of a docstring, at least one."""
    whole, *others = text.split("\n\n")
    for paragraph in others:
        if len(whole) + len(paragraph) > LONGEST:
            break
        whole += f"\n\n{paragraph}"
    return whole


def read(held_out: bool) -> str:
    """Return the text to train on, or that of the modules that are held out."""
    return "".join(entry for name, tree in modules(held_out) for entry in entries(tree, name))


def tokens(text: str) -> np.ndarray:
    """Return the numbers of characters, as int32."""
    number = {character: index for index, character in enumerate(CHARACTERS)}
    return np.array([number[character] for character in text], np.int32)
