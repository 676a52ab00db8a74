"""Text files and the encodings that are named for them."""

import pytest

from engine.core.errors import InputTextError
from engine.files.text_file import read_text


@pytest.mark.parametrize("encoding", ["utf-9", "\0", "hex", "é", " "])
def test_an_encoding_that_there_is_not_is_refused(encoding):
    with pytest.raises(InputTextError, match="There is no encoding"):
        read_text(b"a", "a.csv", encoding)


def test_a_file_of_another_encoding_is_refused():
    with pytest.raises(InputTextError, match=r"a\.csv is not ascii text"):
        read_text("é".encode(), "a.csv", "ascii")
