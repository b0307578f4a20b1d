"""
Find shapes of inputs that fit the layers of a graph.

The shape rules of ops (`infer_shapes`) run once with unknown extents in place of numbers. Each
result is a formula of the unknowns, and each comparison that a rule makes becomes a condition on
them. A condition that ends in an error is solved for other numbers, by trying all of a range at
once; the conditions of a run that succeeds describe all shapes that take the same way.

Source: P. Godefroid, N. Klarlund, K. Sen, "DART: Directed Automated Random Testing", PLDI 2005.
"""
