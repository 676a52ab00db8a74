"""Safetensors made once, on request, from weights that are never read for measuring.

The reading of the other formats runs in a process of its own (`child`), with limits on memory and
time and without a network; nothing else of Biascope imports those readers. What was made is found
again by `made`.

- `making`: a folder of safetensors made once, and the process that it asks.
- `child`: that process; `pickled`, `tensorflow` and `renaming` (safetensors whose names a wrapper
  has lengthened) are its readers, `writing` what they write.
- `made`: what has been made before.
"""

from __future__ import annotations

# --- refusal ------------------------------------------------------------------------------
# Why the isolated process cannot convert a file.


NO_ROOM = "it needs more memory than its size allows, or than is free"


class ConversionError(Exception):
    """The reason, as the part of a sentence that stands in brackets."""
