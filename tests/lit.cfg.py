"""`lit tests/filecheck` runs the FileCheck tests as commands, as a user would type them."""

import os
import sys

import lit.formats

config = globals()["config"]  # lit's, which executes this file
config.name = "ncnnc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["inputs"]
config.test_source_root = os.path.dirname(__file__)
for name in ("round-trip", "verify-diagnostics"):
    module = name.replace("-", "_")
    command = f"{sys.executable} -m tests.helpers.{module}"
    config.substitutions.append((rf"(?<![-\w]){name}\b", command))
config.environment["PYTHONPATH"] = os.path.dirname(config.test_source_root)
config.environment["PATH"] = os.pathsep.join(
    [os.path.dirname(sys.executable), os.environ.get("PATH", "")]
)
