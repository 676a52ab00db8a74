"""Why the isolated process cannot convert a file."""


class ConversionError(Exception):
    """The reason, as the part of a sentence that stands in brackets."""
