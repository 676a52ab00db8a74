"""What perplexity and pseudo-perplexity give, token by token, key by key."""

from __future__ import annotations

from typing_extensions import TypedDict


class TokenValue(TypedDict):
    """One text: equal lists over its tokens; see `masked.pseudo_log_likelihoods`.

    Args:
        log_probabilities: nats.
        offsets: characters.
    """

    tokens: list[str]
    log_probabilities: list[float]
    top: list[bool]
    offsets: list[list[int]]


class WindowedTokenValue(TokenValue):
    """The same of a text that is read in windows; see `perplexity.log_likelihoods`.

    Args:
        window: tokens read at once.
    """

    window: int
