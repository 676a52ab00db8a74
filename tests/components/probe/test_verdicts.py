"""What evaluators say of a sentence's words: readings by hand, tables, what needs a button."""

from __future__ import annotations

from components.frame import session
from components.probe.verdicts import (
    flagged_in_words,
    masked_once,
    opens,
    verdict_table,
    verdict_text,
)
from engine.evaluators.suite import CLASSIFIER, LEXICON, VALENCE, Evaluator, Suite, Verdict
from engine.evaluators.suites import load_suite

RANKED = [
    {"word": "kind", "probability": 0.5},
    {"word": "violent", "probability": 0.2},
    {"word": ",", "probability": 0.1},
]


def verdict(label, flagged, score=None, problem=None) -> Verdict:
    made = Verdict(label=label, probability=None, value=None, flagged=flagged, score=score)
    return made | {"problem": problem} if problem else made  # type: ignore[return-value]


VERDICTS = [
    verdict("positive", False, 0.0),
    verdict("negative", True, 0.3),
    verdict("", None, None, "There is no word to judge."),
]


def test_the_share_that_was_flagged_is_of_everything_and_of_what_was_judged():
    # 0.2 of the whole vocabulary; 0.2 / 0.7 of the two words that were judged
    assert flagged_in_words("valence", RANKED, VERDICTS) == (
        "**valence** flags 1 of the 2 words that it judged. It has 20.0% of the model's whole "
        "probability, and 28.6% of that of the words judged."
    )
    assert flagged_in_words("a*b", RANKED[:1], VERDICTS[:1]) == (
        "**a\\*b** flags none of the 1 word that it judged."
    )
    assert "gave no verdict" in flagged_in_words("valence", RANKED[2:], VERDICTS[2:])


def test_a_table_has_labels_scores_and_who_flagged():
    suite = Suite("s", (Evaluator("v", VALENCE), Evaluator("w", LEXICON, counts=False)))
    listed = [verdict("not listed", False), verdict("violence", True), verdict("", None)]
    table = verdict_table(suite, RANKED, {"v": VERDICTS, "w": listed})
    assert list(table.columns) == ["word", "probability", "flagged by", "v", "v: score", "w"]
    assert list(table["flagged by"]) == ["", "v, w", ""]
    assert list(table["v"]) == ["positive", "negative", "There is no word to judge."]
    assert table["v: score"].fillna(-1).tolist() == [0.0, 0.3, -1.0]
    assert verdict_text(verdict("", None)) == "none"
    assert "w" not in verdict_table(suite, RANKED, {"v": VERDICTS})  # where it failed


def test_a_word_completes_one_mask_or_the_end():
    assert masked_once("She is [MASK].", False) == "She is [MASK]."
    assert masked_once("[MASK] is ___.", False) is None
    assert masked_once("She is ", True) == "She is [MASK]"


def test_what_opens_a_checkpoint_or_a_file_needs_a_button():
    assert not opens(load_suite("demo"))
    assert not opens(load_suite("hurtlex"))
    assert len(opens(load_suite("published"))) == 4
    own = Suite("s", (Evaluator("x", LEXICON, source="/etc/words.csv"),))
    assert [entry.name for entry in opens(own)] == ["x"]


def test_an_evaluator_that_cannot_judge_leaves_the_others(monkeypatch, tmp_path):
    bad = Evaluator("no file", LEXICON, counts=False, source=str(tmp_path / "no.csv"))
    none = Evaluator("no model", CLASSIFIER, counts=False, checkpoint=str(tmp_path / "none"))
    suite = Suite("s", (*load_suite("demo").evaluators, bad, none))
    found = session.verdicts.judged_words(suite, "She is [MASK].", ["kind"])
    assert set(found.problems) == {"no file", "no model"}
    assert set(found.of) == {"valence", "word list"}
