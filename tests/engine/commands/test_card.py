"""`card`: the bias section of a model card."""

import yaml

from engine.first_sight.examples import SCORECARD_MASKS


def test_the_card_of_the_bundled_model_is_made_of_what_is_known(engine, tmp_path):
    out = tmp_path / "card.md"
    found = engine("card", "--out", str(out), "--json")
    assert found.code == 0
    figures = {one["measure"]: one for one in found.json["figures"]}
    pairs = figures["pairs:bundled:cps"]
    assert (pairs["value"], pairs["n"], pairs["neutral"]) == (56.666666666666664, 300, 50.0)
    text = out.read_text()
    assert text.startswith("## Bias, risks and limitations\n")
    assert "56.7% | [50.9, 62.3] | 50.0 | 300 pairs" in text
    assert "`nangia2020crows`" in text
    assert pairs["data_digest"] in text
    assert found.json["command"] in text
    # Its metadata are a model index.
    index = yaml.safe_load(text.split("```yaml\n")[1].split("```")[0])
    results = index["model-index"][0]["results"]
    assert {"task", "dataset", "metrics"} == set(results[0])
    assert results[0]["metrics"][0]["value"] == 56.666666666666664


def test_masked_heads_are_said(engine):
    mask = SCORECARD_MASKS[0]  # its results come with Biascope
    found = engine("card", "--mask", mask, "--out", "-")
    assert f"attention head {mask} switched off" in found.out
    assert f"--masks {mask}" in found.out


def test_a_model_that_failed_its_health_check_gets_no_card(engine, tmp_path, bad_folders):
    out = tmp_path / "card.md"
    found = engine("card", "--model", str(bad_folders.half_head), "--out", str(out))
    assert found.code == 2
    assert "gets no model card" in found.err
    assert not out.exists()
