"""The grammar of `.param`, `.param.bin` and `.bin`, in both directions."""
