"""Which memory layout every use of a blob has, and why."""
