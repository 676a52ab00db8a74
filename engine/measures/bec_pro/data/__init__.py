"""Sentences about a person and a profession: BEC-Pro, the bundled set, and files of users."""
