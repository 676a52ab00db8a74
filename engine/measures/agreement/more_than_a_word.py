"""What answers carry besides their word: an article, a full stop, quotes, a capital letter.

People answer "the tea." or "green tea" where the model gives "tea". Such an answer is of several
pieces to every model, so that it cannot be among the candidates of any, however well the model has
the language.
Nothing is changed here; what answers carry is only found, so that the right cause is named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.languages import UNKNOWN
from engine.core.mask_token import MASK
from engine.measures.agreement.value import SEVERAL, UNSPELLABLE

if TYPE_CHECKING:
    import pandas as pd

ARTICLE, STOP, QUOTES, CAPITAL = "an article", "a full stop", "quotes", "a capital letter"
OTHER_SIGNS = "punctuation"
# Articles before a noun, by language; those that end with an apostrophe are joined to it.
_ARTICLES = {
    "ca": "el la els les un una uns unes en na l' n'",
    "da": "en et den det de",
    "de": "der die das den dem des ein eine einen einem einer eines 'n 'ne",
    "el": "ο η το οι τα του της των τον την τη τους τις ένας ένα μια μία έναν",
    "en": "a an the",
    "es": "el la los las lo un una unos unas",
    "eu": "bat",
    "fr": "le la les l' un une des du d' de+la de+l'",
    "ga": "an na",
    "gl": "o a os as un unha uns unhas",
    "hu": "a az egy",
    "it": "il lo la i gli le l' un uno una un' del dello della dell' dei degli delle",
    "mt": "il- l-",
    "nl": "de het een 't 'n",
    "no": "en ei et den det de",
    "pt": "o a os as um uma uns umas",
    "ro": "un o niște al a ai ale",
    "sv": "en ett den det de",
}
_NOUNS_HAVE_CAPITALS = "de"
_QUOTES = "\"'`´«»‹›“”„‟‘’‚‛「」『』"
_STOPS = ".。．…"
_SIGNS = ",;:!?¡¿،؛؟！？、()[]{}<>*_~-–—•·‣▪●"
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = str.maketrans("’‘ʼ´`", "'" * 5)
_SENTENCE_END = re.compile(r"[.!?:…。]['\"»”’)]*\s*$")
_CAPITAL_INSIDE = re.compile(r"(?<=[^\W\d_]\s)[A-ZÀ-ÞΑ-Ω][^\W\d_]+")


@dataclass(frozen=True)
class Carried:
    """What an answer carries besides a word.

    Args:
        word: the word alone.
        kinds: of `ARTICLE`, `STOP`, `QUOTES`, `OTHER_SIGNS` and `CAPITAL`.
    """

    word: str
    kinds: tuple[str, ...]


def carried(answer: str, language: str, capital: bool = False) -> Carried | None:
    """What an answer carries besides one word.

    Args:
        answer: as it was given.
        language: two-letter code; of a language not named, articles of all are looked for.
        capital: whether a capital letter is more than the word, too.

    Returns:
        None for a word alone, and where more than one word is left.
    """
    kinds: list[str] = []
    rest = answer.strip()
    inner = _inside(rest)
    outside = rest.replace(inner, "", 1) if inner else ""
    for kind, signs in ((STOP, _STOPS), (QUOTES, _QUOTES), (OTHER_SIGNS, _SIGNS)):
        kinds += [kind] * any(sign in signs for sign in outside)
    word = _without_article(inner, language)
    if word != inner:
        kinds.insert(0, ARTICLE)
    if capital and inner[:1].isupper() and not (len(word) > 1 and word.isupper()):
        kinds.append(CAPITAL)
        word = word[:1].lower() + word[1:]
    if not word or len(word.split()) > 1 or not kinds:
        return None
    return Carried(word, tuple(kinds))


def _inside(text: str) -> str:
    """A text without the signs around it."""
    return text.strip(_QUOTES + _STOPS + _SIGNS + " \u00a0")


def _bare(text: str, language: str) -> str:
    """A text without the signs around it and the article that it begins with."""
    return _without_article(_inside(text), language)


def _without_article(text: str, language: str) -> str:
    """A text without the article that it begins with; where nothing else is there, as it is."""
    known = _ARTICLES.values() if language == UNKNOWN else [_ARTICLES.get(language, "")]
    plain = text.translate(_APOSTROPHES)
    folded = " ".join(plain.casefold().split())
    plain = " ".join(plain.split())
    articles = {one.replace("+", " ") for names in known for one in names.split()}
    for article in sorted(articles, key=len, reverse=True):
        joined = article[-1] in "'-" and len(article) > 1
        start = article if joined else f"{article} "
        if folded.startswith(start) and len(folded) > len(start):
            return plain[len(start) :].strip(_QUOTES + " ")
    return text


def carried_of(rows: pd.DataFrame, language: str) -> dict[str, Any] | None:
    """What those answers of a language carry that are no whole words to the model.

    Args:
        rows: of `table.scored_table`, of one language.

    Returns:
        `answers` (how many carry something), `failed` (how many are no whole words), `kinds` (the
        most frequent first) and `example` (an answer, and its word alone); None where none does.
    """
    failed = rows[~(rows["covered"] & (rows["pieces"] == 1))]
    spelt = language == _NOUNS_HAVE_CAPITALS or _capitals_inside(rows["sentence"].unique())
    found = [
        (answer, told)
        for answer, sentence, status, written in zip(
            failed["answer"], failed["sentence"], failed["status"], failed["capital"], strict=True
        )
        if (
            told := carried(
                str(answer),
                language,
                bool(written) and status != UNSPELLABLE and not spelt and not _starts(sentence),
            )
        )
    ]
    if not found:
        return None
    kinds = Counter(kind for _, told in found for kind in told.kinds)
    example = max(found, key=lambda entry: len(entry[1].kinds))
    return {
        "answers": len(found),
        "failed": len(failed),
        "kinds": [kind for kind, _ in kinds.most_common()],
        "example": [str(example[0]), example[1].word],
    }


def several_words_of(rows: pd.DataFrame, language: str) -> dict[str, dict[str, Any]]:
    """How many answers of a language are of several words, which no model gives in one place.

    Args:
        rows: of `table.scored_table`, of one language.

    Returns:
        `several_words`, with `answers` (how many are of several words, an article beside),
        `failed` (how many are no whole words) and `example`, the most frequent one; nothing where
        there is none.
    """
    failed = rows[~(rows["covered"] & (rows["pieces"] == 1))]
    found = [
        answer
        for answer, status in zip(failed["answer"].astype(str), failed["status"], strict=True)
        if _several(_bare(answer, language), status)
    ]
    if not found:
        return {}
    ((example, _),) = Counter(found).most_common(1)
    told = {"answers": len(found), "failed": len(failed), "example": example}
    return {"several_words": told}


def _several(bare: str, status: str) -> bool:
    """Whether an answer is of several words, whatever stands between them: `tea/milk` too."""
    return len(bare.split()) > 1 or (status == SEVERAL and len(_WORD.findall(bare)) > 1)


def _starts(sentence: str) -> bool:
    """Whether the masked word begins a sentence, where a capital letter belongs to it."""
    before = MASK.split(sentence, maxsplit=1)[0].strip(_QUOTES + "¡¿ ")
    return not before or bool(_SENTENCE_END.search(before))


def _capitals_inside(sentences: Iterable[str]) -> bool:
    """Whether most sentences have capitals inside, as in a language that gives nouns one."""
    inside = [bool(_CAPITAL_INSIDE.search(MASK.sub(" ", sentence))) for sentence in sentences]
    return 2 * sum(inside) > len(inside)
