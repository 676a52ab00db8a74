"""A claim becomes a title that fits, and loses no word that would change it."""

from __future__ import annotations

import pytest

from components.frame.present.headline import headline

LONG = "“he” is likelier for 42 of 46 jobs, most for programmer; “she” is likelier for midwife."
FEW = "Models clearly differ in 2 of 6 measures of bias"
SHE = "“she” is likelier for midwife."


@pytest.mark.parametrize(
    ("claim", "most", "title", "rest"),
    [
        ("", 90, "", ""),
        ("Both are equally likely.", 90, "Both are equally likely", ""),
        ("Is it so?", 90, "Is it so?", ""),
        # Whole sentences, as many as fit.
        ("It is so. It is not clear.", 14, "It is so", "It is not clear."),
        ("One. Two. Three three.", 12, "One. Two", "Three three."),
        ("He said “It is so.” Then he left.", 20, "He said “It is so.”", "Then he left."),
        # Of one sentence whole main clauses, and never a part that the rest qualifies.
        (LONG, 60, "“he” is likelier for 42 of 46 jobs, most for programmer", SHE),
        (LONG, 50, "", LONG),
        ("He leads, but not clearly.", 12, "He leads", "But not clearly."),
        ("In English, “b” answers fit best, and most clearly.", 30, "", None),
        # A list after a colon is left out whole: its semicolons end nothing.
        (f"{FEW}: Pronoun gap, male; SEAT; LPBS.", 60, FEW, "Pronoun gap, male; SEAT; LPBS."),
        (
            f"In short: he leads. {FEW}: a, b; c; d.",
            60,
            "In short: he leads",
            f"{FEW}: a, b; c; d.",
        ),
        (f"{FEW}: one, two; three.", 20, "", None),
        ("“It is”: he leads; she does not.", 20, "“It is”: he leads", "She does not."),
        # Never within brackets or quotation marks.
        ("The gap (3 points; n = 9) is not clear.", 20, "", None),
        ("Say “a; b and c” to it again", 14, "", None),
    ],
    ids=(
        *("nothing", "short", "question", "sentence", "sentences", "quoted sentence"),
        *("clauses", "no clause", "but", "commas"),
        *("list", "list of the second", "long before a list", "quoted before a clause"),
        *("brackets", "quotation marks"),
    ),
)
def test_a_claim_is_cut_where_a_part_of_it_ends(claim, most, title, rest):
    assert headline(claim, most) == (title, claim if rest is None else rest)
    assert len(title) <= most


def test_a_number_ends_no_sentence():
    claim = "SEAT has d = .83 vs. 0.2 before. Nothing else changed."
    assert headline(claim, 40)[0] == "SEAT has d = .83 vs. 0.2 before"
