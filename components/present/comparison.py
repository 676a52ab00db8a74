"""Two words that were looked up, compared in one sentence."""

from __future__ import annotations

from typing import Any

from components.present import explain


def comparison(entries: list[dict[str, Any]]) -> str:
    """The first two words looked up, compared in one sentence without its full stop (markdown).

    Empty if one of them is unknown or they differ in number of pieces: such probabilities
    are not comparable.
    """
    pair = entries[:2]
    if len(pair) < 2 or not all(entry["probability"] for entry in pair):
        return ""
    if pair[0]["pieces"] != pair[1]["pieces"]:
        return ""
    less, more = sorted(pair, key=lambda entry: entry["probability"])
    ratio = more["probability"] / less["probability"]
    words = f"“{explain.plain(more['word'])}”", f"“{explain.plain(less['word'])}”"
    if ratio < 1.1:
        return f"{words[0]} and {words[1]} are about equally likely"
    amount = f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:,.0f}" if ratio < 999.5 else "over 1,000"
    return f"{words[0]} is {amount} times as likely as {words[1]}"
