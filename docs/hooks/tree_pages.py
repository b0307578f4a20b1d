"""
Pages of the tree outside of `docs/` in the site, and links and tables that fit there.

`passes/README.md` becomes the page `tree/passes/README.md`. A link to a page of the tree leads to
its place in the site; a link to another file, such as a source, becomes its text. In tables, GitHub
needs a backslash before a bar in code, which the site would show.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

OUTSIDE = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "passes/README.md",
    "examples/*/README.md",
)
ROOT = Path(__file__).parents[2]
PREFIX = "tree/"
LINK = re.compile(r"\[([^\]\n]*(?:\[[^\]\n]*\][^\]\n]*)*)\]\(([^()\s:]+)\)")
"""A link to a file of the tree: neither to the web nor an image's title."""
ROW = re.compile(r"^\|.*$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside of `docs/`."""
    for pattern in OUTSIDE:
        for path in sorted(ROOT.glob(pattern)):
            name = PREFIX + path.relative_to(ROOT).as_posix()
            files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links lead to places in the site, and mend bars in tables. Code stays as it is."""
    folder = posixpath.dirname(place_in_tree(page.file.src_uri))

    def in_site(link: re.Match[str]) -> str:
        path, _, anchor = link[2].partition("#")
        if not path:
            return link[0]
        target = place_in_site(posixpath.normpath(posixpath.join(folder, path)))
        if files.get_file_from_path(target) is None and (ROOT / folder / path).exists():
            return link[1]
        relative = posixpath.relpath(target, posixpath.dirname(page.file.src_uri))
        return f"[{link[1]}]({relative}{anchor and '#' + anchor})"

    def prose(text: str) -> str:
        return ROW.sub(lambda row: plain_bars(row[0]), LINK.sub(in_site, text))

    parts: list[str] = []
    end = 0
    for code in CODE.finditer(markdown):
        parts += [prose(markdown[end : code.start()]), code[0]]
        end = code.end()
    return "".join((*parts, prose(markdown[end:])))


def plain_bars(row: str) -> str:
    """Return a row of a table without backslashes before bars in code."""
    return re.sub(r"`[^`]+`", lambda code: code[0].replace("\\|", "|"), row)


def place_in_tree(place: str) -> str:
    """Return the path in the tree of a page of the site."""
    return place.removeprefix(PREFIX) if place.startswith(PREFIX) else f"docs/{place}"


def place_in_site(path: str) -> str:
    """Return the place in the site of a page of the tree; the home page stands for the README."""
    if path == "README.md":
        return "index.md"
    return path.removeprefix("docs/") if path.startswith("docs/") else PREFIX + path
