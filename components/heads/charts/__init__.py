"""Charts of the Heads page."""
