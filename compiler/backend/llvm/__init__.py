"""Print loops and vectors as LLVM IR."""
