from __future__ import annotations

import numpy as np
import pytest

from engine.errors import StorageError
from engine.training.pieces import Part, read_pieces, write_pieces

TEXTS = {"news": [[5, 6, 70_000], [7]], "nothing": [], "novels": [[8, 9]]}


def test_what_is_written_is_read_again(tmp_path):
    write_pieces(tmp_path, TEXTS.items())
    found = read_pieces(tmp_path)
    assert [found[index] for index in range(len(found))] == [[5, 6, 70_000], [7], [8, 9]]
    assert found.parts == (Part("news", 0, 2), Part("nothing", 2, 2), Part("novels", 2, 3))


def test_tokens_stay_on_disk(tmp_path):
    write_pieces(tmp_path, TEXTS.items())
    assert isinstance(read_pieces(tmp_path).tokens, np.memmap)


def test_a_folder_without_pieces_has_none(tmp_path):
    assert read_pieces(tmp_path) is None


def test_a_write_that_breaks_off_leaves_nothing_that_is_read(tmp_path):
    def broken():
        yield "news", [[5, 6]]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_pieces(tmp_path, broken())
    assert read_pieces(tmp_path) is None
    write_pieces(tmp_path, TEXTS.items())
    assert len(read_pieces(tmp_path)) == 3


def test_damaged_pieces_are_said(tmp_path):
    write_pieces(tmp_path, TEXTS.items())
    (tmp_path / "pieces" / "ends.npy").write_bytes(b"no numbers")
    with pytest.raises(StorageError, match="delete it, and it is made again"):
        read_pieces(tmp_path)


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "run").write_text("a file in the way")
    with pytest.raises(StorageError, match="cannot be written"):
        write_pieces(tmp_path / "run", TEXTS.items())
