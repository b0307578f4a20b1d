"""LLVM IR to machine code: compile, merge object files."""
