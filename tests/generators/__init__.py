"""
Generators of test networks: tools that tests import, and that also run as scripts.

    python -m tests.generators.random_graphs --seed 0 --count 500
    python -m tests.generators.unfuse resnet18.param out.param out.bin
"""
