"""Errors that a user can fix: what was expected, what came, and what would do."""

import json
import re
import unicodedata
from collections.abc import Callable

# Control characters, surrogates, separators of lines and of paragraphs.
_ESCAPED = ("Cc", "Cs", "Zl", "Zp")


def escaped(text: str) -> str:
    """A text without control characters, on one line.

    Returns:
        The text, in which each character that controls a terminal, ends a line or cannot be
        encoded is written as Python writes it.
    """
    return "".join(
        sign.encode("unicode_escape").decode() if unicodedata.category(sign) in _ESCAPED else sign
        for sign in text
    )


# What a message quotes: between quotation marks, or without a space. An apostrophe is no mark.
_MOST_QUOTED = 300  # characters
_MOST = 4_000  # of a message; the longest lists of names that there are have a third of it
_QUOTED = re.compile(
    rf"(?<!\w)'(?:[^'\\]|\\.){{{_MOST_QUOTED},}}'(?!\w)"
    rf'|(?<!\w)"(?:[^"\\]|\\.){{{_MOST_QUOTED},}}"(?!\w)'
    rf"|“[^”]{{{_MOST_QUOTED},}}”|\S{{{_MOST_QUOTED},}}",
    re.DOTALL,
)


def brief(text: str) -> str:
    """A message without the middle of what it quotes at length.

    Users and files give texts of any length, and a message has to be read: 5,001 digits say no
    more than the first of them.

    Args:
        text: of a message.
    """
    found = _QUOTED.sub(lambda part: _ends(part[0], _MOST_QUOTED), text)
    return _ends(found, _MOST)


def shown(value: object) -> str:
    """A value as a message holds it: text in quotation marks, all else as JSON writes it."""
    return brief(json.dumps(value, ensure_ascii=False))


def _ends(text: str, most: int) -> str:
    """The beginning and the end of a text, where all of it is more than `most` characters."""
    return text if len(text) <= most else f"{text[: most // 4]}…{text[-most // 12 :]}"


def is_unicode(text: str) -> bool:
    """Whether a text can be encoded: half a character, as in a broken name, cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def first_line(error: BaseException) -> str:
    """The first line of what an error says, at most 200 characters; its type if it says nothing."""
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0][:200]


_JSON_SPACE = " \t\r\n\ufeff"
_JSON_WORDS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_PART_OF_NUMBER = re.compile(r"\.|(?:\.\d+)?[eE][+-]?")  # behind the digits, which are read
_PART_OF_LETTER = re.compile(r"\\u[0-9a-fA-F]{0,4}$")


def json_problem(error: json.JSONDecodeError) -> str:
    """Why a text is not JSON and where, and whether it looks cut off."""
    if not error.doc.strip(_JSON_SPACE):
        return "it is empty"
    if not ends_early(error):
        return str(error)
    line = error.doc.rstrip().count("\n") + 1
    where = f" of line {line:,}" if line > 1 else ""
    return f"it ends in the middle{where}, so it looks cut off: use the whole file"


def ends_early(error: json.JSONDecodeError) -> bool:
    """Whether a text that is not JSON is the beginning of some, as of a file that was cut off."""
    text = error.doc
    if text.lstrip(_JSON_SPACE)[:1] not in ("{", "[", '"'):
        return False  # of any text, the first letters could be those of a word or a number
    if error.msg.startswith("Unterminated string"):
        return True
    if error.msg.startswith("Invalid \\uXXXX"):
        return _PART_OF_LETTER.search(text) is not None
    rest = text[error.pos :].strip(_JSON_SPACE)
    begun = any(word.startswith(rest) for word in _JSON_WORDS)
    return begun or _PART_OF_NUMBER.fullmatch(rest) is not None


def why(error: Exception) -> str:
    """What an error says, without the number and the path that an OSError adds."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


_without_folders: Callable[[str], str] = str


def hide_folders(without: Callable[[str], str]) -> None:
    """Leave folders out of what every error says from now on, wherever it is shown or kept.

    Args:
        without: a text -> the same without the folders; `str` to leave it as it is.
    """
    global _without_folders
    _without_folders = without


class BiascopeError(Exception):
    """Something the user can put right; its text may be shown to anyone as it is.

    The text often quotes a file or a name, so its control characters are escaped, and what is
    quoted is cut where it is long.
    """

    def __str__(self) -> str:
        return brief(escaped(_without_folders(super().__str__())))


class UnknownModelError(BiascopeError):
    """No model could be found or fetched under this name."""


class UnusableModelError(BiascopeError):
    """The files were found, but no honest score can come of them."""


class NoHeadError(UnusableModelError):
    """What reads the language-model head is asked of a model whose files hold none.

    Args:
        checkpoint: as the user knows it.
        lacks: what follows, as the end of a clause, such as `has no pseudo-perplexity`.
    """

    def __init__(self, checkpoint: str, lacks: str) -> None:
        super().__init__(
            f"{checkpoint} has no trained language-model head, so it {lacks}; measure it as an "
            "encoder: SEAT and its heads on the page Heads, occupations on the page CABM (the "
            "commands seat, heads, mask, counter and cabm)."
        )
        self._given = checkpoint, lacks

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        """What makes it again in another process, where a worker of a cluster raised it."""
        return type(self), self._given


class DeviceError(BiascopeError):
    """A device cannot compute what was asked of it, or computes it wrongly."""


class InputTextError(BiascopeError):
    """A sentence, a target word or a file cannot be measured as it is."""


class DataSetError(BiascopeError):
    """A data set is not on this machine, cannot be fetched, or is not the one expected."""


class PluginFailedError(BiascopeError):
    """The code of a plug-in failed, or gave what it has not promised."""


class StorageError(BiascopeError):
    """Results could be computed but not kept; nothing already computed is lost."""
