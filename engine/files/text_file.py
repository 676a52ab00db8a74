"""Files that users bring, read once and whole: their size, their encoding, and what was guessed."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.core.errors import InputTextError, why
from engine.core.paths import ordinary_file
from engine.files.layout import USUAL, FileSource, LaidOut, Layout
from engine.files.single_byte import (
    ESCAPED,
    NAMES,
    WINDOWS,
    all_escaped,
    in_page,
    letters_in,
    page_of,
)
from engine.files.workbook import (
    has_password,
    is_workbook,
    read_sheet,
    shown_list,
    shown_sheet,
)

SIZE_LIMIT = 50 * 2**20  # bytes
EXCEL = "xlsx"  # in place of an encoding

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NOT_TEXT = (
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"PAR1", "a Parquet file"),
    (b"%PDF", "a PDF"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet of Excel 97"),
)
_SHOWN = 5  # letters in a note
# Of texts that are not in Latin letters, as Python names them.
OTHER_SCRIPTS = (
    *("cp1251", "koi8_r", "cp1253", "cp1255", "cp1256", "cp1258"),
    *("gb18030", "big5", "cp932", "cp949"),
)
_LOOKED_AT = 2**18  # bytes, for an encoding that is told by statistics
# Bytes that are not UTF-8, more of them in a row than accented letters come in.
_IN_A_ROW = re.compile("[\udc80-\udcff](?:[^\x00-\x7f]*[\udc80-\udcff]){3,}")


@dataclass(frozen=True)
class TextFile:
    """The text of a file, with how it was read.

    Args:
        encoding: as Python names it.
        notes: sentences for the user where something was guessed.
        header: whether the first row of a table holds the names of its columns.
        sheet: of an Excel file with several; empty for other files.
        missing: sentences for the user where a column of the table is missing.
    """

    name: str
    text: str
    encoding: str
    notes: tuple[str, ...] = ()
    header: bool = True
    sheet: str = ""
    missing: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """The file in a sentence about its columns."""
        return f"{self.name} (sheet {shown_sheet(self.sheet)})" if self.sheet else self.name


def read_text(
    source: FileSource,
    name: str | None = None,
    encoding: str | None = None,
    wanted: str = "a CSV, TSV or JSONL file",
) -> TextFile:
    """Read a file, or the bytes of one, as text.

    Args:
        source: path, or bytes already in memory; a path is read once, so a file that
            changes meanwhile cannot mix old rows with new; with its layout, where the user
            gave one.
        name: how the user knows it.
        encoding: None to find it out.
        wanted: what to give in place of a folder.
    """
    layout, file = USUAL, source
    if isinstance(file, LaidOut):
        layout, file = file.layout, file.file
    if isinstance(file, bytes):
        known, data = name or "The file", file
    else:
        known = name or str(file)
        data = bytes_of(file, known, wanted)
    if len(data) > SIZE_LIMIT:
        raise InputTextError(
            f"{known} is larger than {SIZE_LIMIT // 2**20} MB, the most that is read; split it, or "
            "leave out columns that are not needed."
        )
    if is_workbook(data):
        return _of_workbook(data, known, layout)
    if layout.sheet and not has_password(data):
        raise InputTextError(
            f"{known} is no Excel workbook, so it has no sheet {shown_sheet(layout.sheet)}."
        )
    return replace(_decoded(data, known, encoding), header=layout.header)


def notes_of(*files: TextFile) -> tuple[str, ...]:
    """What was guessed of files, each sentence behind the name of its file."""
    return tuple(f"{Path(file.name).name}: {note}" for file in files for note in file.notes)


def say_notes(note: Callable[[str], None] | None, file: TextFile) -> None:
    """Say what was guessed of a file, where somebody listens.

    Args:
        note: called with each sentence.
    """
    if note is None:
        return
    for sentence in notes_of(file):
        note(sentence)


def bytes_of(path: Path | str, known: str, wanted: str) -> bytes:
    """The bytes of a file, one more than the limit at most.

    Args:
        known: its name for the user.
        wanted: what kind of file, for a path that is none.
    """
    try:
        with ordinary_file(path, wanted).open("rb") as stream:
            return stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise InputTextError(f"{known} cannot be read ({why(error)}).") from None


def _of_workbook(data: bytes, known: str, layout: Layout) -> TextFile:
    sheet = read_sheet(data, known, layout.sheet)
    merged = sheet.merged_note if layout.header else ""
    others = [*map(shown_sheet, sheet.others)]
    missing = [f"Other sheets: {shown_list(others)}."] * bool(others) + [merged] * bool(merged)
    notes = (*sheet.notes, *filter(None, [merged]))
    return TextFile(known, sheet.text, EXCEL, notes, layout.header, sheet.name, (*missing,))


def _decoded(data: bytes, known: str, encoding: str | None) -> TextFile:
    if has_password(data):
        raise InputTextError(
            f"{known} is protected by a password; remove it in Excel and save the file again."
        )
    for start, kind in _NOT_TEXT:
        if data.startswith(start):
            raise InputTextError(f"{known} is {kind}, not text; save it as CSV or xlsx.")
    if encoding:
        return TextFile(known, _as_told(data, known, encoding), encoding)
    for mark, marked in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return TextFile(known, _as_told(data, known, marked), marked)
    wide = _unmarked_utf16(data)
    if wide:
        note = f"No byte-order mark; read as {wide.upper()}."
        return TextFile(known, _as_told(data, known, wide), wide, (note,))
    if b"\0" in data:
        raise InputTextError(f"{known} holds zero bytes, so it is not text; save it as CSV.")
    try:
        return TextFile(known, data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _with_strays(data, known)


def _as_told(data: bytes, known: str, encoding: str) -> str:
    try:
        return data.decode(encoding).removeprefix("\ufeff")  # a mark that utf-8 leaves in
    except UnicodeError as error:
        reason = getattr(error, "reason", str(error))
        raise InputTextError(
            f"{known} is not {encoding} text ({reason}); save it as UTF-8."
        ) from None
    except (LookupError, ValueError):  # no such name, and none that could be one
        raise InputTextError(
            f"There is no encoding {encoding!r}; common ones are utf-8, utf-16 and cp1252."
        ) from None


def _unmarked_utf16(data: bytes) -> str | None:
    """UTF-16 without its mark: in Western text every other byte is zero."""
    sample = data[: 2**16]
    if len(sample) < 4:
        return None
    for offset, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        half = sample[offset::2]
        if half.count(0) > 0.6 * len(half) and sample[1 - offset :: 2].count(0) == 0:
            return name
    return None


@dataclass(frozen=True)
class Guess:
    """The encoding of a text that names none and is not UTF-8.

    Args:
        encoding: as Python names it.
        letters: the letters and signs beyond ASCII that it gives, each once.
        sure: False where several encodings fit, such as those of Cyrillic and Greek.
    """

    encoding: str
    letters: tuple[str, ...]
    sure: bool


def guessed(data: bytes) -> Guess | None:
    """The likely encoding of a file's bytes; None where they say it, or are no text."""
    marks = tuple(mark for mark, _ in _BYTE_ORDER_MARKS)
    if is_workbook(data) or b"\0" in data or data.startswith(marks):
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return None
    escaped = data.decode("utf-8", errors="surrogateescape")
    if not _is_western(escaped):
        return _by_statistics(data)
    escaped = all_escaped(escaped)
    page = page_of(escaped)
    return Guess(page, tuple(letters_in(escaped, page)), True)


def _by_statistics(data: bytes) -> Guess | None:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_LOOKED_AT], cp_isolation=list(OTHER_SCRIPTS)).best()
    if best is None:
        return None
    letters = dict.fromkeys(letter for letter in str(best) if ord(letter) > 127)
    return Guess(best.encoding, tuple(letters), False)


def _is_western(escaped: str) -> bool:
    """Whether bytes that are not UTF-8 stand apart, as accented letters do."""
    strays = len(ESCAPED.findall(escaped))
    return 2 * sum(map(len, _IN_A_ROW.findall(escaped))) <= strays


def question(name: str, letters: Sequence[str]) -> str:
    """How a text was read, and whether the letters that were guessed are right.

    Args:
        name: of the encoding.
    """
    shown = ", ".join(letters[:_SHOWN]) + ", …" * (len(letters) > _SHOWN)
    return f"Read as {name}. {'Is' if len(letters) == 1 else 'Are'} {shown} right?"


def _with_strays(data: bytes, known: str) -> TextFile:
    """UTF-8 with single bytes of another encoding, or this one throughout: one reading serves.

    In both, letters outside ASCII stand apart; in Cyrillic, Greek or Chinese text they do not.
    """
    escaped = data.decode("utf-8", errors="surrogateescape")
    if not _is_western(escaped):
        raise InputTextError(
            f"{known} is in an encoding that is not recognised: neither UTF-8 nor Windows-1252; "
            "save it as UTF-8, or name its encoding where a command asks for it, such as cp1251."
        )
    escaped = all_escaped(escaped)
    page = page_of(escaped)
    # Five bytes mean nothing in Windows-1252; they become the replacement character.
    text = in_page(escaped, page)
    name = f"{NAMES[page]}{' (Excel)' * (page == WINDOWS)}"
    note = (
        f"{question(name, letters_in(escaped, page))} If not, save the file as UTF-8 or name its "
        "encoding."
    )
    return TextFile(known, text, f"utf-8 with {page}", (note,))
