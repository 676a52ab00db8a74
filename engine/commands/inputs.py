"""What people give a command: words, text files, names of sets, files to write."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from engine.errors import InputTextError


def check_named(name: str, sets: Iterable[str]) -> None:
    """Make sure that a name given where a file or a set is expected is one of them.

    Raises:
        InputTextError: if it is neither; with the sets there are.
    """
    known = list(sets)
    if name == "-" or name in known:
        return
    try:
        Path(name).expanduser().stat()
    except FileNotFoundError:
        raise InputTextError(
            f"There is no file {name}, and no such set; there is {', '.join(known)}."
        ) from None
    except OSError:
        pass  # whoever reads it says what is wrong


def read_sentences(path: str) -> list[str]:
    """Non-empty lines of a text file, or of standard input for `-`.

    Raises:
        InputTextError: if the file is missing, is not UTF-8 text, or holds nothing.
    """
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8-sig")
    except IsADirectoryError:
        raise InputTextError(
            f"{path} is a folder; give a text file, one sentence a line."
        ) from None
    except FileNotFoundError:
        raise InputTextError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise InputTextError(f"{path} is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise InputTextError(f"{path} cannot be read ({error.strerror}).") from None
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputTextError(f"{path} holds no sentence; put one on each line.")
    return lines


def split_words(text: str) -> list[str]:
    """Words of a comma-separated list, without duplicates, order kept."""
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def check_folder(path: Path | None) -> None:
    """Refuse a file to write whose folder does not exist.

    Raises:
        InputTextError: if there is no such folder.
    """
    if path is not None and not path.expanduser().absolute().parent.is_dir():
        raise InputTextError(f"There is no folder {path.parent} to write {path.name} into.")
