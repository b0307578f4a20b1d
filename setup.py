"""
Tell setuptools the packages, the folders with an `__init__.py` below the roots, and the URLs.

The URLs are those of the repository whose workflow builds the release.
"""

import os

from setuptools import find_packages, setup

ROOTS = ("compat", "compiler", "dialects", "passes", "runtime")
FOUND = find_packages(include=[f"{root}{rest}" for root in ROOTS for rest in ("", ".*")])

REPOSITORY = os.environ.get("GITHUB_REPOSITORY", "")
SOURCE = f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{REPOSITORY}"
URLS = {
    "Source": SOURCE,
    "Documentation": f"{SOURCE}/tree/main/docs",
    "Changelog": f"{SOURCE}/blob/main/CHANGELOG.md",
    "Issues": f"{SOURCE}/issues",
    "Security": f"{SOURCE}/security/policy",
}

setup(
    project_urls=URLS if REPOSITORY else {},
    packages=[
        "ncnnc",
        "ncnnc.digits",
        *(f"ncnnc.{name}" for name in FOUND if name != "compiler._root"),
    ],
)
