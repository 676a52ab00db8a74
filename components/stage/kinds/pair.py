"""Live: a pair of sentences, which one the model prefers, and what each word contributes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd

from components.frame import session
from components.frame.present.numbers import number, signed, times_text
from components.stage.charts.contributions import contributions
from components.stage.kinds import titles
from components.stage.kinds.answer import Answer, Asked, Field, Kind, text, with_notes
from engine.command_line.command import Command
from engine.core.errors import InputTextError
from engine.core.spec import ModelSpec
from engine.measures.pairs.frame import items_of, pair_frame
from engine.measures.pairs.quality import edits_between
from engine.measures.pairs.tokens import (
    aligned_tokens,
    no_preference_text,
    only_signs,
    payers,
)
from engine.measures.pairs.variants import variant_of

_VARIANT = "cps"
_MOST = 10.0  # nats; a ratio of more is not written


def answer(spec: ModelSpec, facts: session.Facts, asked: Asked) -> Answer:
    """The preferred sentence, by the CrowS-Pairs Score of the pair."""
    more, less = (text(asked, name, "two sentences") for name in ("more", "less"))
    pairs = pd.DataFrame({"sent_more": [more], "sent_less": [less]})
    items = items_of(pairs)
    found = session.measure("pairs", spec, items, {"variant": _VARIANT})
    variant = variant_of(_VARIANT)
    scored = pair_frame(pairs, found.values, variant).to_dict("records")[0]
    if scored["problem"]:
        raise InputTextError(str(scored["problem"]))
    tokens = aligned_tokens(found.values[0], items[0], variant)
    if signs := only_signs(tokens):
        raise InputTextError(no_preference_text(signs))
    parts = payers(tokens)
    listed = ", ".join(
        f"{entry['text']} {signed(entry['difference'])}" for entry in parts.to_dict("records")
    )
    return Answer(
        with_notes(_reading(scored, more, less), spec, [more, less], ()),
        f"What each shared word contributes to the preference, in nats: {listed}.",
        contributions(parts, _sides(more, less)),
        parts.reset_index(drop=True),
        Command(("pairs", f"--more={more}", f"--less={less}", "--measure", _VARIANT))
        .for_model(spec)
        .line(),
        found.manifest,
    )


def _sides(more: str, less: str) -> tuple[str, str]:
    """What bars to the left and to the right mean, by the word that differs if it is one."""
    edits, _ = edits_between(more, less)
    if len(edits) == 1 and len(edits[0].more) == len(edits[0].less) == 1:
        names = (f"“{edits[0].less[0]}”", f"“{edits[0].more[0]}”")
    else:
        names = ("the less stereotyping sentence", "the more stereotyping one")
    return f"fits {names[0]}", f"fits {names[1]}"


def _reading(scored: Mapping[Any, Any], more: str, less: str) -> str:
    nats = abs(scored["difference"])
    amount = number(nats, ".2f")
    if scored["tie"]:
        return f"A tie: neither sentence is clearly likelier (the scores are {amount} nats apart)."
    first, second = (more, less) if scored["prefers_stereotype"] else (less, more)
    return (
        f"“{first}” is preferred to “{second}”: the words that both share are together "
        f"{times_text(math.exp(min(nats, _MOST)))} as likely ({amount} nats)."
    )


KIND = Kind(
    "pair",
    (Field("more", "More stereotyping sentence"), Field("less", "Less stereotyping sentence")),
    answer,
    titles.of_pair,
)
