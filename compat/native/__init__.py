"""Images by machine code: C, shipped as LLVM IR, that each machine compiles once."""
