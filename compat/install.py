"""Make `import ncnn` this package, for programs that cannot be edited."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from types import ModuleType

NAME = "ncnn"


def install() -> ModuleType:
    """
    Make `import ncnn` import this package from now on in this process, and return it.

    `ncnn.model_zoo` and `ncnn.utils` come from the wheel, if it is installed: their networks run
    here, too. Repeated calls are fine.

    Raises: ImportError if the wheel was already imported, since programs may hold its classes.
    """
    package = importlib.import_module(__package__ or "")
    if sys.modules.get(NAME) is package:
        return package
    if NAME in sys.modules:
        raise ImportError("ncnn is imported already; hint: call ncnnc.compat.install() before")
    spec = importlib.util.find_spec(NAME)
    if spec is not None and spec.submodule_search_locations is not None:
        package.__path__ = [*package.__path__, *spec.submodule_search_locations]
    setattr(package, NAME, package)
    sys.modules[NAME] = sys.modules[f"{NAME}.{NAME}"] = package
    return package
