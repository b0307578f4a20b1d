"""
The cache of compiled models, and the folder that holds it and the measured times.

`directory` finds the folder and checks that it is private, `objects` stores compiled models by key,
`eviction` limits their size, `file_digests` remembers digests of unchanged files, and
`this_compiler` identifies the compiler in keys. docs/cache.md has the rules.
"""
