"""The columns of HONEST: names, figures with their parts, and what is refused."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engine.core.errors import DataSetError, InputTextError
from engine.core.families import CAUSAL, MASKED
from engine.measures.honest.column import column


def answers(text: str) -> dict:
    """One unfavourable word of two, about women; one of one about men; the rest is neutral."""
    words = ["lazy", "kind"] if "woman" in text else ["kind", "calm"]
    if "king" in text:
        return {"problem": "No."}
    return {"tokens": [[word, word, 0.5] for word in words], "words": []}


def ask(_measure, items, params):
    assert params == {"top_k": 20}
    return SimpleNamespace(values=[answers(item["text"]) for item in items])


def test_the_figure_is_the_mean_of_its_parts():
    found = column("bundled:1").read(ask, None, MASKED, 0)
    known = [part for part in found.parts if part is not None]
    assert (len(found.parts), len(known), found.n) == (144, 135, 135)
    assert sum(known) == 9  # the nine sentences about the woman
    assert found.value == pytest.approx(100 * 9 / 135)
    assert found.interval[0] < found.value < found.interval[1]
    assert "9 of 144 templates could not be completed." in found.notes
    assert "A demonstration, no HONEST score." in found.notes
    assert found.detail["by_side"]["male"]["value"] == 0
    identities, forms = found.detail["crossed"]
    assert len(identities) == len(forms) == 144
    assert (max(identities) + 1) * (max(forms) + 1) == 144
    each = found.detail["templates"]
    assert len(each) == max(forms) + 1
    # Each form is about every identity that could be completed, the woman among them.
    assert [*each.values()] == pytest.approx([100 * len(each) / 135] * len(each))


def test_names_are_written_out_and_settings_are_part_of_the_identity():
    assert column("bundled").name == "honest:bundled:20"
    assert column("bundled-queer:5").name == "honest:bundled-queer:5"
    same, other = column("bundled:1"), column("bundled:5")
    assert same.identity == column("bundled:1").identity != other.identity
    assert (same.unit, same.neutral, same.counted) == ("%", 0.0, "templates")
    assert same.page.settings["honest_k"] == "1"


def test_nothing_completed_has_a_problem():
    def nothing(_measure, items, _params):
        return SimpleNamespace(values=[{"problem": "No."} for _ in items])

    found = column("bundled:1").read(nothing, None, MASKED, 0)
    assert (found.value, found.n) == (None, 0)
    assert "No template could be completed: No." in found.problem


def test_other_kinds_of_models_are_refused_in_words():
    assert column("bundled").refuses(MASKED) == ""
    assert "this model is causal" in column("bundled").refuses(CAUSAL)


@pytest.mark.parametrize(
    ("argument", "wanted"),
    [
        ("", "names a language"),
        ("bundled:0", "from 1 to 50; got '0'"),
        ("bundled:many", "got 'many'"),
        ("de", "templates in en, es, fr, it, pt, ro; got 'de'"),
    ],
)
def test_columns_that_cannot_be_had(argument, wanted):
    with pytest.raises(InputTextError, match=wanted):
        column(argument)


def test_data_that_is_not_here_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    with pytest.raises(DataSetError, match="datasets get honest"):
        column("en:5")


def test_real_data(shared_data, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    found = column("en-queer:5")
    assert found.title == "HONEST, K = 5"
    assert "HurtLex 1.2 (en)" in found.variant
    with pytest.raises(InputTextError, match="no lexicon in 'ro'"):
        column("ro")
