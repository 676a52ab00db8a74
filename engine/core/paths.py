"""Files as users name them: names that can be, and ordinary files behind them."""

from __future__ import annotations

import sys
from pathlib import Path, PureWindowsPath
from stat import S_ISDIR, S_ISREG

from engine.core.errors import InputTextError, StorageError, why
from engine.core.file_names import REFUSED

_LONGEST_NAME, _LONGEST_PATH = 255, 4095  # bytes, on Linux and macOS
_LONGEST_ON_WINDOWS = 32_767  # UTF-16 units of a path; of a name as many as bytes elsewhere
_SHOWN = 60  # letters of a name in an error


def file_path(name: str | Path, system: str = sys.platform) -> Path:
    """The path that a name stands for, `~` written out.

    Args:
        system: as `sys.platform` names it.

    Raises:
        InputTextError: if no file can have this name.
    """
    text = str(name)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputTextError(
            f"The file name {shown_name(text)} is not UTF-8 text; rename the file."
        ) from None
    if "\0" in text:
        raise InputTextError(
            f"The file name {shown_name(text)} holds a zero byte; no file can have it."
        )
    if system == "win32":
        _check_on_windows(text)
    elif _is_too_long(text):
        raise InputTextError(
            f"The file name {shown_name(text)} is too long; the longest a file can have is "
            f"{_LONGEST_NAME} bytes."
        )
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise InputTextError(
            f"{shown_name(text)} names a user who is not on this machine; write the whole path."
        ) from None


def _is_too_long(text: str) -> bool:
    return len(text.encode()) > _LONGEST_PATH or any(
        len(part.encode()) > _LONGEST_NAME for part in Path(text).parts
    )


def _check_on_windows(text: str) -> None:
    path = PureWindowsPath(text)
    parts = path.parts[1:] if path.anchor else path.parts
    # A colon would write into a hidden part of another file, and not fail.
    sign = next((sign for part in parts for sign in part if sign in REFUSED), None)
    if sign is not None:
        raise InputTextError(
            f"The file name {shown_name(text)} holds {sign}, which no name has on Windows; choose "
            "another name."
        )
    if _units(text) > _LONGEST_ON_WINDOWS or any(_units(part) > _LONGEST_NAME for part in parts):
        raise InputTextError(
            f"The file name {shown_name(text)} is too long; the longest a file can have is "
            f"{_LONGEST_NAME} characters."
        )


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def is_elsewhere(name: str) -> bool:
    """Whether a path names another machine: Windows logs in there as soon as it is looked at."""
    return name.replace("\\", "/").startswith("//")


def ordinary_file(name: str | Path, wanted: str = "a file") -> Path:
    """The path of a file that can be read to its end.

    Args:
        wanted: what to give in place of a folder.
    """
    if not str(name):
        raise InputTextError(f"The name of the file is empty; give {wanted}.")
    path = file_path(name)
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise InputTextError(f"There is no file {shown_name(name)}.") from None
    except OSError as error:
        raise InputTextError(f"{shown_name(name)} cannot be read ({why(error)}).") from None
    if S_ISDIR(mode):
        raise InputTextError(f"{shown_name(name)} is a folder; give {wanted}.")
    if not S_ISREG(mode):
        raise InputTextError(
            f"{shown_name(name)} is not an ordinary file but a pipe or a device; save its content "
            "to a file first."
        )
    return path


def exists(name: str | Path) -> bool:
    """Whether a file or folder of this name is there; False for names that none can have."""
    try:
        return file_path(name).exists()
    except (InputTextError, OSError):
        return False


def is_folder(name: str | Path) -> bool:
    """Whether a folder of this name is there; False for names that none can have."""
    try:
        return file_path(name).is_dir()
    except (InputTextError, OSError):
        return False


def place_for(name: str | Path) -> Path:
    """The path of a file to write."""
    path = file_path(name)
    try:
        mode = path.stat().st_mode
    except OSError:
        return path  # writing it says what is wrong
    if not S_ISREG(mode):
        what = "a folder" if S_ISDIR(mode) else "not an ordinary file"
        raise StorageError(
            f"{shown_name(name)} cannot be written: it is {what}. Choose another place."
        )
    return path


def behind_links(path: Path) -> Path:
    """The place that a name leads to; a file put there leaves the links to it as they are.

    For files that a user names. What is kept in folders of our own never leaves them: a link that
    lies there is replaced.
    """
    if not path.is_symlink():
        return path
    try:
        place = path.resolve()
        circle = place.is_symlink()
    except (OSError, RuntimeError):
        circle = True
    if circle:
        raise StorageError(
            f"{shown_name(path)} cannot be written: it is a link that leads nowhere but to itself. "
            "Choose another place."
        )
    return place


def shown_name(name: str | Path) -> str:
    """A name as an error can hold it: on one line, and not too long."""
    text = "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in str(name))
    return text if len(text) <= 2 * _SHOWN else f"{text[:_SHOWN]}…{text[-_SHOWN // 3 :]}"
