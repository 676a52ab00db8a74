"""Commands are the same words again after a shell has read them: POSIX, or PowerShell."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.shell import commands_in, for_shell, joined, quoted

# As PowerShell 7 reads arguments: https://learn.microsoft.com/powershell about_Quoting_Rules. A
# plain word holds none of what it would act on.
_SINGLE = "'‘’‚‛"
_ACTED_ON = frozenset(' \t\r\n,;|&<>(){}@#$`"~%!*?[]=') | frozenset(_SINGLE) | frozenset("“”„")


def powershell(line: str) -> list[str]:
    """Words of a line of plain words and of texts between single quotation marks."""
    words, at = [], 0
    while at < len(line):
        if line[at] == " ":
            at += 1
        elif line[at] in _SINGLE:
            text, at = "", at + 1
            while True:
                if line[at] in _SINGLE:
                    if at + 1 == len(line) or line[at + 1] not in _SINGLE:
                        break
                    at += 1
                text, at = text + line[at], at + 1
            words.append(text)
            at += 1
            assert line[at : at + 1] in ("", " "), "words would be joined or split"
        else:
            end = (line + " ").index(" ", at)
            word = line[at:end]
            assert not set(word) & _ACTED_ON, word
            assert not word.startswith("-") or set(word) <= _OPTION, word
            words.append(word)
            at = end
    return words


_OPTION = frozenset("-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
HARD = [
    ["fill", "It's “her” [MASK]."],
    ["fill", "the nurse’s", "‘x’", "''", "a'b'c"],
    ["pppl", r"C:\Users\Ann Lee\texts.csv", r"\\server\share\x", "C:\\end\\"],
    ["fill", "$HOME `x` %PATH% !x {a} @b #c; d|e & f > g * ?", "", " ", "--", "-", "a\nb"],
    ["mask", "--mask", "3-1,6-12", "--x=1,2", "--y=a.b", "0.30", "1e3", "@me", "~"],
    ["fill", 'say "yes"', '"', "\\", '\\"'],
]


@pytest.mark.parametrize("words", HARD)
def test_words_are_the_same_after_either_shell(words):
    assert shlex.split(joined(words, "linux")) == words
    assert powershell(joined(words, "win32")) == words


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]))))
def test_any_words_are_the_same_after_either_shell(words):
    assert shlex.split(joined(words, "darwin")) == words
    assert powershell(joined(words, "win32")) == words


def test_what_each_shell_is_given():
    words = [
        "python",
        "-m",
        "engine",
        "fill",
        "It's",
        "--mask",
        "3-1,6-12",
        r"C:\a\b.csv",
        "--json",
    ]
    assert joined(words, "linux") == (
        """python -m engine fill 'It'"'"'s' --mask 3-1,6-12 'C:\\a\\b.csv' --json"""
    )
    assert joined(words, "win32") == (
        r"python -m engine fill 'It''s' --mask '3-1,6-12' C:\a\b.csv --json"
    )
    assert quoted("a b", "win32") == "'a b'"


def test_what_is_kept_is_shown_for_the_shell_at_hand():
    kept = "python -m engine fill 'It'\"'\"'s'\npython -c 'a\nb'"
    assert for_shell(kept, "linux") == kept
    assert for_shell(kept, "win32") == "python -m engine fill 'It''s'\npython -c 'a\nb'"
    assert for_shell("fill 'open", "win32") == "fill 'open"


def test_commands_of_a_kept_text_are_split_at_the_ends_of_lines_outside_quotes():
    assert [*commands_in("a 'b\nc' d\n\ne")] == [["a", "b\nc", "d"], ["e"]]
    with pytest.raises(ValueError, match="open quotation mark"):
        [*commands_in("a\n'b")]
