"""Names made of a user's words can be had on every system, and names of users are checked by it."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.checkpoint_names import last_part, may_be_on_the_hub
from engine.core.errors import InputTextError
from engine.core.file_names import is_device, portable_name
from engine.core.paths import file_path, is_elsewhere
from engine.models.files import is_plain_name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("films.csv", "films.csv"),
        ("été – 2.csv", "été – 2.csv"),
        ("../mine.txt", "mine.txt"),
        (r"C:\films\a.srt", "a.srt"),
        ("a:b.csv", "a_b.csv"),
        ('<who>"?|*', "_who_____"),
        ("end. . ", "end"),
        ("con", "_con"),
        ("Nul.csv", "_Nul.csv"),
        ("com1.tar.gz", "_com1.tar.gz"),
        ("com10.csv", "com10.csv"),
        ("console.csv", "console.csv"),
        ("..", "file"),
        ("a/", "file"),
        ("", "file"),
    ],
)
def test_a_name_that_windows_refuses_is_written_otherwise(name, kept):
    assert portable_name(name) == kept


@given(st.text())
def test_any_text_gives_a_name_that_stays_in_its_folder(text):
    name = portable_name(text)
    assert PureWindowsPath(name).name == PurePosixPath(name).name == name
    assert not PureWindowsPath(name).is_reserved()
    assert not name.endswith((".", " "))
    assert portable_name(name) == name


def test_names_of_devices_are_known_with_any_ending():
    assert all(map(is_device, ("aux", "LPT9.txt", "con .csv", "COM¹")))
    assert not any(map(is_device, ("auxiliary", "lpt", "com0", "my.con", "")))


@pytest.mark.parametrize("name", ["ab:c.csv", r"C:\films\who?.csv", "a|b", "<a>", r"\\server\s\a*"])
def test_a_name_that_no_file_can_have_on_windows_is_refused_there(name):
    with pytest.raises(InputTextError, match="which no name has on Windows"):
        file_path(name, "win32")


@pytest.mark.parametrize(
    "name",
    [r"C:\films\a.csv", "C:/films/a.csv", r"\\server\share\a.csv", r"films\a.csv", "C:a.csv"],
)
def test_paths_of_windows_are_paths_there(name):
    assert str(file_path(name, "win32")) == name


def test_how_long_a_name_may_be_is_counted_as_the_system_does():
    name = "é" * 200  # 400 bytes in UTF-8, 200 units in UTF-16
    assert str(file_path(name, "win32")) == name
    with pytest.raises(InputTextError, match="255 bytes"):
        file_path(name, "linux")
    with pytest.raises(InputTextError, match="255 characters"):
        file_path("e" * 256, "win32")
    with pytest.raises(InputTextError, match="too long"):
        file_path("\\".join(["e" * 200] * 200), "win32")


@pytest.mark.parametrize(
    "name", [r"\\server\share\x", "//server/share", r"\\?\C:\x", r"\/server/x"]
)
def test_a_path_to_another_machine_is_known_as_one(name):
    assert is_elsewhere(name)


@pytest.mark.parametrize("name", [r"C:\models\bert", "/models/bert", r"models\bert", "a//b"])
def test_other_paths_are_on_this_machine(name):
    assert not is_elsewhere(name)


@pytest.mark.parametrize(
    "name",
    [
        r"C:\models\bert",
        "C:/models/bert",
        r"models\bert",
        r"\\server\share\bert",
        r".\bert",
        "C:bert",
    ],
)
def test_a_folder_of_windows_is_no_hub_id(name):
    assert not may_be_on_the_hub(name)


@pytest.mark.parametrize(
    "name", ["bert", "owner/bert", "/models/bert/", r"C:\models\bert", r"C:/models\bert" + "\\"]
)
def test_a_checkpoint_is_called_by_its_last_part_whichever_system_it_is_of(name):
    assert last_part(name) == "bert"


@pytest.mark.parametrize("name", ["C:model.safetensors", r"..\m.safetensors", "a/b", r"\\s\m"])
def test_an_index_of_weights_names_nothing_outside_its_folder(name):
    assert not is_plain_name(name)
    assert PureWindowsPath("D:/m", name).parent != PureWindowsPath("D:/m")
