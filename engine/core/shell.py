"""Commands as text: kept as POSIX shells read them, and shown as the shell of this system does.

What is kept, in a pin, a report or a card, is read on other machines too, so its text is the same
everywhere. On Windows a command is shown for PowerShell, where only a quotation mark of its own
kind ends a text between single ones. PowerShell 7.3 and later give `"` within a text on as it is.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator, Sequence

# What PowerShell passes on as it stands: a name, a path, a number, or a plain option.
_PLAIN = re.compile(r"[A-Za-z0-9_./\\][A-Za-z0-9_./\\:+-]*|--?[A-Za-z][A-Za-z0-9-]*")
_SINGLE = re.compile(
    "(['\N{LEFT SINGLE QUOTATION MARK}-\N{SINGLE HIGH-REVERSED-9 QUOTATION MARK}])"
)


def joined(words: Sequence[str], system: str = sys.platform) -> str:
    """A command as it is typed into the shell of a system.

    Args:
        system: as `sys.platform` names it.

    Source: about_Quoting_Rules and about_Parsing of PowerShell's documentation.
    """
    return " ".join(map(_for_powershell, words)) if system == "win32" else shlex.join(words)


def quoted(word: str, system: str = sys.platform) -> str:
    """One word of a command, as `joined` writes it."""
    return joined([word], system)


def for_shell(kept: str, system: str = sys.platform) -> str:
    """A kept text of commands, one or more lines, for the shell of a system."""
    if system != "win32":
        return kept
    try:
        return "\n".join(joined(words, system) for words in commands_in(kept))
    except ValueError:  # written by somebody else, so shown as it is
        return kept


def commands_in(kept: str) -> Iterator[list[str]]:
    """Words of each command of a kept text; a line that ends within quotes goes on in the next.

    Raises:
        ValueError: if a quotation mark is left open.
    """
    begun = ""
    for line in kept.splitlines():
        begun = f"{begun}\n{line}" if begun else line
        try:
            words = shlex.split(begun)
        except ValueError:
            continue
        if words:
            yield words
        begun = ""
    if begun:
        raise ValueError("an open quotation mark")


def _for_powershell(word: str) -> str:
    return word if _PLAIN.fullmatch(word) else "'" + _SINGLE.sub(r"\1\1", word) + "'"
