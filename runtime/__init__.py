"""Load and run compiled models; needs numpy, never the compiler."""
