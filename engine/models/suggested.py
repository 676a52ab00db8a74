"""Checkpoints that the papers behind Biascope measured, to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.models.convert.made import converted_folders


@dataclass(frozen=True)
class Suggestion:
    """A checkpoint of the model hub.

    Args:
        checkpoint: its hub id.
        bytes: what would be downloaded, about.
        convert: whether it has no safetensors, so that it has to be converted first.
        also: other hub ids of the same checkpoint; a model of the same name by somebody else
            is another model.
    """

    checkpoint: str
    bytes: int
    convert: bool = False
    also: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All its hub ids."""
        return (self.checkpoint, *self.also)


SUGGESTIONS = (
    Suggestion("bert-base-uncased", 440_000_000, also=("google-bert/bert-base-uncased",)),
    Suggestion("roberta-base", 499_000_000, also=("FacebookAI/roberta-base",)),
    Suggestion("albert-base-v2", 47_000_000, also=("albert/albert-base-v2",)),
    Suggestion(
        "distilbert-base-uncased", 268_000_000, also=("distilbert/distilbert-base-uncased",)
    ),
    Suggestion("answerdotai/ModernBERT-base", 599_000_000),
    Suggestion("xlm-roberta-base", 1_115_000_000, also=("FacebookAI/xlm-roberta-base",)),
    Suggestion(
        "bert-base-multilingual-cased",
        714_000_000,
        also=("google-bert/bert-base-multilingual-cased",),
    ),
    Suggestion("google/mt5-base", 2_330_000_000, convert=True),
    Suggestion("gpt2", 548_000_000, also=("openai-community/gpt2",)),
)


def known_bytes(checkpoint: str) -> int | None:
    """About what downloading a suggested checkpoint would fetch; None of any other."""
    return next((each.bytes for each in SUGGESTIONS if checkpoint in each.names), None)


def on_this_machine(
    cached: list[str], converted: Mapping[str, str] | None = None
) -> dict[Suggestion, str | None]:
    """Every suggestion, with the name by which it can be opened here; None where it is not here.

    Args:
        cached: hub ids of models on this machine.
        converted: checkpoint -> the folder of what `models convert` made of it; by default what
            its records say, which are read once for all suggestions.
    """
    made = converted_folders() if converted is None else converted
    return {each: _here(each, cached, made) for each in SUGGESTIONS}


def _here(suggestion: Suggestion, cached: list[str], converted: Mapping[str, str]) -> str | None:
    for name in suggestion.names:
        if name in cached:
            return name
    return next(filter(None, map(converted.get, suggestion.names)), None)
