"""What passes of several levels need."""
