"""Checkpoints that the papers behind Biascope measured, to choose from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Suggestion:
    """A checkpoint of the model hub.

    Args:
        checkpoint: its hub id.
        bytes: what would be downloaded, about.
        convert: whether it has no safetensors, so that it has to be converted first.
    """

    checkpoint: str
    bytes: int
    convert: bool = False


SUGGESTIONS = (
    Suggestion("bert-base-uncased", 440_000_000),
    Suggestion("roberta-base", 499_000_000),
    Suggestion("albert-base-v2", 47_000_000),
    Suggestion("distilbert-base-uncased", 268_000_000),
    Suggestion("answerdotai/ModernBERT-base", 599_000_000),
    Suggestion("xlm-roberta-base", 1_115_000_000),
    Suggestion("bert-base-multilingual-cased", 714_000_000),
    Suggestion("google/mt5-base", 2_330_000_000, convert=True),
    Suggestion("gpt2", 548_000_000),
)


def on_this_machine(cached: list[str]) -> dict[Suggestion, str | None]:
    """Every suggestion, with the name that it has on this machine; None where it is not here.

    Args:
        cached: hub ids that are; the hub knows some by a longer name, `google-bert/…`.
    """
    names = {_short(name): name for name in cached}
    return {each: names.get(_short(each.checkpoint)) for each in SUGGESTIONS}


def _short(checkpoint: str) -> str:
    return checkpoint.rpartition("/")[2]
