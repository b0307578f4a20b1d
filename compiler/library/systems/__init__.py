"""Libraries of other systems than Linux: how they are linked, and their archives."""
