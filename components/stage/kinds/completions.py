"""Completions as the live screens ask for them: one sentence or several, with words looked up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from components.frame import session
from engine.command_line.command import Command
from engine.core.spec import ModelSpec
from engine.first_sight.examples import looked_up


def completed(
    spec: ModelSpec, sentences: Sequence[str], targets: Sequence[str]
) -> session.Measurement:
    """The words of each sentence, with some looked up."""
    items = [{"text": sentence} for sentence in sentences]
    return session.measure("completion", spec, items, looked_up(targets))


def unknown_in(*values: dict[str, Any]) -> list[str]:
    """Words looked up that are not in the vocabulary, each once."""
    return list(
        dict.fromkeys(
            entry["word"]
            for value in values
            for entry in value["targets"]
            if entry["probability"] is None
        )
    )


def looked_up_first(value: dict[str, Any]) -> list[dict[str, Any]]:
    """The words looked up at the first mask, which is the one that a screen answers."""
    return [entry for entry in value["targets"] if entry["mask"] == 1]


def shares(value: dict[str, Any]) -> dict[str, float]:
    """Word looked up -> its probability at the first mask; unknown words are left out."""
    return {
        entry["word"]: entry["probability"]
        for entry in looked_up_first(value)
        if entry["probability"] is not None
    }


def completion_rows(sentences: Sequence[str], values: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """One row a sentence and word of its first mask: the most likely, then those looked up."""
    rows = [
        {
            "sentence": sentence,
            "word": entry["word"],
            "probability": entry["probability"],
            "kind": kind,
        }
        for sentence, value in zip(sentences, values, strict=True)
        for kind, entries in (
            ("prediction", value["predictions"][0]),
            ("target", looked_up_first(value)),
        )
        for entry in entries
    ]
    return pd.DataFrame(rows)


def fill_line(
    spec: ModelSpec, sentence: str, targets: Sequence[str], groups: Sequence[str] = ()
) -> str:
    """The command that completes a sentence with the same words looked up.

    Args:
        groups: of people, for a sentence with a slot for them.
    """
    params = looked_up(targets)
    words = ["fill", "--top-k", str(params["top_k"]), "--hide", ",".join(params["hide"])]
    words += ["--targets", ",".join(targets)] if targets else []
    words += [f"--groups={','.join(groups)}"] if groups else []
    end = ["--"] * sentence.startswith("-")
    return Command((*words, *end, sentence)).for_model(spec).line()
