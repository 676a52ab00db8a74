"""The language that a film is in, where it is clearly another than the one asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.core.languages import language_name

_LOOKED_AT = 4_000  # characters: enough to be sure, in a few thousandths of a second
# Nats by which another language has to be likelier: no lines of the English films that were tried
# reached it.
_CLEARLY = 15.0
_ENOUGH = 30  # bytes of letters, as the detector reads bytes: one of another script says more
_MOSTLY = 2 / 3  # of the letters have to read as the other language
_HARDLY = 4.0  # nats, fewer than which a single sentence says nothing
_NO_LANGUAGE = "zxx"

_STRETCHED = re.compile(r"(\w)\1{2,}")
_SAID_AGAIN = re.compile(r"\b(\w+)(?:\W+\1\b)+", re.IGNORECASE)  # as `la la la`
_WORD = re.compile(r"[^\W\d_]+")
_A_NAME = 2  # words in capitals that may be one; more are a sentence
# Languages that subtitles do not tell apart, or that one code stands for.
_ALIKE = (
    {"no", "nb", "nn", "da"},
    {"hr", "sr", "bs", "sh"},
    {"id", "ms"},
    {"zh", "yue", "wuu"},
    {"ar", "arz", "ary"},
    {"en", "pcm"},
)


class Heard(NamedTuple):
    """What speaks against the language that was asked for; nothing where it is the likeliest.

    Args:
        other: code of the language that a film is clearly in.
        doubt: why the language is not clear, as the beginning of a sentence.
    """

    other: str | None = None
    doubt: str | None = None


def heard(texts: Sequence[str], asked: str) -> Heard:
    """Whether a film's sentences are in another language than the one that was asked for.

    Args:
        texts: the sentences.
        asked: two-letter code; of a language that the detector does not know nothing is said.

    Source: A. Barbaresi, py3langid 0.4, a model of Lui and Baldwin's langid.
    """
    said = [text for text in map(_plain, _sample(texts)) if _WORD.search(text)]
    telling = [text for text in said if _is_telling(text)]
    same = {asked}.union(*(group for group in _ALIKE if asked in group))
    likelihood = _likelihoods(" ".join(telling or said))
    wanted = max((likelihood[code] for code in same if code in likelihood), default=None)
    if wanted is None or not said:
        return Heard()
    best = max(likelihood, key=likelihood.__getitem__)
    if best in same:
        return Heard()
    if best == _NO_LANGUAGE or _letters(" ".join(telling)) < _ENOUGH:
        return Heard(doubt="Too little is said in it to tell its language")
    if likelihood[best] - wanted > _CLEARLY and _reads_as(best, same, said, telling):
        return Heard(other=best)
    return Heard(doubt=f"Its language is not clear, as parts may be in {named(best)}")


def _reads_as(code: str, same: set[str], said: Sequence[str], telling: Sequence[str]) -> bool:
    """Whether most of what is said is in a language, by sentences and by letters.

    A line in another language among a few short ones, or a song, makes it likelier for the whole.

    Args:
        same: codes of the language that it is compared with.
        said, telling: sentences, and those of them that are more than names.
    """
    fits = {text: _fits_better(code, same, text) for text in said}
    letters = {text: _letters(text) for text in telling}
    fitting = sum(number for text, number in letters.items() if fits[text])
    by_sentence = sum(fits[text] for text in said)
    return 2 * by_sentence > len(said) and fitting >= _MOSTLY * sum(letters.values())


def _fits_better(code: str, same: set[str], text: str) -> bool:
    likelihood = _likelihoods(text)
    asked = max(likelihood[other] for other in same if other in likelihood)
    return likelihood[code] - asked > _HARDLY


def _likelihoods(text: str) -> dict[str, float]:
    """Log likelihood of each language that the detector knows, in nats."""
    import py3langid

    return dict(py3langid.rank(text))


def _is_telling(text: str) -> bool:
    """Whether a sentence is more than names and single exclamations, which any language has."""
    words = _WORD.findall(text)
    if text.isupper():
        return len(words) > _A_NAME
    return any(not word[0].isupper() for word in words)


def _letters(text: str) -> int:
    """Bytes that the letters of a text have."""
    return len("".join(filter(str.isalpha, text)).encode())


def _plain(text: str) -> str:
    """A sentence in which nothing is stretched or said again."""
    return _SAID_AGAIN.sub(r"\1", _STRETCHED.sub(r"\1", text))


def named(code: str) -> str:
    """A language as people call it."""
    from babel import Locale

    name = language_name(code)
    return Locale("en").languages.get(code, code) if name == code else name


def _sample(texts: Sequence[str]) -> list[str]:
    """Sentences from all parts of a film, as many as are looked at."""
    step = max(1, round(sum(map(len, texts)) / _LOOKED_AT))
    sample: list[str] = []
    length = 0
    for text in texts[::step]:
        sample.append(text[: 2 * _LOOKED_AT - length])
        length += len(text) + 1
        if length >= 2 * _LOOKED_AT:
            break
    return sample
