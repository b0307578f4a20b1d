"""Print results: tables, profiles, differences, progress."""
