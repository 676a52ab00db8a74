"""How well a model reads a text: words it cannot read, and words that its vocabulary has whole.

A model that was trained on one language cuts the words of another into pieces, which it hardly
knows. It answers all the same, so whoever sees the answer has to be told.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.core.mask_token import MASK
from engine.core.spec import BUNDLED
from engine.core.wording import counted, in_quotes, listed
from engine.inference.words import own_special_in, unread_words
from engine.measures.health.unread import NAMED, encoded_in, is_plain, tokenizer_of, unread_report

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec

# Below this share of its letters in whole words a user is warned. Everyday English has nearly all
# of its words in an English vocabulary; of another language, it has the shortest.
WHOLE_ENOUGH = 0.5
_FEWEST = 2  # words in pieces; one rare name alone says nothing
_FEWEST_OF_ALL = 3  # words of a text in which one long word in pieces says something
_NEARLY_ALL = 2 / 3  # of the letters
_FEWEST_TOKENS = 1000  # in a vocabulary of words; those of bytes or characters have no whole words
_BUNDLED_SIGNS = re.compile(r"\[(?:CLS|SEP|PAD)\]")  # special tokens of the bundled model
# Scripts without spaces: where a word ends cannot be told from the text.
_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")


@dataclass(frozen=True)
class Reading:
    """How one text is read.

    Args:
        unread: words that the model cannot read, each once, as the text has them.
        whole: words that are one token of its vocabulary, each once.
        split: words that it reads in pieces, each once.
        signs: special tokens of the model that the text holds, but for masks, each once.
        open_end: whether it ends with a masked word, without a full stop.
    """

    unread: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    split: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    open_end: bool = False

    @property
    def share(self) -> float | None:
        """Whole words among those that are read (0 to 1, higher is better); None without any."""
        words = len(self.whole) + len(self.split)
        return len(self.whole) / words if words else None

    @property
    def few(self) -> bool:
        """Whether so little of it is in whole words that an answer says little."""
        letters = (len(_without_marks(word)) for word in self.whole)
        if not any(number > 1 for number in letters) and not all(map(is_plain, self.split)):
            return True  # another script, letter by letter
        whole, split = (sum(map(len, words)) for words in (self.whole, self.split))
        if len(self.split) < _FEWEST:
            words = len(self.whole) + len(self.split)
            return words >= _FEWEST_OF_ALL and split > _NEARLY_ALL * (whole + split)
        return whole < WHOLE_ENOUGH * (whole + split)


def reading_in(tokenizer: Any, text: str) -> Reading:
    """How a text is read with a tokenizer.

    Args:
        text: with masked words or without, which are no words of it.
    """
    seen = encoded_in(tokenizer, text)
    if seen is None:
        return Reading()
    filled, encoded = seen
    unread = tuple(unread_words(tokenizer, filled, encoded))
    signs = tuple(own_special_in(tokenizer, filled, encoded))
    if len(tokenizer) < _FEWEST_TOKENS:
        return Reading(unread, signs=signs, open_end=ends_at_gap(text))
    pieces: dict[str, int] = {}
    for word, start, stop in _words(filled, (*signs, tokenizer.mask_token or "")):
        covered = [first < stop and last > start for first, last in encoded.offsets]
        tokens = [token for token, inside in zip(encoded.ids, covered, strict=True) if inside]
        if tokens and tokenizer.unk_token_id not in tokens:
            pieces[word] = len(tokens)
    return _reading(text, unread, pieces, signs)


def _reading(
    text: str, unread: tuple[str, ...], pieces: dict[str, int], signs: tuple[str, ...]
) -> Reading:
    whole = tuple(word for word, number in pieces.items() if number == 1)
    split = tuple(word for word in pieces if word not in whole)
    return Reading(unread, whole, split, signs, ends_at_gap(text))


def ends_at_gap(text: str) -> bool:
    """Whether a text ends with a masked word, so that a model may expect a full stop there."""
    *before, after = MASK.split(text)
    return any(map(str.strip, before)) and not after.strip()


def _words(text: str, signs: Sequence[str] = ()) -> list[tuple[str, int, int]]:
    """Runs of letters with their characters (start, stop), without unspaced scripts.

    Args:
        signs: masks and other special tokens, which are no words.
    """
    hidden = text
    for sign in signs:
        hidden = hidden.replace(sign, " " * len(sign))
    found = []
    for is_word, run in groupby(enumerate(hidden), lambda sign: _is_letter(sign[1])):
        places = list(run)
        start, word = places[0][0], "".join(sign for _, sign in places)
        if is_word and not any(unicodedata.name(sign, "").startswith(_UNSPACED) for sign in word):
            found.append((word, start, start + len(word)))
    return found


def _is_letter(sign: str) -> bool:
    return sign.isalpha() or unicodedata.category(sign).startswith("M")


def readings_by(spec: ModelSpec, texts: Sequence[str]) -> list[Reading]:
    """How an identified model reads texts; no weight is read.

    Returns:
        [text] its reading; an empty one where the model's files are not here any more.
    """
    return [_reading_by(spec.exact_name, spec.revision, text) for text in texts]


@lru_cache(maxsize=4096)
def _reading_by(name: str, revision: str, text: str) -> Reading:
    # The pages open with stored answers of the bundled model, and wait for no tokenizer.
    if name == BUNDLED and is_plain(text):
        return _plain_reading(text)
    tokenizer = tokenizer_of(name, revision)
    return Reading() if tokenizer is None else reading_in(tokenizer, text)


def _plain_reading(text: str) -> Reading:
    """What `reading_in` finds for the bundled model, which folds case and accents."""
    rest = MASK.sub(" ", text)
    signs = tuple(dict.fromkeys(_BUNDLED_SIGNS.findall(rest)))
    words = {word: _folded(word) for word, *_ in _words(rest, signs)}
    known = _bundled_words()
    pieces = {word: 1 if folded in known else 2 for word, folded in words.items()}
    return _reading(text, (), pieces, signs)


def _folded(word: str) -> str:
    return _without_marks(word.lower())


def _without_marks(word: str) -> str:
    """A word without accents and vowel signs, as the bundled model reads it."""
    marks = unicodedata.normalize("NFD", word)
    return "".join(sign for sign in marks if unicodedata.category(sign) != "Mn")


@lru_cache(maxsize=1)
def _bundled_words() -> frozenset[str]:
    from engine.models.sources import BUNDLED_FOLDER

    written = json.loads((BUNDLED_FOLDER / "tokenizer.json").read_text(encoding="utf-8"))
    return frozenset(written["model"]["vocab"])


# --- in words -----------------------------------------------------------------------------


def reading_notes(readings: Sequence[Reading], reader: str = "The model") -> list[str]:
    """What has to be said with an answer, a sentence each; none where all is read well.

    Args:
        readings: of the texts that the answer rests on.
        reader: who reads them, as the subject of a sentence.
    """
    notes = (_unread_note, few_note, _signs_note, open_note)
    return [said for note in notes if (said := note(readings, reader))]


def _unread_note(readings: Sequence[Reading], reader: str) -> str:
    found = unread_report([reading.unread for reading in readings])
    if not found:
        return ""
    named = listed([in_quotes(word) for word in found["unread_words"]], NAMED)
    where = "its answer rests on the other words"
    if len(readings) > 1:
        where += f" of {_texts(found['unread_sentences'], len(readings))}"
    return f"{reader} cannot read {named}; {where}."


def few_note(readings: Sequence[Reading], reader: str = "The model") -> str:
    """One sentence where much of a text is in pieces; arguments as those of `reading_notes`."""
    few = [reading for reading in readings if reading.few]
    if not few:
        return ""
    split = [in_quotes(word) for word in dict.fromkeys(word for seen in few for word in seen.split)]
    where = "" if len(readings) == 1 else f" of {_texts(len(few), len(readings))}"
    return (
        f"{reader} hardly knows {counted(len(split), 'word')}{where} ({listed(split, NAMED)}), as "
        "with rare words and other languages; its answer may say little."
    )


def open_note(readings: Sequence[Reading], _: str = "") -> str:
    """One sentence where texts end at a masked word; arguments as those of `reading_notes`."""
    number = sum(reading.open_end for reading in readings)
    if not number:
        return ""
    if len(readings) == 1:
        return (
            "The sentence ends at the blank: put a full stop after it, or the model may expect one "
            "there in place of a word."
        )
    return (
        f"Where a sentence ends at the blank ({_texts(number, len(readings))}), the model may "
        "expect a full stop in place of a word: put one after it."
    )


def _signs_note(readings: Sequence[Reading], reader: str) -> str:
    """One sentence on special tokens that were typed; [SEP], for example, ends a text."""
    signs = list(dict.fromkeys(sign for reading in readings for sign in reading.signs))
    if not signs:
        return ""
    named = listed([in_quotes(sign) for sign in signs], NAMED)
    what = "a sign of its own, not a word" if len(signs) == 1 else "signs of its own, not words"
    return f"{reader} takes {named} for {what}."


def _texts(number: int, of: int) -> str:
    """`both sentences`, `1 of 3 sentences`."""
    if number == of == 2:
        return "both sentences"
    return f"all {of} sentences" if number == of else f"{number:,} of {counted(of, 'sentence')}"
