"""What each head itself adds to the two words of the user's sentence, where parts add up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import explain, in_words
from components.frame.present.numbers import signed
from components.frame.shell.subject import named
from components.frame.widgets import export
from components.frame.widgets.result import where_to_run
from components.heads.own_sentence import OwnSentence
from engine.command_line.command import Command
from engine.core.errors import InputTextError, UnusableModelError
from engine.core.families import may_add_up
from engine.core.spec import HeadRef, ModelSpec
from engine.core.wording import in_quotes
from engine.measures.heads.path import likelier, path_rows, toward_likelier
from engine.measures.heads.runs import ranked
from engine.measures.heads.value import HeadPathValue

_MOST_KEPT = 32  # sentences
_READ = (
    "The **direct path to the answer** is what each head itself adds to it in your sentence, in "
    "logits (the natural logarithm of the odds): orange heads add to the likelier of your two "
    "words, blue heads to the other. All heads, the feed-forward layers, the embedding and the "
    "biases add up to the whole difference between the two words. What a head does by way of later "
    "layers is left out, so switching it off can change more or less, or the opposite."
)
_NOT_HERE = (
    "The **direct path**, what a head itself adds to the answer, is not shown for this model: "
    "what a head gives is normalised again or transformed before the answer is read from it. "
    "Switch heads off to see their effect."
)


def reading(family: str) -> str:
    """What the direct path is, or why this model has none (markdown).

    Args:
        family: of the model.
    """
    return _READ if may_add_up(family) else _NOT_HERE


def of_sentence(own: OwnSentence, whole: ModelSpec, place: DeltaGenerator) -> HeadPathValue | None:
    """What each head adds to the two words; None where that cannot be said.

    Args:
        whole: the model with all heads on.
        place: an empty element, where it is summed up, or where it is said why there is none.
    """
    kept = session.state.newest(session.state.HEAD_PATHS, _MOST_KEPT)
    with place.container():
        if (own, whole) not in kept:
            try:
                with st.spinner("Reading what each head adds …", show_time=False):
                    measured = session.measure("head_path", whole, [own.item()], {})
            except (InputTextError, UnusableModelError) as error:
                st.caption(f":material/info: {explain.plain(str(error))}")
                return None
            explain.warnings(measured.warnings)
            kept[own, whole] = measured.values[0]
        found: HeadPathValue = kept[own, whole]
        st.caption(said(own.words, found))
    return found


def said(words: Sequence[str], value: HeadPathValue) -> str:
    """What adds up to the difference of two words, two sentences (markdown)."""
    lead = likelier(value)
    first, second = (explain.plain(in_quotes(words[at])) for at in (lead, 1 - lead))
    sign = -1.0 if lead else 1.0
    added = toward_likelier(value)
    top = ranked(added)[0]
    layers = sign * sum(value["mlp"])
    rest = sign * (value["embedding"] + value["bias"])
    most = added[top.layer][top.head]
    leading = f"Head {top} adds most ({signed(most)})" if most > 0 else "No head adds to it"
    return (
        f"{first} is ahead of {second} by {abs(value['logit_difference']):.2f} logits: all heads "
        f"add {signed(sum(map(sum, added)))}, the feed-forward layers {signed(layers)}, "
        f"embedding and biases {signed(rest)}. {leading}."
    )


def result(
    own: OwnSentence, whole: ModelSpec, value: HeadPathValue, drawn: Callable[..., go.Figure]
) -> export.Result:
    """All parts of the sum to export, with the grid that the page has now.

    Args:
        whole: the model with all heads on.
        drawn: draws the grid.
    """
    item = own.item()
    first, second = item["first"], item["second"]
    heads = [
        (str(HeadRef(layer, head)), added)
        for layer, row in enumerate(toward_likelier(value))
        for head, added in enumerate(row)
    ]
    return export.Result(
        "heads-path",
        pd.DataFrame(path_rows(value)),
        drawn(),
        Command(("head-path", own.text, "--targets", f"{first},{second}")).for_model(whole).line(),
        session.manifest("head_path", whole, [item], {}),
        "What each head adds to the likelier of two words directly",
        where_to_run(),
        reading=in_words.unmarked(said(own.words, value)),
        alt=in_words.listed(heads, "+.2f"),
        about=f"{named(whole)}, all heads on. {own.text}",
        stage=lambda: drawn(scale=False),
    )
