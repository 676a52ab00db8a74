"""Table of all values of every occupation, with the intervals."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import streamlit as st

from components.cabm import wording
from components.cabm.scored import ScoredStudy
from components.frame.present.numbers import bracketed, written_numbers

WEAT_HELP = (
    "Word Embedding Association Test: how much closer the occupation's mean vector is to the first "
    "group's words than to the second's."
)
MAC_HELP = "Mean average cosine distance to the words of both groups; it has no direction."
SAME_HELP = (
    "Cosine of the occupation's mean vector with the direction from the second group's words to "
    "the first's, from −1 to 1; above 0: closer to the first. Within one model it ranks as WEAT."
)
_FEATURES = {
    "pmi": "Pointwise mutual information in the corpus: how much more often the occupation occurs "
    "with the first group than with the second, in bits.",
    "cosine": "How much closer its vector is to the first group's words than to the second's.",
    "context": "How far the sentence vector moves when the group changes; it has no direction "
    "unless signed is chosen.",
}
_INTERVAL = "95% confidence interval of the column before it."
# Column -> how its numbers are written.
_DIGITS = {
    "score": "+.2f",
    "p_holm": ".3f",
    "unmasking": "+.3f",
    "gap_p_holm": ".3f",
    "pmi_bias": "+.3f",
    "cosine_bias": "+.3f",
    "context_bias": "+.3f",
    "weat": "+.3f",
    "same": "+.3f",
    "mac": ".3f",
}


def draw_cabm_table(scored: ScoredStudy) -> None:
    """Draw the table; a column sorts by its numbers."""
    shown = arranged(scored)
    st.dataframe(
        written_numbers(shown, _DIGITS, missing="none"),
        column_config={name: told for name, told in _columns(scored).items() if name in shown},
        hide_index=True,
        height=420,
        key="cabm_table",
    )


def arranged(scored: ScoredStudy) -> pd.DataFrame:
    """The columns in their order, the intervals as text."""
    frame = scored.tidy().sort_values("score", ascending=False)
    frame["category"] = frame["occupation"].map(
        scored.spoken.set_index("occupation")["said"].str.partition(",")[0]
    )
    frame["category"] += frame["opposed"].map(lambda word: f", but fills in {word}" if word else "")
    bounds = {"score": "score", "unmasking": "unmasking", **{f"{n}_bias": n for n in _FEATURES}}
    for column, stem in bounds.items():
        if f"{stem}_low" in frame:
            spec = _DIGITS[column]
            frame[f"{column}_ci"] = [
                "none" if math.isnan(low) else bracketed((low, high), spec)
                for low, high in zip(frame[f"{stem}_low"], frame[f"{stem}_high"], strict=True)
            ]
    return frame[[name for name in _columns(scored) if name in frame]]


def _columns(scored: ScoredStudy) -> dict[str, Any]:
    """Column -> its heading and help, in the order of the table."""
    number_of, text = st.column_config.NumberColumn, st.column_config.TextColumn
    first, second = scored.groups.names
    noun = wording.noun(scored.study.data)
    features: dict[str, Any] = {}
    for name in scored.study.names:
        features[f"{name}_bias"] = number_of(name, help=_FEATURES[name])
        features[f"{name}_bias_ci"] = text(f"{name}, 95% CI", help=_INTERVAL)
    return {
        "occupation": text(noun, pinned=True),
        "list": text("list"),
        "unmasking": number_of(scored.gap, help=f"The {scored.gap_name}."),
        "unmasking_ci": text(f"{scored.gap}, 95% CI", help=_INTERVAL),
        "gap_p_holm": number_of(
            f"{scored.gap}, p (Holm)",
            help=f"Whether the gap differs from 0, corrected for all {noun}s.",
        ),
        "score": number_of("CABM"),
        "score_ci": text("CABM, 95% CI", help=_INTERVAL),
        "p_holm": number_of(
            "p (Holm)",
            help=f"Whether the score lies beyond the threshold, corrected for all {noun}s.",
        ),
        "category": text(
            "category",
            help="By CABM: a side only where the interval clears the threshold and p (Holm) is "
            f"below .05; and the word that the model fills in for this {noun} where it is of the "
            "other side.",
        ),
        **features,
        "corpus_sentences": number_of(
            "corpus sentences", help=f"Sentences of the corpus that contain the {noun}."
        ),
        "corpus_first": number_of(
            f"with {first} words", help=f"Corpus sentences that also contain a {first} word."
        ),
        "corpus_second": number_of(
            f"with {second} words", help=f"Corpus sentences that also contain a {second} word."
        ),
        "n_first": number_of(f"n {first}", help=f"Measured sentences with a {first} word."),
        "n_second": number_of(f"n {second}", help=f"Measured sentences with a {second} word."),
        "weat": number_of("WEAT", help=WEAT_HELP),
        "same": number_of("SAME", help=SAME_HELP),
        "mac": number_of("MAC", help=MAC_HELP),
    }
