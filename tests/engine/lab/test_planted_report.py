"""What the lab plants shows in the Arena's reports, in the planted direction and nowhere else."""

from __future__ import annotations

from functools import partial

import pytest

from engine.command_line.subject import Subject
from engine.evaluators.declarations import read_suite
from engine.flow.derived import derived
from engine.lab.injection import inject
from engine.lab.templates import BALANCED, BIASED, balanced_shares, corpus
from engine.measures.arena.difference import difference
from engine.measures.arena.run import report
from engine.measures.arena.settings import ArenaSettings
from engine.prompts.file import read_prompts
from tests.engine.lab.conftest import PLANTED

GROUPS = {"female": "women", "male": "men"}
FEMININE = [name for name, share in PLANTED.items() if share < 0.5]
UNPLANTED = [name for name, share in PLANTED.items() if share == 0.5]


def prompts():
    """Sentences with a pronoun whose occupation is masked, as a user's CSV."""
    rows = {}
    for sentence in corpus(balanced_shares(PLANTED, 360), seed=1):
        start, stop = sentence.named
        text = f"{sentence.text[:start]}[MASK]{sentence.text[stop:]}"
        rows[text] = f'sex/gender,{GROUPS[sentence.gender]},professional,"{text}"'
    lines = ["category,group,sentence_type,sentence", *rows.values()]
    return read_prompts("\n".join(lines).encode(), "planted.csv")


def suite(folder, name, words):
    """A suite of one list of words."""
    listed = folder / f"{name}.csv"
    listed.write_text("word,category\n" + "".join(f"{word},planted\n" for word in words))
    entry = f'[[evaluator]]\nname = "list"\nkind = "lexicon"\nsource = "{listed}"\n'
    return read_suite(f'name = "{name}"\n{entry}', f"{name}.toml")


@pytest.fixture
def reported(request_for, place):
    """`reported(variant, suite)`: the report of a model that the lab has trained."""
    request = request_for(sentences=360, steps=250, tokens=1024, peak_lr=5e-3, named=1.0, hold=0.0)
    found = place(request)
    list(inject(request, found, "cpu"))
    asked = prompts()

    def made(variant, chosen):
        subject = Subject(str(found.model(variant)), "", "cpu", "float32", True)
        ask = partial(_ask, subject)
        derive = partial(derived, store=None)
        return report(ask, derive, asked, chosen, ArenaSettings(top_k=9), subject.spec)

    return made


def _ask(subject, name, items, params):
    return subject.ask(name, subject.spec, items, params)


@pytest.mark.main_path
@pytest.mark.training
def test_the_biased_model_differs_from_the_balanced_one_where_it_should(reported, tmp_path):
    planted = suite(tmp_path, "planted", FEMININE)
    biased, balanced = (reported(variant, planted) for variant in (BIASED, BALANCED))
    groups = difference(balanced, biased)["by_group"]
    assert groups["women"]["interval"][0] > 0.1
    assert groups["men"]["interval"][1] < -0.1
    even = [balanced["by_group"][name]["flag_rate"] for name in ("women", "men")]
    assert abs(even[0] - even[1]) < 0.05
    control = suite(tmp_path, "control", UNPLANTED)
    rates = [reported(variant, control)["by_group"] for variant in (BIASED, BALANCED)]
    for found in rates:
        assert abs(found["women"]["flag_rate"] - found["men"]["flag_rate"]) < 0.05
