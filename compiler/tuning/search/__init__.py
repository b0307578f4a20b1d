"""Search of schedules by measuring compiled programs."""
