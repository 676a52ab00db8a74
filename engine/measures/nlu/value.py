"""What classifiers give, key by key."""

from __future__ import annotations

from typing import TypedDict

ClassValue = TypedDict("ClassValue", {"class": int, "probability": float})
