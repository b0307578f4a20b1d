"""Rules that layers share: shapes, ranks, ranges, parameters."""
