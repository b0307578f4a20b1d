"""
The machines that are compiled for.

One record per ISA (`x86`) of its instructions (`products`, `narrowing`) and what these compute
(`meaning`), what a target's name makes of them (`records`), the attributes by which a module names
its target and a kernel its instruction (`attributes`), and what records call the element types of
IR (`elements`). Only the last two import xDSL.
"""
