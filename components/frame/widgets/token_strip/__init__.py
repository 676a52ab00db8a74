"""Two aligned rows of tokens, coloured by which sentence each one favours.

Tokens are user text: the script writes them with `textContent`, never as markup.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pandas as pd

from components.frame.present.numbers import number, signed
from components.frame.present.theme import palette
from components.frame.widgets.custom_component import registered

_OF_MORE, _OF_LESS = ((f"text_{side}", f"log_probability_{side}") for side in ("more", "less"))
_HERE = Path(__file__).parent
_strip = registered(
    "biascope_token_strip",
    _HERE / "strip.js",
    _HERE / "strip.css",
    html="<div class='strip' role='list' aria-label='The words of both sentences, aligned'></div>",
)


def token_strip(tokens: pd.DataFrame, key: str) -> None:
    """Draw the aligned tokens of one pair.

    Args:
        tokens: one row a column of the strip: `state` (`shared` or `modified`), `text_more`,
            `text_less`, `log_probability_more`, `log_probability_less` (nats) and `difference`
            (nats, above 0 toward the stereotype); missing where a side has no such token.
    """
    colours = palette()
    shared = tokens["difference"].abs()
    largest = float(shared.max()) if shared.notna().any() else 0.0
    columns = [
        {
            "more": _text(row["text_more"]),
            "less": _text(row["text_less"]),
            "modified": row["state"] == "modified",
            "weight": _weight(row["difference"], largest),
            "tooltip": tooltip(row),
        }
        for row in facing(tokens.to_dict("records"))
    ]
    _strip(
        key=key,
        data={"columns": columns, "toward": colours.toward, "away": colours.away},
    )


def facing(rows: Sequence[Mapping[Any, Any]]) -> list[Mapping[Any, Any]]:
    """Columns in which the modified tokens of one position face each other.

    Args:
        rows: shared token pairs and modified tokens of one side each, in reading order.
    """
    columns: list[Mapping[Any, Any]] = []
    waiting: dict[str, list[Mapping[Any, Any]]] = {"more": [], "less": []}

    def flush() -> None:
        nothing: Mapping[Any, Any] = {}
        for more, less in zip_longest(waiting["more"], waiting["less"], fillvalue=nothing):
            columns.append(
                {
                    **(more or less),
                    **{name: more.get(name) for name in _OF_MORE},
                    **{name: less.get(name) for name in _OF_LESS},
                }
            )
        waiting["more"], waiting["less"] = [], []

    for row in rows:
        if row["state"] != "modified":
            flush()
            columns.append(row)
        else:
            waiting["more" if isinstance(row["text_more"], str) else "less"].append(row)
    flush()
    return columns


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _weight(difference: object, largest: float) -> float:
    """Depth of colour, -1 (away) to 1 (toward); 0 where nothing was scored."""
    if not isinstance(difference, float) or difference != difference or largest <= 0:
        return 0.0
    return difference / max(largest, 0.25)


def tooltip(row: Mapping[Any, Any]) -> str:
    """Text shown when the pointer is on a column."""
    given = {
        line: number(row[f"log_probability_{side}"], ".2f")
        for side, line in (("more", "top"), ("less", "bottom"))
        if pd.notna(row[f"log_probability_{side}"])
    }
    scores = ", ".join(f"{amount} ({line})" for line, amount in given.items())
    scored = f"log-probability {scores}" if given else "not scored"
    if row["state"] == "modified":
        return f"differs between the sentences; {scored}"
    return scored + (f": difference {signed(row['difference'])} nats" if len(given) == 2 else "")
