"""Subtitle files to sentences: reading, cleaning, and joining what goes on in the next cue."""
