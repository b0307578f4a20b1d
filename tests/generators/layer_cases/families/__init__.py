"""Generators of cases, a module for each family of layers. Importing the package registers all."""

import importlib
import pkgutil

for module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{module.name}")
