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
config.environment["PATH"] = os.pathsep.join(
    [os.path.dirname(sys.executable), os.environ.get("PATH", "")]
)
