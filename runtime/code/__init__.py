"""Machine code in this process, and the CPU that runs it."""
