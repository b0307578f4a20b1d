"""
The cache of compiled models, and the folder in which it and the times of convolutions are kept.

`directory` says where it is and whether it is private, `objects` keeps compiled models there by
key, `eviction` bounds what they take, `file_digests` knows the content of files that have not
changed, and `this_compiler` names the compiler that a key is for. docs/cache.md has the rules.
"""
