"""`ncnnc docs`: opens the documentation that is installed with ncnnc."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path

from ....runtime.errors import NcnncError
from ...diagnostics import unknown_name
from ..parser import Verbs

HOME = "index"


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "docs",
        help="open the documentation in the browser",
        description="Open a page of the documentation in the browser, and print where it is. "
        "Needs no network.",
    )
    parser.add_argument(
        "page", metavar="PAGE", nargs="?", default=HOME, help="such as faq or tutorials/python"
    )
    parser.add_argument("--print", action="store_true", help="print where it is, and no more")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the file of a page and open it. Raises: NcnncError without pages; UsageError."""
    import webbrowser

    file = page_file(site_folder(), arguments.page)
    print(file)
    if not arguments.print:
        webbrowser.open(file.as_uri())
    return 0


def site_folder() -> Path:
    """Return the folder of the pages. Raises: NcnncError where they are not built."""
    installed = Path(str(files("ncnnc"))) / "site"
    if not (installed / f"{HOME}.html").is_file():
        hint = "hint: `make docs` in a checkout builds them from docs/*.md"
        raise NcnncError(f"error: this installation has no pages; {hint}")
    return installed


def page_file(site: Path, page: str) -> Path:
    """Return the file of a page, named with or without suffix. Raises: UsageError."""
    pages = {
        path.relative_to(site).with_suffix("").as_posix(): path for path in site.rglob("*.html")
    }
    name = page.removesuffix(".html").removesuffix(".md")
    if name not in pages:
        raise unknown_name("page", name, sorted(pages))
    return pages[name]
