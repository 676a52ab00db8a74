"""Digests of data: what tells two sets of items apart, wherever they came from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any


def canonical_json(value: Any) -> str:
    """JSON that is the same text for the same value."""
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def data_digest(items: Sequence[Any]) -> str:
    """Digest of JSON-ready items in their order."""
    return texts_digest([canonical_json(item) for item in items])


def texts_digest(texts: Sequence[str]) -> str:
    """Digest of texts in their order, such as items that are canonical JSON already."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass") + b"\n")
    return f"sha256:{digest.hexdigest()[:40]}"
