"""Process images by machine code: C, shipped as LLVM IR, which each machine compiles once."""
