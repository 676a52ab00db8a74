"""What the session refuses, keeps apart and limits on a shared server."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
import streamlit as st

from components.frame import session
from components.frame.session import review, sharing
from components.frame.session.models import source_of
from engine.command_line.command import Command
from engine.core.errors import BiascopeError, UnknownModelError, UnusableModelError
from engine.core.spec import BUNDLED, HeadRef
from engine.curation.review import kept
from engine.curation.review.sample import open_sample
from engine.evaluators.suites import PUBLISHED, load_suite
from engine.files.labelled import Labelled
from engine.server import shared
from engine.server.shared import Limits, NotOnSharedError
from engine.storage import jobs
from tests.engine.classifiers import build_classifier

pytestmark = pytest.mark.usefixtures("fresh_caches", "memory")
ROOT = Path(__file__).parents[4]


@pytest.fixture
def named(tiny_model_folder, share) -> str:
    """A folder's model under the name that users see."""
    share(models={"Ours": str(tiny_model_folder("bert")), "owner/absent": "owner/absent"})
    return "Ours"


def test_the_flag_is_read_from_the_arguments_of_the_app_alone(monkeypatch, share):
    monkeypatch.setattr(sys, "argv", [str(ROOT / "app.py"), "--shared"])
    sharing.start()
    assert shared.is_shared()
    st.cache_resource.clear()
    monkeypatch.setattr(sys, "argv", ["pytest", "-q", "tests"])
    sharing.start()
    assert not shared.is_shared()


@pytest.mark.parametrize("script", [str(ROOT / "app.py"), "another.py"])
def test_a_flag_that_is_misspelt_starts_nothing(monkeypatch, share, script):
    monkeypatch.setattr(sys, "argv", [script, "--shared-by-all"])
    with pytest.raises(BiascopeError, match="not understood"):
        sharing.start()


@pytest.mark.parametrize("name", ["/etc/passwd", "../..", "someone/other", "~", "", "ours", "."])
def test_a_model_that_is_not_listed_is_refused_and_not_looked_for(named, name, monkeypatch):
    def looked(*_: object) -> None:
        raise AssertionError("it was looked for")

    monkeypatch.setattr("components.frame.session.models.resolve", looked)
    monkeypatch.setattr("components.frame.session.models.local_folder", looked)
    assert session.may_open(name)  # so that no page asks how large it is
    assert not session.is_local(name)
    with pytest.raises(NotOnSharedError, match="only the models in its list"):
        session.spec_of(name)


def test_a_folder_goes_by_its_name_alone(named, tiny_model_folder):
    spec = session.spec_of(named)
    assert spec.checkpoint == "Ours"
    assert source_of(spec).folder == tiny_model_folder("bert")
    assert session.checkpoints() == [BUNDLED, "Ours", "owner/absent"]
    items = [{"text": "She is [MASK]."}]
    found = session.measure("completion", spec, items, {"top_k": 3, "targets": []})
    assert str(tiny_model_folder("bert").parent) not in str(found.manifest)


def test_a_fault_of_a_listed_folder_is_told_with_its_name(share, tmp_path):
    folder = tmp_path / "secret"
    folder.mkdir()
    share(models={"Ours": str(folder)})
    with pytest.raises(UnusableModelError, match=r"^Ours holds no model"):
        session.spec_of("Ours")
    (folder / "config.json").write_text("{")
    (folder / "model.safetensors").write_text("no weights")
    with pytest.raises(UnusableModelError) as refused:
        session.spec_of("Ours")
    assert "Ours" in str(refused.value)
    assert str(tmp_path) not in Exception.__str__(refused.value)


def test_no_model_is_loaded_in_another_precision(named):
    spec = replace(session.spec_of(named), dtype="bfloat16")
    with pytest.raises(NotOnSharedError, match="Measuring in bfloat16 is not possible here"):
        session.measure("completion", spec, [{"text": "She is [MASK]."}], {"top_k": 1})


def test_a_listed_model_that_is_not_here_says_who_can_help(named):
    with pytest.raises(UnknownModelError, match="Tell whoever runs it"):
        session.spec_of("owner/absent")


def test_models_and_jobs_of_others_are_not_shown(named):
    assert session.suggestions() == {}
    assert session.made_models() == session.injected_models() == {}
    assert session.lab.injections() == []
    assert session.background.all_jobs() == []
    assert session.offline()


@pytest.mark.parametrize(
    "act",
    [
        lambda: session.background.submit_command("x", Command(("pairs", "bundled"))),
        lambda: session.background.submit_download("x", "crows-pairs"),
        lambda: session.background.cancel_job(1),
        lambda: session.background.resume_job(1),
        lambda: session.background.forget_job(1),
        lambda: session.use_device("cpu"),
        lambda: session.curation.rename_review("x", "y"),
        lambda: session.curation.delete_review("x"),
        lambda: session.curation.import_review(b""),
        lambda: session.curation_set.merge_review("x", b""),
        lambda: session.curation_set.keep_answers("x", "y", "z"),
        lambda: session.curation.subtitle_files("/etc"),
        lambda: session.curation.collect([], None, lambda *_: None),
        lambda: session.curation.keep_review("x", None, None),
        lambda: session.curation_set.write_pairs("x", None),
        lambda: session.scorecard.import_path("/etc/passwd"),
        lambda: session.scorecard.column("pairs:/etc/passwd:cps"),
        lambda: session.scorecard.column("pairs:../secret.csv"),
        lambda: session.arena.forget_report("sha256:0123456789abcdef"),
        lambda: session.lab.resume_injection(None),
        lambda: session.lab.delete_injection(None),
        lambda: session.lab.submit_injection("x", None, {}, "quick", None),
        lambda: review.decide("x", None),
        lambda: review.undo("x", "me"),
        lambda: review.switch_softening("x", True),
        lambda: review.keep_rules("x", []),
    ],
)
def test_what_others_would_notice_is_refused_in_one_sentence(share, act):
    share()
    with pytest.raises(NotOnSharedError, match=r"^[A-Z][^.]* is not possible here"):
        act()
    assert jobs.jobs() == []


def test_a_measure_that_names_a_file_of_the_working_folder_is_refused(share, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret").write_text("sent_more,sent_less\na b,c d\n")
    share()
    with pytest.raises(NotOnSharedError):
        session.scorecard.column("pairs:secret:cps")
    assert session.scorecard.column("pairs:bundled:cps").name == "pairs:bundled:cps"


def test_only_the_sample_and_named_reviews_can_be_read(share):
    sample = open_sample()
    share()
    assert [one.name for one in session.curation.reviews()] == [sample]
    assert not session.curation_set.rank_known(sample, session.spec_of(BUNDLED), "model")


def test_reviews_of_the_operator_are_read_where_they_are_named(share, monkeypatch):
    one = kept.review(open_sample())
    private = [kept.Review(**{**vars(one), "name": name, "sample": False}) for name in "ab"]
    monkeypatch.setattr(kept, "reviews", lambda note=None: private)
    share(reviews=frozenset({"b"}))
    assert [one.name for one in session.curation.reviews()] == ["b"]


def test_no_classifier_is_opened_for_the_words_of_a_sentence(share):
    share()
    suite = load_suite(PUBLISHED)
    found = session.verdicts.judged_words(suite, "She is [MASK].", ["kind"])
    assert set(found.problems) == {entry.name for entry in suite.evaluators}
    assert all("not possible here" in problem for problem in found.problems.values())


def measured(items: list[str]) -> None:
    spec = session.spec_of("Ours")
    params = {"top_k": 3, "targets": []}
    session.measure("completion", spec, [{"text": text} for text in items], params)


TEXTS = [f"{word} is [MASK]." for word in ("She", "He", "It", "Anna", "Paul")]


@pytest.fixture
def limited(tiny_model_folder, share):
    def limit(**limits: int) -> None:
        share(models={"Ours": str(tiny_model_folder("bert"))}, limits=Limits(**limits))

    return limit


def test_a_minute_has_so_many_texts_and_known_ones_cost_nothing(limited):
    limited(texts_at_once=3, texts_per_minute=3)
    measured(TEXTS[:3])
    measured(TEXTS[:3])
    with pytest.raises(BiascopeError, match=r"3 texts measured within a minute.*Wait \d+ seconds"):
        measured(TEXTS[3:])


def test_a_classifier_costs_what_it_computes_for_each_state(share, tmp_path):
    folder = build_classifier("bert", tmp_path)
    share(models={"Ours": str(folder)}, limits=Limits(texts_at_once=4, texts_per_minute=4))
    texts = [Labelled(text, None, "good") for text in ("A good day.", "A nice day.")]
    session.verdicts.understanding(session.spec_of("Ours"), texts)
    masked = session.spec_of("Ours", (HeadRef(0, 0),))
    for _ in range(2):  # of the first the unmodified state is known, of the second all
        session.verdicts.understanding(masked, texts)
    with pytest.raises(BiascopeError, match="4 texts measured within a minute"):
        session.verdicts.understanding(masked, [Labelled("A bad day.", None, "bad")])


@pytest.mark.parametrize(
    ("items", "texts"),
    [
        (["She is kind."], 1),
        (["x"], 1),
        ([{"more": "She is kind.", "less": "He is kind."}], 2),
        ([["她是一名非常善良的护士。", "他是一名非常善良的护士。"]], 2),
        ([["เธอเป็นพยาบาลที่ใจดี", "เขาเป็นพยาบาลที่ใจดี"]], 2),
        ([["彼女はとても親切な看護師です"] * 5], 5),
        ([["nurse", "Krankenschwester", "护士", "พยาบาล"]], 1),
        (["word " * 120], 2),  # 600 letters
        (["她" * 200], 2),
        (["a" * 900], 3),
        ([["nurse"] * 900], 15),  # 4,500 letters
    ],
)
def test_texts_count_in_every_script_and_by_their_length(share, items, texts):
    share(limits=Limits(texts_at_once=texts))
    sharing.spend(items)
    share(limits=Limits(texts_at_once=max(1, texts - 1)))
    if texts > 1:
        with pytest.raises(BiascopeError, match=f"would measure {texts} texts"):
            sharing.spend(items)


KIND = "She is kind."


@pytest.mark.parametrize(
    ("limits", "items", "params", "said"),
    [
        ({"texts_at_once": 2}, [KIND] * 3, None, "would measure 3 texts.*at most 2 at once"),
        ({"texts_at_once": 5}, ["1", "2", "3"], [KIND, KIND, ["he"] * 90], "would measure 6 texts"),
        ({"characters": 40}, ["a" * 49 + KIND], None, "One text has 61 characters.*at most 40"),
        ({"characters": 40}, ["a"], ["a" * 49 + KIND], "One text has 61 characters"),
        ({}, [["a"] * 2001], None, "names 2,001 words.*at most 2,000 at once"),
        ({}, ["a b"], ["a"] * 2001, "names 2,001 words"),
    ],
    ids=[
        *("texts", "texts for each item", "characters", "characters for each item"),
        *("words", "words for each item"),
    ],
)
def test_what_is_too_much_at_once_is_refused(limited, limits, items, params, said):
    limited(**limits)
    with pytest.raises(BiascopeError, match=said):
        sharing.spend(items, params)


def test_a_local_server_has_no_limits(monkeypatch):
    monkeypatch.setattr(shared, "_deployment", None)
    sharing.spend(["x" * 10**6] * 10)
