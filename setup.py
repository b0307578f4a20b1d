"""List the packages for setuptools: the folders with an `__init__.py` below the roots."""

from setuptools import find_packages, setup

ROOTS = ("compat", "compiler", "dialects", "passes", "runtime")
FOUND = find_packages(include=[f"{root}{rest}" for root in ROOTS for rest in ("", ".*")])

setup(
    packages=[
        "ncnnc",
        "ncnnc.digits",
        *(f"ncnnc.{name}" for name in FOUND if name != "compiler._root"),
    ]
)
