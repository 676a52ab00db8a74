"""A review as text: what is exported and imported is the same review, and nothing else is."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.curation.candidate import Candidate, Film
from engine.curation.counterparts.proposal import Proposal, Refusal, Swap
from engine.curation.review import candidates, database, kept, scores, softening, verdicts
from engine.curation.review import log as review_log
from engine.curation.review.agreement import passes_agreement
from engine.curation.review.decisions import current, decide, history, undo
from engine.curation.review.log import export_log, import_log
from engine.curation.review.progress import progress
from engine.curation.review.sample import parts
from engine.curation.review.softening import Rule
from engine.curation.review.verdicts import Verdict
from tests.engine.curation.review.reviews import (
    AGE_LIST,
    accept,
    candidate,
    funnel,
    made,
    reject,
)


def reviewed():
    """A review with something of everything in it."""
    name = made(lists={"age": AGE_LIST})
    softening.set_softening(name, True)
    softening.keep_rules(name, [Rule("rude", "blunt")])
    scores.keep_scores(name, "Tiny", "a", {candidate(0).id: 0.5}, {candidate(1).id: "too long"})
    said = {candidate(1).id: Verdict(None, "unsure", {"p": [0.5, None]})}
    verdicts.keep_verdicts(name, "assistant", "Model A", said, {"digest": "sha256:1"})
    first = decide(name, accept(candidate(0)))
    decide(name, reject(candidate(0), "Jaan"), first.id)
    decide(name, accept(candidate(4), softened=True))
    decide(name, accept(candidate(4), "Jaan", 2, category="age"))
    undo(name, "Jaan")
    decide(name, accept(candidate(1), sent_less="Nobody ever learned to drive."))
    return name


@pytest.fixture(scope="module")
def log(tmp_path_factory) -> str:
    """The text of such a review, which is not kept here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIASCOPE_CACHE", str(tmp_path_factory.mktemp("elsewhere")))
        return export_log(reviewed())


def test_an_imported_review_is_the_exported_one():
    name = reviewed()
    text = export_log(name)
    other = import_log(text)
    assert other == "two-films-2"
    assert export_log(other) == text
    assert candidates.load_candidates(other) == candidates.load_candidates(name)
    assert parts(other) == parts(name)
    for number in (1, 2):
        assert current(other, number) == current(name, number)
    assert history(other, candidate(0).id) == history(name, candidate(0).id)
    assert scores.load_scores(other, "a") == scores.load_scores(name, "a")
    assert scores.scoring_models(other) == scores.scoring_models(name)
    assert verdicts.load_verdicts(other) == verdicts.load_verdicts(name)
    assert softening.softening(other) == softening.softening(name)
    assert progress(other) == progress(name)
    assert passes_agreement(other) == passes_agreement(name)


def test_an_imported_review_goes_on_where_it_was(log):
    other = import_log(log.encode(), "Here")
    assert kept.review(other).title == "Here"
    undone = undo(other, "Mari")
    assert undone.candidate == candidate(1).id
    assert decide(other, accept(candidate(2))).id == 8


def test_a_file_with_a_byte_order_mark_and_windows_line_ends_is_read(log):
    data = b"\xef\xbb\xbf" + log.replace("\n", "\r\n").encode()
    assert export_log(import_log(data)) == log


_texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
_words = _texts.filter(lambda text: text.split())
_numbers = st.integers(min_value=0, max_value=10**6)
_swaps = st.builds(
    Swap,
    st.just(0),
    st.just(0),
    st.just(""),
    _texts,
    st.lists(_texts, max_size=2).map(tuple),
    _texts,
)
_notes = st.lists(_texts, max_size=2).map(tuple)
_outcomes = st.one_of(
    st.builds(Proposal, _texts, st.lists(_swaps, max_size=2).map(tuple), _notes),
    st.builds(Refusal, _texts, _texts),
)
_years = st.none() | st.integers(min_value=1880, max_value=2100)
_candidates = st.builds(
    Candidate,
    id=st.text("0123456789abcdef", min_size=16, max_size=16),
    category=_words,
    text=_words,
    keywords=_notes,
    film=_texts,
    year=_years,
    file=_texts,
    time=st.floats(min_value=0, max_value=1e5),
    number=_numbers,
    before=_notes,
    after=_notes,
    copies=_numbers,
    also_in=_notes,
    outcome=_outcomes,
)
_films = st.lists(st.builds(Film, _texts, _years, _texts, _texts, _numbers), max_size=3)


@given(
    st.lists(_candidates, min_size=1, max_size=4, unique_by=lambda one: one.id),
    _films,
    st.lists(
        st.tuples(
            st.integers(min_value=0, max_value=3),
            st.sampled_from(["Mari", "Jaan", "Õie"]),
            st.sampled_from([1, 2]),
            st.sampled_from(["accept", "reject", "undo"]),
            _words,
            _words,
        ),
        max_size=8,
    ),
)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_every_review_comes_back_whatever_its_words(found, films, steps):
    name = kept.create("Any", films, found, funnel(), "en", "sha256:x")
    try:
        for number, who, at, action, first, second in steps:
            one = found[number % len(found)]
            standing = current(name, at).get(one.id)
            seen = None if standing is None else standing.id
            try:
                if action == "undo":
                    undo(name, who, at)
                elif action == "reject":
                    decide(name, reject(one, who, at, first), seen)
                else:
                    pair = {"sent_more": first, "sent_less": second}
                    decide(name, accept(one, who, at, **pair), seen)
            except InputTextError:
                continue  # the same words twice, or the same person twice
        text = export_log(name)
        other = import_log(text)
        assert export_log(other) == text
        assert candidates.load_candidates(other) == found
        assert [current(other, at) for at in (1, 2)] == [current(name, at) for at in (1, 2)]
        database.delete(other)
    finally:
        database.delete(name)


def changed(text, kind, change):
    """The log with the first line of a kind changed."""
    lines = [json.loads(line) for line in text.splitlines()]
    place = next(number for number, line in enumerate(lines) if kind in line)
    change(lines[place][kind])
    return "\n".join(json.dumps(line) for line in lines), place + 1


def put(field, value):
    """A change that puts a value into a field."""

    def change(data):
        data[field] = value

    return change


def moved(start, stop):
    """A change of the place of a swap."""
    return lambda data: data["outcome"]["swaps"][0].update(start=start, stop=stop)


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        ("review", put("title", 3), "is not as Biascope writes it"),
        ("review", put("films", [{"title": "x"}]), "is not as Biascope writes it"),
        ("review", put("created", True), "is not as Biascope writes it"),
        ("review", put("rules", [{"word": "", "replacement": "x"}]), "needs a word"),
        ("candidate", put("year", "1999"), "is not as Biascope writes it"),
        ("candidate", put("text", "x" * 30_000), "is not as Biascope writes it"),
        ("candidate", put("path", "/etc/passwd"), "is not as Biascope writes it"),
        ("candidate", put("outcome", {"code": "x"}), "is not as Biascope writes it"),
        ("candidate", put("id", "0" * 16), "names a sentence that the log does not hold"),
        ("review", put("created", 1e300), "within the years 1970 to 9999"),
        ("review", put("language", "../../en"), "otherwise than by its code"),
        ("candidate", put("text", " "), "holds an empty"),
        ("candidate", put("time", -1.0), "a time that no film has"),
        ("scores", put("at", -1e15), "within the years 1970 to 9999"),
        ("verdicts", put("at", 1e300), "within the years 1970 to 9999"),
        ("decision", put("at", 1e300), "within the years 1970 to 9999"),
        ("decision", put("id", 2**53), "whose number is too large"),
        ("scores", put("values", {"0" * 16: 1.0}), "names a sentence that the log does not hold"),
        ("scores", put("values", {"0" * 16: 10**20}), "is not as Biascope writes it"),
        ("verdicts", put("source", "friend"), "does not belong there"),
        ("decision", put("id", 0), "does not follow"),
        ("decision", put("pass_number", 3), "there is no pass|no decision of the first or second"),
        ("decision", put("action", "undo"), "takes back a decision that did not hold"),
        ("decision", put("action", "maybe"), "no decision of the first or second"),
        ("decision", put("reviewer", " "), "name of its reviewer"),
        ("decision", put("sent_less", "All women cry at weddings."), "do not differ"),
        ("decision", put("sent_less", "two\nlines"), "other than Biascope writes it"),
        ("decision", put("category", ""), "other than Biascope writes it"),
        ("decision", put("undone", 1), "decides and takes back at once"),
        *(
            ("candidate", moved(*place), "holds a swap that does not fit")
            for place in ((-5, 10**9), (3, 2), (0, 1))
        ),
    ],
)
def test_a_line_that_cannot_be_used_is_named_and_nothing_is_kept(log, kind, change, said):
    text, line = changed(log, kind, change)
    with pytest.raises(InputTextError, match=said) as refused:
        import_log(text)
    number = int(str(refused.value).split()[1])
    assert number == line if kind != "candidate" or "sentence" not in said else number > line
    assert kept.reviews() == []


def test_what_a_judge_gave_may_hold_any_number(log):
    extra = {"votes": 10**200, "shares": [[0.5, None], True]}

    def give(data):
        next(iter(data["verdicts"].values()))["extra"] = extra

    name = import_log(changed(log, "verdicts", give)[0])
    (judge,) = verdicts.load_verdicts(name)
    assert [one.extra for one in judge.verdicts.values()] == [extra]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no review"),
        ("\n\n", "holds no review"),
        ("nonsense", "Line 1 of the review's log is not JSON"),
        ("[1, 2]", "Line 1 of the review's log is not as Biascope writes it"),
        ("3", "is not as Biascope writes it"),
        ('{"candidate": {}, "review": {}}', "is not as Biascope writes it"),
        ('{"format": "biascope.review/2", "review": {}}', "a format other than biascope.review/1"),
        ('{"format": 7}', "a format other than"),
        ("[" * 100_000, "nested too deeply"),
        ('{"review": NaN}', "holds NaN"),
        (b"\xff\xfe\x00", "text in UTF-8"),
        (b"PK\x03\x04", "is not JSON"),
    ],
)
def test_what_is_no_log_is_refused_in_a_sentence(text, said):
    with pytest.raises(InputTextError, match=said):
        import_log(text)
    assert kept.reviews() == []


def of_kinds(log, *kinds):
    """The first line of each kind of a log."""
    lines = log.splitlines()
    return "\n".join(next(one for one in lines if kind in json.loads(one)) for kind in kinds)


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (["candidate", "review"], "Line 1 of the review's log comes before"),
        (["review"], "holds no review with a sentence"),
        (["review", "candidate", "candidate"], r"Line 3 .* holds a sentence that came before"),
        (["review", "list", "list"], r"Line 3 .* second word list"),
    ],
)
def test_lines_that_are_missing_come_twice_or_out_of_order_are_told(log, kinds, said):
    with pytest.raises(InputTextError, match=said):
        import_log(of_kinds(log, *kinds))


def test_a_person_who_gave_both_passes_elsewhere_is_refused(log):
    with pytest.raises(InputTextError, match="the other pass is for another person"):
        import_log(log.replace('"reviewer":"Jaan"', '"reviewer":"Mari"'))


@pytest.mark.parametrize(
    ("limit", "value", "said"),
    [
        ("MOST_BYTES", 100, "has at most 0 MB"),
        ("MOST_CANDIDATES", 3, "beyond the 3 sentences"),
        ("MOST_DECISIONS", 2, "beyond the 2 decisions"),
    ],
)
def test_a_log_that_is_too_large_is_refused(log, monkeypatch, limit, value, said):
    monkeypatch.setattr(review_log, limit, value)
    with pytest.raises(InputTextError, match=said):
        import_log(log)


def test_a_log_without_word_lists_of_the_users_own_opens():
    text = export_log(made())
    assert '{"list"' not in text
    assert parts(import_log(text)).lists == {}


@pytest.mark.parametrize(
    ("category", "text", "problem"),
    [
        ("gender", AGE_LIST, "holds a word list of another category or language"),
        ("age", AGE_LIST.replace('"en"', '"et"'), "of another category or language"),
        ("age", 'category = "age"\n[[group]]\nwords = 3\n', "cannot be used: age.toml"),
    ],
)
def test_a_word_list_that_cannot_be_used_is_refused_with_its_line(log, category, text, problem):
    lines = [of_kinds(log, "review"), json.dumps({"list": {"category": category, "text": text}})]
    with pytest.raises(InputTextError, match=r"^Line 2 .*" + problem):
        import_log("\n".join(lines))
