"""Data: the project's own bundled samples, and readers for what users bring."""
