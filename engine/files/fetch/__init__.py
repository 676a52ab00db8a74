"""Fetching public data sets, and where they are on this machine."""
