"""Names of reviews, and the files that they are kept in; a path never leaves their folder."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from pathlib import Path

from engine.core.errors import InputTextError, StorageError
from engine.storage.store import cache_folder

FOLDER = "curation"
MOST_LETTERS = 60
_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{MOST_LETTERS}}}")


def slug(title: str) -> str:
    """A name for a review with this title: letters without accents, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MOST_LETTERS].strip("-")
    return name or "review"


def numbered(name: str, number: int) -> str:
    """The name with a number, as `films-2`; the first has none."""
    end = "" if number < 2 else f"-{number}"
    return name[: MOST_LETTERS - len(end)] + end


def reviews_folder() -> Path:
    """Where the reviews are."""
    return cache_folder() / FOLDER


def path_of(name: str) -> Path:
    """The file of a review, whether there is one or not."""
    if not _NAME.fullmatch(name):
        raise InputTextError(
            f"{name[:80]!r} is no name of a review: letters, digits, hyphens and underscores, at "
            f"most {MOST_LETTERS}."
        )
    return reviews_folder() / f"{name}.sqlite"


def review_files() -> list[Path]:
    """Files that may be reviews, by name; links and all else are passed over."""
    with suppress(OSError, StorageError):
        return sorted(
            path
            for path in reviews_folder().glob("*.sqlite")
            if _NAME.fullmatch(path.stem) and path.is_file() and not path.is_symlink()
        )
    return []


# --- people -------------------------------------------------------------------------------

MOST_NAME = 60  # characters


def reviewer_name(name: str) -> str:
    """A reviewer's name on one line."""
    checked = unicodedata.normalize("NFC", " ".join(name.split()))
    if not checked or len(checked) > MOST_NAME or not checked.isprintable():
        raise InputTextError(
            f"A decision needs the name of its reviewer: printable characters, at most {MOST_NAME}."
        )
    return checked


def person_of(name: str) -> str:
    """What two spellings of one name share: `Mari` and `mari ` are one person."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()
