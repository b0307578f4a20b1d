"""
The target machines.

One record per ISA (`x86`) lists its instructions (`products`, `narrowing`) and their semantics
(`meaning`). `records` maps targets' names to records, `attributes` has the attributes for a
module's target and a kernel's instruction, and `elements` converts the element types of the IR.
Only the last two import xDSL.
"""
