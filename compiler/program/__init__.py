"""Make a program of a lowered module: code, weights, signature, call-backs, memory limits."""
