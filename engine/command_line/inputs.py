"""What people give a command: words, text files, names of sets, files to write."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from engine.command_line.given import check_written_once
from engine.core.errors import InputTextError, why
from engine.core.paths import behind_links, exists, file_path, is_folder, place_for, shown_name
from engine.files.table_file import table_ending
from engine.files.text_file import SIZE_LIMIT, bytes_of


def check_named(name: str, sets: Iterable[str]) -> None:
    """Make sure that a name given where a file or a set is expected is one of them."""
    known = list(sets)
    if name == "-" or name in known:
        return
    if name and not exists(file_path(name)):
        near = difflib.get_close_matches(name, known, 1)
        raise InputTextError(
            f"There is no file {shown_name(name)}, and no such set; there is {', '.join(known)}."
            f"{f' Did you mean {near[0]}?' if near else ''}"
        )


def read_sentences(path: str) -> list[str]:
    """Non-empty lines of a text file, or of standard input for `-`."""
    wanted = "a text file, one sentence a line"
    data = stdin_bytes() if path == "-" else bytes_of(path, path, wanted)
    if len(data) > SIZE_LIMIT:
        raise InputTextError(
            f"{path} is larger than {SIZE_LIMIT // 2**20} MB, the most that is read; split it."
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputTextError(f"{path} is not UTF-8 text; save it as UTF-8.") from None
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputTextError(f"{path} holds no sentence; put one on each line.")
    return lines


def stdin_bytes() -> bytes:
    """The bytes of standard input, one more than the limit of a file at most."""
    try:
        return sys.stdin.buffer.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise InputTextError(f"Standard input cannot be read ({why(error)}).") from None


def split_words(text: str) -> list[str]:
    """Words of a comma-separated list, without duplicates, order kept."""
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def is_count(text: str) -> bool:
    """Whether a text is a whole number above 0, of a size that anything can be counted to."""
    return re.fullmatch(r"0*[1-9][0-9]{0,8}", text, re.ASCII) is not None


def check_folder(path: Path | str | None, replaces: str = "") -> None:
    """Refuse a file to write, before anything is computed for it.

    Args:
        replaces: an input of the command that the file may replace.
    """
    if not path:
        return
    named = place_for(path)
    check_written_once(named, replaces)
    place = behind_links(named)
    if not is_folder(place.absolute().parent):
        raise InputTextError(f"There is no folder {place.parent} to write {place.name} into.")


def check_table(path: Path | str | None) -> None:
    """Refuse a table to write, before anything is computed for it: its place or its format."""
    if path:
        table_ending(path)
        check_folder(path)
