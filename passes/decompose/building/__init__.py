"""What passes that replace layers by simpler ones share."""
