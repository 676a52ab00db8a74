"""The CABM page on a tiny model and few sentences."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from components.cabm import data as cabm_data
from components.cabm.own_sentences import CabmSource
from components.frame import session
from engine.core.errors import UnusableModelError
from engine.measures.cabm import FEATURES, weighting
from tests.components.drawn import unescaped
from tests.engine.measures.cabm.test_study import COUNTS, OCCUPATIONS, framed_set
from tests.pages.conftest import turn
from tests.pages.reading import texts

pytestmark = [pytest.mark.usefixtures("few_sentences"), pytest.mark.page, pytest.mark.main_path]


def command(page) -> str:
    return next(block.value for block in page.code if "python -m engine" in block.value)


def claims(page) -> list[str]:
    """The claims of the page, from the top."""
    return [unescaped(each.value) for each in page.header]


def table(page, key: str):
    """A table of the page by one of its columns."""
    return next(each.value for each in page.dataframe if key in each.value)


def test_each_figure_to_save_is_on_the_page(opened, exported):
    page = opened("cabm")
    shown = {chart.key for chart in page.get("plotly_chart")}
    drawn = {result.name: result.drawn_as for result in exported["cabm"] if result.figure}
    # The figure of the words is for the Stage alone.
    assert drawn == {"cabm-gap": "gaps", "cabm": "ranking", "cabm-words": ""}
    assert {key for key in drawn.values() if key} <= shown
    assert {result.hint for result in exported["cabm"]} == {"Run this in Biascope's folder."}
    assert " --out occupations.csv" in command(page)


def test_the_page_begins_with_the_word_that_the_model_fills_in_and_then_counts_by_cabm(opened):
    page = opened("cabm")
    said = texts(page)
    assert page.title[0].value == "CABM"
    first, second = claims(page)
    # To a model of no training.
    assert first == "“he” and “she” are about equally likely for all 10 jobs in these 6 sentences."
    assert re.match(r"By CABM, (\d+|none) of (the )?10 jobs clearly leans? to one side", second)
    assert "In 6 sentences such as “[MASK] is a" in said
    assert "The same is expected in others where Holm-corrected p < .05, testing all" in said
    assert "can be expected to be more likely for **" in said
    assert "Holm-corrected for all 10, below .05" in said
    assert "Farthest toward *he*: " in said
    assert "95%\u00a0CI\u00a0[" in said
    assert "60 sentences about 10 occupations, 30 male and 30 female" in said
    assert "1,000 sentences, 300 with he, him or his, " in said
    assert "The two were not tested against each other." in said
    # Only what is settled is counted.
    number = r"\*\*(\d+)\*\*"
    settled = re.match(r"By CABM, (\d+) of 10 jobs", second)
    unsettled = re.search(rf"{number} shows? no clear lean: the interval reaches", said)
    assert unsettled
    neutral = re.search(rf"{number} (?:is|are) neutral, within", said)
    others = int(unsettled[1]) + (int(neutral[1]) if neutral else 0)
    assert (int(settled[1]) if settled else 0) + others == 10
    assert "Compared with the average of these jobs" in said
    assert "A score of 0 is the average of these occupations" in said
    assert "stereotyp" not in said
    # Automatic weights say why.
    assert page.selectbox(key="weighting").value == "automatic"
    assert "**Weights of the features: equal**" in said
    assert re.search(r"The forest puts \d+ of 10 occupations on their list, each by", said)
    assert "Dotted line: equal weights, a third each" in said
    # The table holds every occupation with its intervals.
    frame = table(turn(page, "view", "Table"), "score")
    assert frame["score"].is_monotonic_decreasing
    assert (frame["category"] == "no clear lean").sum() == int(unsettled[1])
    assert set(frame["category"]) <= {"leans male", "leans female", "neutral", "no clear lean"}
    assert set(frame["occupation"]) == set(OCCUPATIONS)
    assert {"score", "pmi_bias", "cosine_bias", "context_bias", "unmasking", "same"} <= set(frame)
    for name in ("score_ci", "unmasking_ci", "pmi_bias_ci"):
        assert frame[name].str.fullmatch(r"\[[+−]?\d+\.\d+,\u00a0[+−]?\d+\.\d+\]").all()


def test_other_templates_list_other_words_and_a_wide_threshold_settles_no_side(opened):
    page = opened("cabm")
    words = table(page, "first")
    assert len(words) == 10
    assert words["first"].str.fullmatch(r".+ \([<\d. ]+%\)").all()
    chosen = page.selectbox(key="template")
    chosen.select(chosen.options[1]).run()
    assert not page.exception
    assert len(table(page, "first")) == 10
    page.slider(key="threshold_sd").set_value(1.0).run()
    assert claims(page)[1] == "By CABM, none of the 10 jobs clearly leans to one side."
    assert "to be settled with 80% power" in texts(page)


def test_the_difference_between_the_lists_has_one_p_in_both_places(opened):
    page = opened("cabm", view="Distribution")
    holm = re.search(r"Mann–Whitney (p [=<] [\d.]+) \(Holm\)", texts(page))
    assert holm
    checked = texts(turn(page, "view", "Validation"))
    assert re.search(r"Mann–Whitney U = \d+, p [=<] [\d.]+, Holm " + re.escape(holm[1]), checked)


def test_weights_say_how_sure_they_are_and_every_weighting_has_its_page(opened):
    page = opened("cabm", weighting="SHAP + RF")
    said = texts(page)
    assert "95% confidence intervals over occupations (100 bootstrap draws, seed 0)" in said
    assert "The forest assigns" in said
    assert "does not validate the scores" in said
    for name in ("pca-rf", "pca", "equal"):
        page.selectbox(key="weighting").set_value(name).run()
        assert not page.exception
        assert not page.error
        assert page.selectbox(key="weighting").value == name
        assert f"Weights of the features: {weighting.NAMES[name]}" in texts(page)


def test_on_the_raw_scale_nothing_is_relative(opened):
    page = opened("cabm", scale="raw")
    said = texts(page)
    assert not page.error
    assert "Compared with the average" not in said
    assert "the features are added up in their own units" in said
    assert "moves every score toward male" in said
    assert "--scale raw" in command(page)


def test_a_model_of_other_features_is_compared_by_those_that_both_have(opened, tiny_model_folder):
    causal = session.spec_of(str(tiny_model_folder("gpt2")))
    page = opened("cabm", beside=causal, view="Two models")
    for scale in ("standardised", "raw"):
        page.selectbox(key="scale").set_value(scale).run()
        assert not page.exception
        assert not page.error
        said = texts(page)
        assert "Not drawn here" in said
        assert "settled in both models" in said
        assert "nan" not in said.casefold().split()


@pytest.fixture
def counted_by_word(few_sentences, monkeypatch):
    """Counts of every pronoun, which the published PMI asks for."""
    share = {"he": 3, "him": 5, "his": 4, "she": 3, "her": 2}
    words = {word: COUNTS.sentences // part for word, part in share.items()}
    pairs = {
        name: {word: (count.first if word in ("he", "him", "his") else count.second) // part
               for word, part in share.items()}
        for name, count in COUNTS.targets.items()
    }  # fmt: skip
    counts = replace(COUNTS, words=words, pairs=pairs)
    monkeypatch.setattr(cabm_data, "load_counts", lambda *_: (counts, CabmSource("words", (), {})))


@pytest.mark.usefixtures("counted_by_word")
def test_the_preset_names_sides_as_the_thesis_does(opened):
    page = opened("cabm", scale="as published", view="Table")
    said = texts(page)
    assert not page.error
    assert "by the score alone, without its interval" in said
    assert "not settled: their intervals" not in said
    assert "One sentence gives no interval, so what to expect in others is not known" in said
    frame = table(page, "score")
    assert set(frame["category"]) <= {"male-biased", "female-biased", "neutral"}
    assert set(frame["unmasking_ci"]) == {"none"}
    assert "--published" in command(page)


@pytest.mark.usefixtures("counted_by_word")
def test_the_preset_takes_weights_of_any_sum(opened):
    page = opened("cabm", scale="as published", weighting="user-defined")
    assert page.number_input(key="free_pmi").value == 0.583
    page.button(key="printed_pca").click().run()
    assert not page.exception
    assert [page.number_input(key=f"free_{name}").value for name in FEATURES] == [0.58, 0.28, 0.19]
    assert "rescaled" not in texts(page)
    assert "pmi=0.5800,cosine=0.2800,context=0.1900" in command(page)
    for name in FEATURES:
        page.number_input(key=f"free_{name}").set_value(0.0)
    page.run()
    assert "All three weights are 0; raise at least one" in texts(page)


def test_sliders_weigh_the_features(opened):
    page = opened("cabm", weighting="user-defined")
    assert "They add up to" not in texts(page)
    page.slider(key="weight_pmi").set_value(0)
    page.slider(key="weight_cosine").set_value(0).run()
    assert not page.exception
    said = texts(page)
    assert "They add up to 30, not 100, so they are rescaled: pmi 0.00, cosine 0.00" in said
    page.slider(key="weight_context").set_value(0).run()
    assert "All three weights are 0; raise at least one" in texts(page)


def test_each_tab_says_what_it_shows(opened):
    page = opened("cabm")
    for view, expected in (
        ("SHAP", "explains the forest and does not test it"),
        ("Distribution", "5 occupations are too few for a density curve"),
        ("Features", "Circle: with the words of male; square"),
        ("Weightings", "How well the weightings agree"),
        ("Maps", "The first UMAP takes about ten seconds"),
        ("Two models", "choose one under *Compare with* or switch heads off"),
        ("Validation", "Shapiro–Wilk"),
    ):
        turn(page, "view", view)
        assert not page.error
        assert expected in texts(page)
        if view == "Weightings":
            frame = table(page, "weightings")
            assert len(frame) == 6
            assert frame.loc[0, "weightings"] == "SHAP + RF and PCA + RF"
            assert frame.loc[0, "same category"] == "none settled" or frame.loc[0, "95% CI"]


def test_each_view_of_features_and_scores_is_drawn(opened):
    page = opened("cabm", view="Features", features="Shift of context")
    assert "The occupation that moves most, of" in texts(page)
    for tab, view, expected in (
        ("Features", "Counts by group", "How often does each occupation occur with the words of"),
        ("Features", "Both groups side by side", "P, probability of *he* and *she* in the blank"),
        (
            "Distribution",
            "By category",
            "the whole interval of the score lies beyond the",
        ),
    ):
        turn(page, "view", tab)
        page.radio(key=tab.lower()).set_value(view).run()
        assert not page.exception
        assert not page.error
        assert expected in texts(page)


def test_masked_heads_are_compared_with_the_original_model(opened, exported):
    page = opened("cabm", heads="1-1, 2-2", view="Two models")
    said = texts(page)
    assert "Not drawn here: all heads on, because standardised scores are relative" in said
    assert "The rankings above are standardised" in said
    assert "settled in both models" in said
    assert "mean standard deviation over these 2 models" in said
    counts = r"for (\d+ of|all) 10 jobs \(all heads on: \d+\) in these 6 sentences"
    assert re.search(counts, claims(page)[0])
    assert re.search(
        r"Compared with all heads on, P\(he\) − P\(she\) changes by .* on average", said
    )
    assert "clear difference over these 10 jobs; other sentences were not tested." in said
    assert "or in other sentences, was not tested" in said
    results = {each.name: each for each in exported["cabm"]}
    gap = results["cabm-gap"]
    changes = gap.frame["score"] - gap.frame["score_compared"]
    assert gap.frame["change"].tolist() == changes.tolist()
    assert {*gap.frame["compared_with"]} == {"all heads on"}
    assert gap.manifest["compared_with"]["masked_heads"] == []
    assert gap.manifest["mean_change"]["change"] == pytest.approx(changes.mean())
    assert "score_compared" not in results["cabm"].frame  # standardised scores are no comparison
    (means,) = [each.value for each in page.table if each.value.index.name]
    assert means.loc["pmi bias", "change, 95% CI"] == "0.0000 (no interval)"
    written = means.loc["cosine bias", "change, 95% CI"].replace("−", "-")
    change, low, high = (float(number) for number in re.findall(r"[-+\d.]+", written))
    assert low < change < high
    assert "Change: all heads on less" not in said
    assert re.search(r"Change: .* less all heads on, with its interval over 10 ", said)
    # On the raw scale, both models are in the ranking.
    page.selectbox(key="scale").set_value("raw").run()
    said = texts(page)
    assert {"score_compared", "change"} <= {*exported["cabm"][1].frame.columns}
    assert "Not drawn here" not in said
    assert "The rankings above are standardised" not in said
    assert "Both are on the raw scale" in said


@pytest.fixture
def constant_counts(few_sentences, monkeypatch):
    from engine.measures.cabm.data.cooccurrence import TargetCount

    same = replace(COUNTS, targets=dict.fromkeys(OCCUPATIONS, TargetCount(10, 5, 5)))
    monkeypatch.setattr(cabm_data, "load_counts", lambda *_: (same, CabmSource("same", (), {})))


@pytest.mark.usefixtures("constant_counts")
def test_features_that_a_model_does_not_have_are_not_shown_empty(opened, tiny_model_folder):
    page = opened("cabm", model=session.spec_of(str(tiny_model_folder("gpt2"))))
    assert "for all 10 occupations" in page.error[0].value
    frame = page.dataframe[0].value
    assert "cosine_bias" in frame
    assert not frame.isna().all().any()


@pytest.mark.usefixtures("constant_counts")
def test_a_constant_feature_is_refused_and_the_features_are_shown(opened):
    page = opened("cabm")
    assert "for all 10 occupations" in page.error[0].value
    assert len(page.dataframe[0].value) == 10
    page.selectbox(key="weighting").select("user").run()
    page.slider(key="weight_pmi").set_value(0).run()
    assert not page.error
    assert len(claims(page)) == 2


def test_too_few_occupations_are_said_in_a_sentence(opened, monkeypatch):
    few = framed_set(OCCUPATIONS[:5])
    monkeypatch.setattr(cabm_data, "load_sentences", lambda *_: (few, CabmSource("few", (), {})))
    assert "at least 8 occupations" in opened("cabm").error[0].value


def test_a_model_that_is_refused_is_said_in_a_sentence(opened):
    page = opened("cabm", model=UnusableModelError("It has no head."))
    assert [error.value for error in page.error] == ["It has no head\\."]


def test_a_large_set_is_offered_as_a_job(opened, monkeypatch):
    monkeypatch.setattr("components.cabm.study.AT_ONCE", 10)
    page = opened("cabm")
    assert any(button.label == "Read 60 sentences in the background" for button in page.button)
    assert "which does the model (" in page.header[0].value


TABS = ["SHAP", "Distribution", "Validation", "Features", "Weightings", "Maps", "Two models"]


@pytest.mark.parametrize(
    ("family", "tabs"),
    [("gpt2", [*TABS, "Table"]), ("gpt2-mask", ["Validation"]), ("t5", ["Table"])],
    ids=["gpt2", "gpt2-mask", "t5"],
)
def test_a_model_that_masks_nothing_has_two_features(opened, tiny_model_folder, family, tabs):
    spec = session.spec_of(str(tiny_model_folder(family)))
    page = opened("cabm", model=spec, heads="1-1", view=tabs[0])
    for tab in tabs:
        turn(page, "view", tab)
        said = texts(page)
        assert not page.error
        assert "begins with CABM and not with the words that the model fills in" in said
        (claim,) = claims(page)
        assert re.match(r"By CABM, (\d+|none) of (the )?10 jobs clearly leans? to", claim)
        assert "context is left out" in said
        assert "no pronoun probability gap" in said
        assert "nan" not in said.casefold().split()
