"""Files that were written before the engine was rebuilt are read as before; see the package."""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from streamlit.testing.v1 import AppTest

from engine.command_line.command import Command
from engine.core.errors import BiascopeError
from engine.core.spec import HeadRef, ModelSpec, parse_heads
from engine.curation.review.decisions import current, history
from engine.curation.review.log import export_log, import_log
from engine.curation.review.merging import merge
from engine.evaluators.suites import load_suite
from engine.files.mask_file import fit_mask, load_mask, mask_text
from engine.flow import derived, measurement
from engine.flow.registry import MEASURES
from engine.lab.places import places
from engine.measures.cabm.data.counts_file import read_counts
from engine.pins import kept
from engine.pins.collection import text_of
from engine.pins.pin import address_of
from engine.scorecard.imports.files import import_file, import_files
from engine.storage import jobs
from engine.storage.jobs import spawn
from engine.storage.store import Store
from tests.components.drawn import again
from tests.kept.kinds import FILES

OWN = FILES / "own"


def listed(name: str) -> list[dict[str, Any]]:
    return json.loads((FILES / name).read_text(encoding="utf-8"))


STORED = listed("store.json")
ASKED = [entry for entry in STORED if entry["measure"] in MEASURES]
DERIVED = [entry for entry in STORED if entry["measure"] not in MEASURES]
SAID = listed("said.json")


@pytest.fixture
def cache(cache_folder) -> Path:
    """The kept cache, copied to where this test's cache is."""
    shutil.copytree(FILES / "cache", cache_folder, dirs_exist_ok=True)
    return cache_folder


@pytest.fixture
def said(engine):
    """What a command says as JSON: `said("review", "show", "two-films")`."""

    def run(*arguments: str) -> Any:
        outcome = engine(*arguments, "--json")
        assert outcome.code == 0, outcome.err
        return outcome.json

    return run


def case(entry: dict[str, Any]) -> str:
    spec = entry["spec"]
    of = [spec.get("checkpoint", ""), *spec.get("masked_heads", []), spec.get("dtype", "")]
    params = [
        str(entry["params"][key]) for key in ("variant", "weighting") if key in entry["params"]
    ]
    return " ".join([entry["measure"], *of, *params]).strip()


# The result store


def items_of(entry: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Items and values of one measure, read without the store, as canonical JSON."""
    identity = {key: entry[key] for key in ("measure", "params", "spec", "version")}
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    query = (
        "SELECT item, value FROM result JOIN context ON context.id = context WHERE identity = ? "
        "ORDER BY item"
    )
    with closing(sqlite3.connect(FILES / "cache/results.sqlite")) as connection:
        rows = connection.execute(query, (text,)).fetchall()
    return [item for item, _ in rows], [value for _, value in rows]


def not_loaded() -> Any:
    raise AssertionError("the store should know all of it")


def digest_of(texts: list[str], values: list[Any]) -> str:
    written = [
        json.dumps(v, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for v in values
    ]
    pairs = (f"{item}\t{value}" for item, value in zip(texts, written, strict=True))
    return hashlib.sha256("\n".join(pairs).encode()).hexdigest()[:16]


def test_every_result_is_whole(cache):
    store = Store(cache / "results.sqlite")
    assert store.info().results == sum(entry["n"] for entry in STORED)
    assert store.info().contexts == len(STORED)
    assert store.verify() == []
    store.close()


def test_the_kept_store_holds_values_of_many_measures():
    assert {entry["measure"] for entry in STORED} >= {
        *("pairs", "pppl", "perplexity", "completion", "group_completion", "gest", "seat", "cabm"),
        *("cloze_answers", "template_completion", "prompt_completion"),
        *("arena_report", "scorecard_cell", "cabm_weights", "cabm_validation"),
    }


@pytest.mark.parametrize("entry", ASKED, ids=map(case, ASKED))
def test_measured_values_are_found_and_no_model_is_loaded(entry, cache):
    texts, _ = items_of(entry)
    spec = entry["spec"]
    heads = parse_heads(" ".join(spec["masked_heads"]))
    asked = ModelSpec(spec["checkpoint"], spec["revision"], spec["dtype"], heads)
    items = [json.loads(text) for text in texts]
    store = Store(cache / "results.sqlite")
    found = measurement.measure(entry["measure"], asked, items, entry["params"], not_loaded, store)
    store.close()
    assert found.manifest["from_store"] == len(items) == entry["n"]
    assert found.manifest["device"] is None
    assert digest_of(texts, found.values) == entry["values"]


@pytest.mark.parametrize("entry", DERIVED, ids=map(case, DERIVED))
def test_derived_values_are_found_and_not_worked_out_again(entry, cache):
    texts, _ = items_of(entry)
    store = Store(cache / "results.sqlite")
    found = [
        derived.derived(
            *(entry["measure"], entry["version"], json.loads(text), entry["params"]),
            *(not_loaded, store),
        )
        for text in texts
    ]
    store.close()
    assert digest_of(texts, found) == entry["values"]


@pytest.mark.parametrize("entry", SAID, ids=[" ".join(entry["argv"][:4]) for entry in SAID])
def test_commands_find_what_they_measured_and_say_the_same(entry, cache, said, monkeypatch):
    monkeypatch.chdir(OWN)
    monkeypatch.setattr("engine.models.loading.load", not_loaded)
    monkeypatch.setattr("engine.models.loading._loaded", not_loaded)
    found = said(*(word for word in entry["argv"] if word != "--json"))
    manifest = found.pop("manifest")
    assert manifest["device"] is None
    assert manifest["from_store"] > 0
    assert as_near(found, entry["said"])


def as_near(found: Any, before: Any) -> bool:
    """Whether two results are the same but for the last digits of their numbers."""
    if isinstance(before, float) and isinstance(found, int | float):
        return found == pytest.approx(before, rel=1e-6, abs=1e-9)
    if isinstance(before, dict):
        return found.keys() == before.keys() and all(as_near(found[k], before[k]) for k in before)
    if isinstance(before, list):
        return len(found) == len(before) and all(map(as_near, found, before))
    return found == before


# Jobs


@pytest.fixture
def kept_jobs(cache, monkeypatch) -> list[jobs.Job]:
    monkeypatch.setattr(spawn, "runner", lambda: None)
    return jobs.jobs()


def test_jobs_are_listed_with_how_far_they_came(kept_jobs):
    gone = "Its process is gone; what was finished is kept."
    few = "CABM needs at least 8 occupations with sentences about both groups; there are 6."
    assert [
        (job.id, job.title, job.state, job.done, job.total, job.unit, job.message)
        for job in kept_jobs
    ] == [
        (1, "Pairs: pairs.csv", "done", 6, 6, "", ""),
        (2, "CABM of own sentences", "failed", 12, 216, "", few),
        (3, "SEAT", "cancelled", 1, 4, "tests", ""),
        (4, "Fetch CrowS-Pairs", "cancelled", 0, 0, "", ""),
        (5, "Perplexity", "interrupted", 100, 400, "", gone),
        (6, "Sweep, two models", "interrupted", 3, 4, "", gone),
        (7, "Pairs, bundled", "queued", 0, 0, "", ""),
        (8, "Heads", "queued", 0, 0, "", ""),
    ]
    assert [job.resumable for job in kept_jobs] == [False] + 5 * [True] + 2 * [False]


def test_jobs_keep_their_command_lines(kept_jobs, cache):
    lines = {job.id: shlex.join(job.argv) for job in kept_jobs}
    assert lines[1] == (
        "pairs /tmp/kept/cache/runs/1/pairs.csv --measure cps --out "
        "/tmp/kept/cache/runs/1/scores.csv --model tiny-bert"
    )
    assert lines[6] == (
        "sweep --models tiny-bert,tiny-roberta --measures cloze,pairs:bundled:cps --out table"
    )
    assert lines[7] == "pairs bundled --measure aul --mask '1-1, 2-3'"
    assert kept_jobs[0].folder == cache / "runs" / "1"


def test_a_page_recognises_its_job(kept_jobs):
    job = kept_jobs[6]
    asked = Command(("pairs", "bundled", "--mask", "2-3 1-1", "--measure", "aul", "--clean"))
    assert Command.of_job(job.argv, job.folder).normalised() == asked.normalised()


def test_a_file_in_the_folder_of_a_job_is_recognised(kept_jobs, tmp_path):
    data = (OWN / "pairs.csv").read_bytes()
    (tmp_path / "pairs.csv").write_bytes(data)
    argv = [word.replace("/tmp/kept/cache/runs/1", str(tmp_path)) for word in kept_jobs[0].argv]
    asked = Command(
        ("pairs", "pairs.csv", "--measure", "cps", "--model", "tiny-bert"), {"pairs.csv": data}
    )
    assert Command.of_job(argv, tmp_path).normalised() == asked.normalised()


def test_a_job_that_was_interrupted_is_resumed_with_the_same_command(kept_jobs):
    jobs.resume(6)
    again_ = jobs.job(6)
    assert (again_.state, again_.argv) == ("queued", kept_jobs[5].argv)
    with pytest.raises(BiascopeError, match="Job 1 is done; there is nothing to resume"):
        jobs.resume(1)


def test_the_list_of_jobs_as_a_command_shows_it(kept_jobs, said):
    found = said("jobs", "list")["jobs"]
    assert [job["state"] for job in found] == [job.state for job in kept_jobs]
    assert found[4]["argv"] == ["perplexity", "sentences.txt", "--model", "tiny-gpt2"]


# Reviews


def test_a_review_is_shown_as_before(cache, said):
    before = json.loads((FILES / "review/show.json").read_text(encoding="utf-8"))
    assert as_near(said("review", "show", "two-films"), before)
    assert (before["decided"], before["second"], before["reviewers"]) == (5, 2, ["Ann", "Bo"])


def test_decisions_hold_and_their_log_is_whole(cache):
    first, second = current("two-films"), current("two-films", 2)
    assert len(first) == 5
    assert {one.reviewer for one in second.values()} == {"Bo"}
    texts = {one.sent_more: one for one in first.values() if one.action == "accept"}
    softened = texts["An old man is never in a rush."]
    assert [(one.old, one.new) for one in softened.applied] == [("hurry", "rush")]
    assert softened.sent_less == "An old woman is never in a rush."
    assert texts["Rich people never wait."].edited
    changed = next(one for one in first.values() if one.reason == "unclear without the film")
    assert [one.action for one in history("two-films", changed.candidate)] == ["accept", "reject"]


def test_the_log_of_a_review_is_the_same_byte_for_byte(cache):
    before = (FILES / "review/review.jsonl").read_text(encoding="utf-8")
    assert export_log("two-films") == before
    assert export_log(import_log(before)) == before
    found = merge("two-films", before)
    assert (found.added, found.known, found.unknown) == (0, 7, 0)


def test_a_review_is_taken_in_from_its_log(said, cache):
    name = said("review", "import", str(FILES / "review/review.jsonl"), "--title", "Again")["name"]
    shown = said("review", "show", name)
    assert name == "again"
    assert [entry["label"] for entry in shown["judges"]] == ["made-up assistant 1"]
    assert [entry["scored"] for entry in shown["models"]] == [10]


def test_answers_of_an_assistant_are_matched(cache, said):
    found = said(
        *("review", "answers", "two-films", str(OWN / "answers.txt"), "--assistant", "another")
    )
    assert [one["says"] for one in found["answers"].values()] == [False, True, False, True]
    assert found["unmatched"] == []


def test_the_films_give_the_candidates_they_gave(said):
    found = said("curate", str(OWN / "films"), "--lists", str(OWN / "age.txt"))
    assert found["candidates"] == 10


# Pins


def test_a_collection_is_read_and_nothing_of_it_has_changed(cache):
    found = kept.load("kept-results")
    assert kept.titles() == {"kept-results": "Kept results"}
    assert len(found.pins) == 13
    assert not any(pin.changed for pin in found.pins)
    assert [pin.live["kind"] for pin in found.pins if pin.live] == [
        *("words", "sentences", "groups", "pair", "heads")
    ]
    kinds = {trace["type"] for pin in found.pins if pin.figure for trace in pin.figure["data"]}
    assert kinds == {
        *("bar", "heatmap", "scatter", "box", "contour", "histogram", "scattergl", "violin"),
        "waterfall",
    }
    first, box = found.pins[0], found.pins[6]
    assert first.digest == "sha256:2802669165711aa848c65b9e587bae8055c255ec"
    assert [(one.question, one.answer) for one in first.questions] == [("Why?", "Because.")]
    assert box.rows.columns == ("name", "value", "value (2)", "known")
    assert box.rows.rows == (("a", 1, 1.5, True), ("b", None, None, False))
    assert box.rows.n == 20
    assert box.address == "pairs?model=bundled&text=a+%3C+b"
    assert box.command.splitlines() == [
        "python -m engine pairs bundled --measure cps",
        "python -m engine seat",
    ]


def test_a_collection_is_written_as_it_was(cache):
    before = (FILES / "cache/pins/kept-results.json").read_text(encoding="utf-8")
    assert text_of(kept.load("kept-results")) == before


def test_a_collection_becomes_a_report(cache, engine, tmp_path):
    report = tmp_path / "report.html"
    outcome = engine("report", "kept-results", "--out", str(report), "--notes", "--json")
    assert outcome.code == 0
    assert (outcome.json["pins"], outcome.json["changed"]) == (13, [])
    text = report.read_text(encoding="utf-8")
    assert "A waterfall" in text
    assert "python -m engine pairs bundled --measure cps" in text


# The Arena and the Scorecard


def test_reports_of_the_arena_are_ranked_as_before(said):
    names = [str(FILES / "arena" / f"{name}.json") for name in ("bert", "roberta")]
    before = json.loads((FILES / "arena/rank.json").read_text(encoding="utf-8"))
    found = said("arena", "rank", *names)
    assert as_near({key: found[key] for key in before}, before)
    added = {"by_category", "groups", "over", "smallest_detectable", "not_tested"}
    assert found.keys() - before.keys() == added, "only added to"
    assert [entry["flag_rate"] for entry in before["ranking"]] == [0.0, 0.375]


def test_completions_from_elsewhere_give_the_report_they_gave(said):
    found = said("arena", "score", str(OWN / "completions.csv"), "--no-cache")["reports"]
    names = [FILES / "arena" / f"elsewhere-{number}.json" for number in (1, 2)]
    before = [json.loads(name.read_text(encoding="utf-8")) for name in names]
    assert [report["label"] for report in found] == ["assistant A", "assistant B"]
    for report, other in zip(found, before, strict=True):
        assert as_near(_of_before(report, other), _of_before(other, other))


def _of_before(found, before):
    """What a report has of one of an earlier version; groups were tested otherwise then."""
    if not isinstance(before, dict):
        return found
    left = ("digest", "manifest", "p", "p_holm")
    return {key: _of_before(found[key], part) for key, part in before.items() if key not in left}


def test_kept_reports_of_the_arena_are_there(cache):
    from engine.measures.arena.kept import kept_reports

    notes: list[str] = []
    found = {entry.report["label"]: entry for entry in kept_reports(notes.append)}
    assert notes == []
    assert sorted(found) == ["assistant A", "tiny-bert"]
    assert not found["tiny-bert"].imported
    assert found["assistant A"].report["overall"]["flag_rate"] == 0.5
    assert found["tiny-bert"].report["items"]["flag"] == [0.0] * 8


def test_a_scorecard_is_shown(said, engine):
    path = str(FILES / "sweep/scorecard.json")
    found = said("scorecard", "show", path)
    written = json.loads(Path(path).read_text(encoding="utf-8"))
    assert written["digest"] == "sha256:70464f44e136e1d13a73dda5ec99141273731e66"
    # What follows from the tests of distances, and halves of what is alike, is worked out anew.
    anew = ("cells", "comparisons", "reliability", "manifest", "digest")
    for key, part in written.items():
        assert key in anew or found[key] == part
    assert found["manifest"]["ranked_before"] == {"rules": 1, "digest": written["digest"]}
    measured = ("contestant", "measure", "value", "interval", "parts")
    weak = {one["id"] for one in written["contestants"] if one["health"] == "amber"}
    for now, then in zip(found["cells"], written["cells"], strict=True):
        assert [now[key] for key in measured] == [then[key] for key in measured]
        # Earlier versions ranked models that are too weak to be judged.
        assert now["rank"] == (None if now["contestant"] in weak else then["rank"])
    assert "c1" in weak
    assert [entry["label"] for entry in found["contestants"]] == [
        *("tiny-bert", "tiny-bert, 1-1", "tiny-roberta", "tiny-roberta, 1-1", "made/up-model"),
        "tiny-bert (arena-bert.json)",
    ]
    cells = {(cell["contestant"], cell["measure"]): cell for cell in found["cells"]}
    pppl = cells["c1", "pppl:sentences.txt"]
    assert pppl["value"] == pytest.approx(1568.359718)
    assert (pppl["rank"], pppl["tier"], pppl["n"]) == (None, None, 4)
    shown = engine("scorecard", "show", path)
    assert shown.code == 0
    assert "An earlier version made this report: its ranks, tiers, comparisons and" in shown.err
    assert "Plain cloze, wrong answers" in shown.out


def test_a_scorecard_is_imported_as_the_page_does():
    found = import_file(FILES / "sweep/scorecard.json")
    assert len(found.contestants) == 6
    assert {entry["origin"] for entry in found.contestants} == {"imported"}
    assert len(found.cells) == 10
    both, problems = import_files([FILES / "arena/bert.json", OWN / "harness.json"])
    assert problems == []
    assert [one.cells[0]["value"] for one in both] == [0.0, 60.0]


def test_a_scorecard_joins_results_from_elsewhere(said, tmp_path):
    out = tmp_path / "joined.json"
    found = said(
        *("scorecard", "import", str(FILES / "arena/roberta.json")),
        *("--into", str(FILES / "sweep/scorecard.json"), "--out", str(out)),
    )
    assert len(found["contestants"]) == 7
    assert json.loads(out.read_text(encoding="utf-8"))["digest"] == found["digest"]


# Masks, suites, lists, counts, injections


def test_masks_are_read_and_written_as_they_were():
    found = {
        name: load_mask(FILES / f"{name}.json") for name in ("mask", "mask-noted", "mask-empty")
    }
    assert found["mask"].masked_heads == (HeadRef(0, 2), HeadRef(1, 0))
    assert found["mask"].note == "The 2 heads with the largest bias scores."
    assert found["mask-noted"].masked_heads == (HeadRef(0, 9), HeadRef(11, 0))
    assert found["mask-noted"].note == "Heads that carry “she”; é"
    assert found["mask-empty"].masked_heads == ()
    for name, mask in found.items():
        assert mask_text(mask) == (FILES / f"{name}.json").read_text(encoding="utf-8")


def test_a_mask_fits_its_model_and_no_other():
    mask = load_mask(FILES / "mask.json")
    same = ModelSpec("elsewhere", mask.revision)
    assert fit_mask(mask, same, "BERT", 2, 4) == (mask.masked_heads, [])
    other = ModelSpec("tiny-bert", "sha256:00")
    heads, warnings = fit_mask(mask, other, "BERT", 2, 4)
    assert heads == mask.masked_heads
    assert len(warnings) == 1
    with pytest.raises(BiascopeError, match="This mask belongs to tiny-bert"):
        fit_mask(mask, ModelSpec("bundled", "sha256:00"), "BERT", 2, 4)


def test_a_suite_is_the_same():
    suite = load_suite(str(OWN / "suite.toml"))
    assert (suite.name, suite.digest) == ("kept", "sha256:fa008ae3825d681929a7a9b35abe5699789d69f2")
    assert [entry.name for entry in suite.evaluators] == ["feeling", "themes", "says what"]
    assert [entry.name for entry in suite.counting] == ["feeling"]


def test_word_lists_and_tests_of_users(said):
    from engine.words.association_tests import file_lists, read_seat_test
    from engine.words.lists import read_attributes, read_lists

    lists = read_lists(str(OWN / "words.json"))
    assert lists.names == ("Work at home", "Work away", "female", "male")
    assert lists.pairs == (("she", "he"), ("woman", "man"), ("mother", "father"))
    parts = file_lists(str(OWN / "attributes.csv"), str(OWN / "targets.csv"))
    assert (parts.a, parts.b, parts.x, parts.y) == (lists.a, lists.b, lists.x, lists.y)
    assert read_attributes(str(OWN / "attributes.txt")).pairs == (("she", "he"), ("woman", "man"))
    test = read_seat_test(str(OWN / "seat.jsonl"))
    assert test.names == ("Jobs A", "Jobs B", "Female", "Male")
    assert len(test.words()) == 16


def test_words_of_users_for_curate():
    from engine.curation.keywords.lists import load_lists

    plain = load_lists("en", [("age.txt", OWN / "age.txt")]).categories["age"]
    assert [row for group in plain.groups for row in group.rows] == [
        (("pensioner",), ("pensioners",)),
        (("teenager",), ("teenagers",)),
        (("greybeard",), ()),
    ]
    declared = load_lists("en", [("keywords.toml", OWN / "keywords.toml")]).categories["age"]
    assert [group.name for group in declared.groups] == ["old and young"]


def test_counts_of_cabm_are_read():
    counts = read_counts(FILES / "counts.csv", "five lines")
    assert (counts.sentences, counts.first, counts.second) == (7, 3, 3)
    assert counts.groups == ("male", "female")
    nurse = counts.targets["nurse"]
    assert (nurse.sentences, nurse.first, nurse.second) == (2, 0, 2)


def test_texts_are_counted_as_they_were(said, tmp_path):
    out = tmp_path / "counts.csv"
    said("cooccurrences", str(OWN / "texts.txt"), "--corpus", "five lines", "--out", str(out))
    assert out.read_bytes() == (FILES / "counts.csv").read_bytes()


def test_an_injection_is_listed_with_its_report_and_its_curve(cache):
    (place,) = places()
    assert (place.name, place.folder.name) == ("tiny-bert", "planted")
    assert place.asked()["settings"]["sentences"] == 60
    report = place.report()
    assert report is not None
    assert report["request"]["planted"]["nurse"] == 0.05
    assert len(report["occupations"]) == 9
    assert report["recovery"]["unmasking"]["original"]["n"] == 9
    assert {entry["step"] for entry in place.curve("biased")} == {1, 2}


# Command lines and addresses


def test_command_lines_have_the_identity_they_had():
    for entry in listed("commands.json"):
        files = {name: text.encode() for name, text in entry.get("files", {}).items()}
        found = Command(tuple(entry["argv"]), files).normalised()
        assert list(found) == entry["normalised"], entry["argv"]


def in_order(query: str) -> str:
    return urlencode(sorted(parse_qs(query).items()), doseq=True)


def renaming(page: str) -> None:
    from components.frame.shell import address

    address.rename_old(page)


LINKS = listed("links.json")
OLD = [link for link in LINKS if link["becomes"] != in_order(link["query"])]


def test_a_pin_keeps_the_address_of_its_page():
    for link in LINKS:
        assert address_of(f"{link['page']}?{link['query']}") == link["pinned"]


@pytest.mark.parametrize("link", OLD, ids=[f"{one['page']}?{one['query']}"[:60] for one in OLD])
def test_old_links_lead_where_they_led(link):
    assert led(link) == link["becomes"]


def test_a_link_of_today_stays_as_it_is():
    link = next(link for link in LINKS if link["page"] == "heads")
    assert led(link) == link["becomes"] == in_order(link["query"])


def led(link: dict[str, Any]) -> str:
    """The settings that the address of a page has once it is opened."""
    app = AppTest.from_function(renaming, args=(link["page"],))
    for key, values in parse_qs(link["query"]).items():
        app.query_params[key] = values
    again(app)
    return urlencode(sorted(app.query_params.items()), doseq=True)


def test_options_are_known_by_their_old_names():
    from components.annotators import controls
    from components.lab import labels
    from components.lab import planted_table as table
    from components.pairs import data as names

    for old, today in (
        (names.OLD_MODES, {"as defined": "own", "published mode": "published"}),
        (names.OLD_MODES, {"mean over tokens": "mean"}),
        (controls._RENAMED, {"Spearman ρ": "spearman", "Kendall τ-b": "kendall"}),
        (labels.OLD_NAMES, {"PMI of a corpus": "pmi_bias", "CPS of pairs": "cps"}),
        (table._OLD_NAMES, {"Dealt at random": "Shuffled", "Turned round": "Reversed"}),
    ):
        assert today.items() <= old.items()
