"""What a shared server gives of a review whose models were folders of its owner's."""

from __future__ import annotations

import pytest

from engine.curation.export.facts import set_facts
from engine.curation.export.folder import export_files
from engine.curation.export.pairs import export_set
from engine.curation.review import decisions, scores, verdicts
from engine.curation.review.log import export_log
from engine.curation.review.progress import look
from engine.curation.review.verdicts import Verdict
from tests.engine.curation.review.reviews import accept, candidate, made

FOLDER = "/home/me/private"
ONE = candidate(0)


@pytest.fixture
def name() -> str:
    """A review with scores of a model and answers of a classifier, both named by their folders."""
    kept = made()
    scores.keep_scores(kept, f"{FOLDER}/ours, head 1-1 masked", "a", {ONE.id: 0.5})
    details = {"checkpoint": f"{FOLDER}/judge", "hypothesis": "A / B: {}.", "dtype": "float32"}
    verdicts.keep_verdicts(kept, "zero-shot", f"{FOLDER}/judge", {ONE.id: Verdict(True)}, details)
    decisions.decide(kept, accept(ONE))
    return kept


def test_pages_show_the_name_of_the_folder_alone(name, share):
    share()
    (model,) = scores.scoring_models(name)
    (judge,) = verdicts.load_verdicts(name)
    seen = look(name, ONE.id, 1)
    assert model.label == "ours, head 1-1 masked"
    assert judge.label == "judge"
    assert judge.details == {"checkpoint": "judge", "hypothesis": "A / B: {}.", "dtype": "float32"}
    assert judge.verdicts == {ONE.id: Verdict(True)}
    assert seen.differences == (("ours, head 1-1 masked", 0.5),)
    assert [one.label for one in seen.said] == ["judge"]


def test_exports_hold_no_folder(name, share):
    def files() -> str:
        pairs = export_set(name)
        return "".join(export_files(name, pairs, set_facts(name, pairs)).values()) + export_log(
            name
        )

    assert FOLDER in files()  # its owner sees it
    share()
    assert FOLDER not in files()
    assert "ours, head 1-1 masked" in files()
