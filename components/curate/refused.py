"""Sentences without a proposed counterpart, with the reasons: none of them is lost from sight."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from components.curate import content
from components.curate.card_text import titled
from components.frame.present.bias_types import bias_type
from components.frame.session import review as stored
from components.frame.session.review import Asked
from components.frame.widgets import closed_box
from engine.curation.counterparts.proposal import Refusal


def draw(asked: Asked, sample: bool) -> None:
    """Draw the list in a box that is closed at first.

    Args:
        sample: whether the sentences are the project's own, which are not blurred at first.
    """
    box = closed_box.opened(
        "Sentences without a counterpart", key="review_refused", setting="refused"
    )
    if box is None:
        return
    with box:
        show = content.switch(sample, "refused")
        found = stored.load(asked.name, stored.order(replace(asked, refused=True, state="open")))
        rows = [
            {
                "sentence": show(one.text),
                "why none is proposed": one.outcome.reason,
                "category": bias_type(one.category),
                "film": titled(one.film, one.year),
            }
            for one in found
            if isinstance(one.outcome, Refusal)
        ]
        if not rows:
            st.markdown(":gray[Every sentence under these filters has a proposed counterpart.]")
            return
        st.caption(
            "They are not part of the review. To write a counterpart by hand, open *More filters* "
            "above the card, choose *Without a counterpart* under *Sentences*, and press E."
        )
        st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch")
