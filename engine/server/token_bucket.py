"""A token bucket: so much at once, and so much a minute."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock


class TokenBucket:
    """Tokens that are spent at once and come back at a steady rate; threads may share it.

    Args:
        size: tokens of a full bucket, which it begins with.
        per_second: tokens that come back.
        clock: seconds; another one in tests.
    """

    def __init__(
        self, size: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._size, self._per_second, self._clock = size, per_second, clock
        self._left, self._at = size, clock()
        self._lock = Lock()

    def spend(self, tokens: float) -> float:
        """Take tokens, all of them or none.

        Args:
            tokens: at most the size of the bucket.

        Returns:
            0 if they were taken; else seconds until there are enough.
        """
        if tokens > self._size:
            raise ValueError(f"the bucket holds {self._size}, not {tokens}")
        with self._lock:
            now = self._clock()
            self._left = min(self._size, self._left + (now - self._at) * self._per_second)
            self._at = now
            if tokens > self._left:
                return (tokens - self._left) / self._per_second
            self._left -= tokens
            return 0.0
