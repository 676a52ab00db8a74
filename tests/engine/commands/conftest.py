"""For the commands that fit: a small table of pairs."""

from __future__ import annotations

import pytest

WORDS = (("She", "He"), ("Her", "His"), ("Woman", "Man"), ("Mother", "Father"), ("Girl", "Boy"))
WORDS += (("Sister", "Brother"),)


@pytest.fixture
def pair_table(tmp_path):
    """A small table of pairs, which is fitted faster than the bundled ones."""
    rows = [
        f"{her} loves {what}.,{his} loves {what}."
        for her, his in WORDS
        for what in ("math", "art", "the kitchen", "the nurse")
    ]
    path = tmp_path / "pairs.csv"
    path.write_text("\n".join(["sent_a,sent_b", *rows]))
    return str(path)
