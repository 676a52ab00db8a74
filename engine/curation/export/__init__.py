"""A reviewed set to files: pairs, datasheet and metadata."""
