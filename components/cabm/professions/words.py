"""What the associations say, in words: the one figure, and the test of every group."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.cabm.professions.measured import Found
from components.frame.present import explain
from components.frame.present.numbers import interval_text, number, p_text
from engine.measures.bec_pro.data.sentences import GENDERS, MALE
from engine.measures.bec_pro.verdict import QUESTION, UNCLEAR, drawn_more, verdict

_SPEC = "+.2f"


def headline(own: Found, before: Found | None) -> None:
    """The figure of the set, with that of the model compared with."""
    found = own.report
    st.markdown(f"**{QUESTION}**")
    st.markdown(
        f"### {verdict(found['parts']['groups'])}\n"
        f"**{number(found['value'], _SPEC)} nats** · {_gap(found)}  \n"
        f":gray[{_bounds(found)} · n {found['n']} professions · 0 is neutral]"
    )
    if before is not None:
        other = before.report
        st.markdown(
            f":gray[{explain.plain(before.label)}: {number(other['value'], _SPEC)} nats, "
            f"{_bounds(other)}.]"
        )
    values = [part["value"] for part in found["parts"]["templates"]]
    if len(values) > 1:
        st.caption(
            f"In single templates it is between {number(min(values), _SPEC)} and "
            f"{number(max(values), _SPEC)}."
        )


def _gap(found: dict[str, Any]) -> str:
    """What the figure's interval allows to say."""
    compared = "Difference between words for men and for women on the male list, less that on the "
    bounds = found["interval"]
    if bounds is None or bounds[0] <= 0 <= bounds[1]:
        return f"{compared}female list: not settled, its interval contains 0."
    side = "toward the stereotype" if found["value"] > 0 else "away from the stereotype"
    return f"{compared}female list: {side}."


def _bounds(found: dict[str, Any]) -> str:
    return interval_text(found["interval"], _SPEC) or "no interval with one profession on a list"


def tests(found: dict[str, Any]) -> None:
    """The signed-rank test of every group in a sentence, with its numbers."""
    st.markdown("**Words for men against words for women**")
    for entry in found["parts"]["groups"]:
        st.markdown(f"{_sentence(entry)}  \n:gray[{_numbers(entry)}]")
    st.caption(
        "Wilcoxon signed-rank test over professions, two-sided; Holm-corrected over the lists; r = "
        "z/√n. As published, every pair of sentences counts as one case, although sentences about "
        "one profession are not independent; its p is too small."
    )


def _sentence(entry: dict[str, Any]) -> str:
    listed = "professions listed as neither" if entry["group"] == "balanced" else ""
    name = listed or f"{entry['group']} list"
    found = drawn_more(entry)
    if found in UNCLEAR:
        return f"**{name.capitalize()}**: {UNCLEAR[found]}."
    return (
        f"**{name.capitalize()}**: words for {'men' if found == MALE else 'women'} are drawn more, "
        f"by {number(abs(entry['difference']['mean']), '.2f')} nats."
    )


def _numbers(entry: dict[str, Any]) -> str:
    test, published = entry["test"], entry["published"]
    parts = [
        interval_text(entry["difference"]["interval"], _SPEC),
        f"n {entry['n']}",
    ]
    if test["p"] is not None:
        parts += [
            f"W {test['w']:.0f}",
            p_text(test["p"]),
            f"Holm {p_text(test['p_holm'])}",
            f"r {number(test['r'], _SPEC)}",
        ]
    if published is not None and published["p"] is not None:
        parts.append(
            f"as published over {published['n']:,} sentence pairs: {p_text(published['p'])}, "
            f"r {number(published['r'], _SPEC)}"
        )
    return " · ".join(filter(None, parts))


def groups_table(found: dict[str, Any]) -> pd.DataFrame:
    """One row a group, for export."""
    return pd.DataFrame(
        [
            {
                "group": entry["group"],
                "n": entry["n"],
                "sentences": entry["sentences"],
                **{
                    f"{name}_{part}": value
                    for name in (*GENDERS, "difference")
                    for part, value in zip(
                        ("mean", "low", "high"),
                        (entry[name]["mean"], *(entry[name]["interval"] or (None, None))),
                        strict=True,
                    )
                },
                **{f"test_{key}": value for key, value in entry["test"].items()},
            }
            for entry in found["parts"]["groups"]
        ]
    )
