"""Charts of the Arena page."""
