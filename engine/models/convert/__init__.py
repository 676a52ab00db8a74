"""Safetensors made once, on request, from weights that are never read for measuring.

The reading of the other formats runs in a process of its own (`child`), with limits on memory and
time and without a network; nothing else of Biascope imports those readers. What was made is found
again by `made`.
"""

from __future__ import annotations

# --- refusal ------------------------------------------------------------------------------
# Why the isolated process cannot convert a file.


class ConversionError(Exception):
    """The reason, as the part of a sentence that stands in brackets."""
