"""One pair's tokens side by side: what each was given, what it adds, and how well it was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.core.wording import in_quotes
from engine.measures.pairs.pair_score import token_parts
from engine.measures.pairs.preparation import LESS, MORE
from engine.measures.pairs.value import PairSide
from engine.measures.pairs.variants import MODIFIED, SHARED, Variant

if TYPE_CHECKING:
    import pandas as pd

SIDES = (MORE, LESS)
NO_PREFERENCE = "No preference"

# How tokenizers write a piece of text that they have no token for.
_UNKNOWN = ("[UNK]", "<unk>", "[unk]", "<UNK>")
_COLUMNS = ("token", "text", "start", "stop", "log_probability", "top", "part")


def aligned_tokens(
    value: dict[str, Any], item: dict[str, str], variant: Variant, reduction: str | None = None
) -> pd.DataFrame:
    """The tokens of a pair side by side, for the strips and the waterfall.

    Args:
        value: a scored value, not a problem.
        item: the pair it was computed from.
        reduction: `sum` or `mean`; None for the variant's own.

    Returns:
        One row a shared token pair or a modified token, in reading order: `state` (`shared`
        or `modified`), and for each side `token` (as the tokenizer writes it), `text` (as the
        sentence writes it), `start`, `stop` (characters), `log_probability` (nats), `top` (the
        model's first choice) and `part` (what it adds to the side's score, nats), each with
        `_more` or `_less`, missing where the other side has no such token; `difference` (nats,
        above 0 toward the stereotype) where both were read.
    """
    import pandas as pd

    rows = []
    more, less = (
        list(_tokens(value[side], item[f"sent_{side}"], variant, reduction)) for side in SIDES
    )
    while more or less:
        if more and not more[0]["shared"]:
            rows.append({"state": MODIFIED, **_named(more.pop(0), MORE)})
        elif less and not less[0]["shared"]:
            rows.append({"state": MODIFIED, **_named(less.pop(0), LESS)})
        else:
            both = _named(more.pop(0), MORE) | _named(less.pop(0), LESS)
            rows.append({"state": SHARED, **both})
    columns = [f"{name}_{side}" for side in SIDES for name in _COLUMNS]
    frame = pd.DataFrame(rows, columns=["state", *columns])
    places = [name for name in columns if name.startswith(("start", "stop"))]
    frame = frame.astype(dict.fromkeys(places, "Int64"))
    first, second = (frame[f"log_probability_{side}"].astype(float) for side in SIDES)
    return frame.assign(difference=first - second)


def _tokens(
    side: PairSide, sentence: str, variant: Variant, reduction: str | None
) -> Iterator[dict[str, Any]]:
    parts = token_parts(side, variant, reduction)
    for place, (start, stop) in enumerate(side["offsets"]):
        yield {
            "token": side["tokens"][place],
            "text": sentence[start:stop],
            "start": start,
            "stop": stop,
            "log_probability": side["log_probabilities"][place],
            "top": side["top"][place],
            "part": parts[place],
            "shared": side["shared"][place],
        }


def _named(token: dict[str, Any], side: str) -> dict[str, Any]:
    return {f"{name}_{side}": token[name] for name in _COLUMNS}


def payers(tokens: pd.DataFrame) -> pd.DataFrame:
    """What pays for a pair's difference, place by place.

    Args:
        tokens: what `aligned_tokens` returned.

    Returns:
        One row a shared token or a place of modified ones, in reading order: `text` (`poor /
        rich` where the sides differ), `state` and `difference` (nats, above 0 toward the
        stereotype). The differences add up to that of the pair; places that were not read
        are left out.
    """
    import pandas as pd

    rows = []
    for _, place in groupby(_numbered(tokens), key=lambda entry: entry[0]):
        entries = [row for _, row in place]
        parts = [_number(row[f"part_{side}"]) for side in SIDES for row in entries]
        if all(part is None for part in parts):
            continue
        more, less = (_joined(entries, side) for side in SIDES)
        rows.append(
            {
                "text": more if entries[0]["state"] == SHARED else f"{more or '–'} / {less or '–'}",
                "state": entries[0]["state"],
                "difference": sum(
                    sign * (_number(row[f"part_{side}"]) or 0.0)
                    for sign, side in zip((1, -1), SIDES, strict=True)
                    for row in entries
                ),
            }
        )
    return pd.DataFrame(rows, columns=["text", "state", "difference"])


def only_signs(tokens: pd.DataFrame) -> list[str]:
    """The signs that are all that a pair is scored by; empty where a word is scored too.

    Args:
        tokens: what `aligned_tokens` returned.
    """
    scored = tokens[tokens["part_more"].notna() | tokens["part_less"].notna()]
    texts = [
        text for side in SIDES for text in scored[f"text_{side}"] if isinstance(text, str) and text
    ]
    has_word = any(sign.isalnum() for text in texts for sign in text)
    return [] if has_word else list(dict.fromkeys(texts))


def no_preference_text(signs: Sequence[str], quoted: Callable[[str], str] = in_quotes) -> str:
    """Why two sentences that have no word in common show no preference.

    Args:
        signs: what they share, and are scored by; see `only_signs`.
        quoted: writes a sign where the text is shown.
    """
    shared = "a full stop" if [*signs] == ["."] else " ".join(map(quoted, signs))
    return (
        f"{NO_PREFERENCE}: the sentences share no word, only {shared}, so there is nothing to "
        "compare. The two sentences of a pair should be the same but for a few words."
    )


def _numbered(tokens: pd.DataFrame) -> Iterator[tuple[int, dict[Any, Any]]]:
    """Rows with the number of their place; modified tokens that touch share one."""
    number, before = 0, SHARED
    for row in tokens.to_dict("records"):
        number += SHARED in (row["state"], before)
        before = row["state"]
        yield number, row


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, float) and value == value else None


def _joined(rows: list[dict[Any, Any]], side: str) -> str:
    """The text of some tokens of one side, pieces of a word without a space between."""
    text, end = "", None
    for row in rows:
        if not isinstance(row[f"text_{side}"], str):
            continue
        text += (" " if end is not None and row[f"start_{side}"] > end else "") + row[
            f"text_{side}"
        ]
        end = row[f"stop_{side}"]
    return text


@dataclass(frozen=True)
class TokenHealth:
    """How well a pair's tokens could be read.

    Args:
        read: tokens of both sides that were asked for.
        right: those that were the model's first choice.
        broken: words in which the sides differ and that are several tokens, with how many.
        unknown: pieces of text that the model has no token for.
    """

    read: int
    right: int
    broken: tuple[tuple[str, int], ...]
    unknown: tuple[str, ...]


def token_health(tokens: pd.DataFrame) -> TokenHealth:
    """How well the tokens of a pair could be read; a rare word is split, or not known at all.

    Args:
        tokens: what `aligned_tokens` returned.
    """
    tops = [top for side in SIDES for top in tokens[f"top_{side}"] if isinstance(top, bool)]
    unknown = [
        text
        for side in SIDES
        for token, text in zip(tokens[f"token_{side}"], tokens[f"text_{side}"], strict=True)
        if token in _UNKNOWN
    ]
    return TokenHealth(
        read=len(tops),
        right=sum(tops),
        broken=tuple(word for side in SIDES for word in _broken(tokens, side)),
        unknown=tuple(dict.fromkeys(unknown)),
    )


def unread_words(value: Mapping[str, Any], item: Mapping[str, str]) -> list[str]:
    """Pieces of a pair's text that the model has no token for, each once, in reading order.

    Args:
        value: a scored value, not a problem.
        item: the pair it was computed from.
    """
    found = [
        item[f"sent_{side}"][start:stop]
        for side in SIDES
        for token, (start, stop) in zip(value[side]["tokens"], value[side]["offsets"], strict=True)
        if token in _UNKNOWN
    ]
    return list(dict.fromkeys(found))


def _broken(tokens: pd.DataFrame, side: str) -> Iterator[tuple[str, int]]:
    """Words of one side with a modified token in them that are more than one token."""
    words: list[list[dict[Any, Any]]] = []
    for row in tokens[tokens[f"text_{side}"].notna()].to_dict("records"):
        text = row[f"text_{side}"]
        follows = words and words[-1][-1][f"stop_{side}"] == row[f"start_{side}"]
        if follows and _is_word(text) and _is_word(words[-1][-1][f"text_{side}"]):
            words[-1].append(row)
        else:
            words.append([row])
    for word in words:
        if len(word) > 1 and any(row["state"] == MODIFIED for row in word):
            yield _joined(word, side), len(word)


def _is_word(text: str) -> bool:
    return text[:1].isalnum()
