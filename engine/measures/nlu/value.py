"""What classifiers give, key by key."""

from __future__ import annotations

from typing_extensions import TypedDict

ClassValue = TypedDict("ClassValue", {"class": int, "probability": float})
