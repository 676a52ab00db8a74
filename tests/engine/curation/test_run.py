"""From subtitle files to candidates."""

from __future__ import annotations

import pytest

from engine.curation import search
from engine.curation.candidate import CategoryCounts, Skipped, candidate_id
from engine.curation.counterparts.proposal import Proposal, Refusal, Swap
from engine.curation.run import curate
from tests.engine.curation.conftest import srt

FIRST = [
    "We were late.",
    "The old woman sat down.",
    "It rained.",
    "Nobody came.",
    "The nurse was kind.",
    "He left.",
]
SECOND = [
    "THE OLD WOMAN SAT DOWN!",
    "Nothing else.",
    "A man and a young man sang.",
    "The old man sat down.",
]


@pytest.fixture(autouse=True)
def _words_in_capitals(monkeypatch):
    """Counterparts that are easy to tell: the keyword backwards; none of a nurse."""

    def propose(text, hits, lists, category):
        if "nurse" in text:
            return Refusal("no-counterpart", "None.")
        hit = hits[0]
        old = text[hit.start : hit.stop]
        swap = Swap(hit.start, hit.stop, old, old[::-1], (old[::-1],), f"{category} backwards")
        return Proposal(text[: hit.start] + old[::-1] + text[hit.stop :], (swap,))

    monkeypatch.setattr(search, "propose", propose)


@pytest.fixture
def found(lists):
    return curate([("Zebra.1990.srt", srt(*FIRST)), ("Apple.2001.srt", srt(*SECOND))], lists)


def test_candidates_come_by_film_and_time(found):
    assert [(one.film, one.number, one.category, one.text) for one in found.candidates] == [
        ("Apple", 0, "gender", "THE OLD WOMAN SAT DOWN!"),
        ("Apple", 0, "age", "THE OLD WOMAN SAT DOWN!"),
        ("Apple", 2, "gender", "A man and a young man sang."),
        ("Apple", 2, "age", "A man and a young man sang."),
        ("Apple", 3, "gender", "The old man sat down."),
        ("Apple", 3, "age", "The old man sat down."),
        ("Zebra", 4, "gender", "The nurse was kind."),
    ]
    assert [film.title for film in found.films] == ["Apple", "Zebra"]


def test_a_candidate_keeps_where_it_was_found(found):
    *_, last = found.candidates
    assert (last.film, last.year, last.file, last.time) == ("Zebra", 1990, "Zebra.1990.srt", 40.5)
    assert last.before == ("The old woman sat down.", "It rained.", "Nobody came.")
    assert last.after == ("He left.",)
    assert last.keywords == ("nurse",)
    assert last.id == candidate_id("en", "gender", "The nurse was kind.")
    assert last.outcome == Refusal("no-counterpart", "None.")


def test_three_sentences_are_kept_to_either_side(lists):
    around = [f"Nothing happened {times} times." for times in range(10)]
    film = srt(*around[:5], "The nurse was kind.", *around[5:])
    (only,) = curate([("Film.srt", film)], lists).candidates
    assert only.before == tuple(around[2:5])
    assert only.after == tuple(around[5:8])


def test_keywords_are_named_once_as_listed_and_repeats_with_their_films(found):
    first, second, third, *_ = found.candidates
    assert (second.keywords, third.keywords) == (("old",), ("man",))
    assert second.outcome.sent_less == "THE DLO WOMAN SAT DOWN!"
    assert (first.copies, first.also_in) == (2, ("Zebra",))
    assert (third.copies, third.also_in) == (1, ())


def test_near_duplicates_need_the_same_keywords(lists):
    rest = "at the window and watched rain fall on green roofs"
    texts = [
        f"A young woman sat {rest}.",
        f"A young woman stood {rest}.",
        f"A young man sat {rest}.",
    ]
    found = curate([("A.srt", srt(*texts))], lists)
    assert [(one.category, one.number, one.copies) for one in found.candidates] == [
        *(("gender", 0, 2), ("age", 0, 3), ("gender", 2, 1)),
    ]


def test_every_step_is_counted_by_category_and_film(found):
    funnel = found.funnel
    assert funnel.by_category == {
        "gender": CategoryCounts(
            5, 4, 3, {"no-counterpart": 1}, {"man": 2, "woman": 2, "nurse": 1}
        ),
        "age": CategoryCounts(4, 3, 3, {}, {"old": 3, "young": 1}),
    }
    assert (funnel.files, funnel.lines, funnel.sentences) == (2, 10, 10)
    assert (funnel.hits, funnel.unique, funnel.candidates) == (9, 7, 6)
    apple, zebra = funnel.by_film
    assert (apple.title, apple.year, apple.file) == ("Apple", 2001, "Apple.2001.srt")
    assert (apple.lines, apple.sentences) == (4, 4)
    assert (apple.hits, apple.unique, apple.candidates) == (6, 6, 6)
    assert (zebra.hits, zebra.unique, zebra.candidates) == (3, 1, 0)


def test_a_bad_file_is_skipped_and_the_good_ones_are_read(lists, tmp_path):
    sources = [
        ("empty.srt", b""),
        ("Good.1999.srt", srt("The old woman sat.")),
        tmp_path / "missing.srt",
    ]
    found = curate(sources, lists)
    assert [film.title for film in found.films] == ["Good"]
    assert found.funnel.skipped == [
        Skipped("empty.srt", "empty.srt is empty."),
        Skipped("missing.srt", "There is no file missing.srt."),
    ]


def test_a_file_that_is_given_twice_counts_once(lists):
    content = srt("The old woman sat.")
    found = curate([("A.1999.srt", content), ("B.2000.srt", content)], lists)
    assert found.funnel.files == 1
    assert found.funnel.skipped == [
        Skipped(
            "B.2000.srt", "B.2000.srt has the same content as A.1999.srt, which was read before."
        )
    ]
    assert [one.copies for one in found.candidates] == [1, 1]


def test_nothing_found_is_no_error_and_notes_name_their_file(lists):
    found = curate([("A.srt", srt("It rained.")), ("B.srt", srt("[Door slams]"))], lists)
    assert found.candidates == []
    assert found.funnel.by_category["age"] == CategoryCounts(0, 0, 0)
    (note,) = found.notes
    assert note.startswith("B.srt: ")
    assert curate([], lists).funnel.files == 0


@pytest.mark.parametrize("sentences", [["The old woman sat."], ["It rained."]])
def test_progress_ends_with_all_files(lists, sentences):
    seen = []
    names = [f"Film {number}.srt" for number in range(4)]
    sources = [(name, srt(*sentences, f"And {name}.")) for name in names]
    curate(sources, lists, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (4, 4)
    assert seen == sorted(seen)
    assert {total for _, total in seen} == {4}


def test_what_is_no_text_of_a_file_stops_the_run(lists, monkeypatch):
    monkeypatch.setattr(search, "read_film", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        curate([("A.srt", srt("He left."))], lists)
