"""A compiled model as a WebAssembly module, with the JavaScript that loads it."""
