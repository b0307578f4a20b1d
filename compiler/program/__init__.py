"""From a lowered module to a program: code, weights, signature, call-backs, limits of memory."""
