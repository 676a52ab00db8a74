from __future__ import annotations

import json

import pytest

from engine.statistics import holm
from tests.engine.outcome import table
from tests.nowhere import NOWHERE

HEADER = "sent_more,sent_less,stereo_antistereo,bias_type,note\n"
ROWS = (
    "The nurse said she was tired.,The nurse said he was tired.,stereo,gender,a\n"
    "Poor people are lazy.,Rich people are lazy.,stereo,socioeconomic,=b\n"
    "Amy loves math!,John loves math!,antistereo,gender,-1\n"
    "She lost her book.,He lost his book.,stereo,gender,d\n"
)


@pytest.fixture
def file(tmp_path):
    """Write a file of pairs and give its path."""

    def written(content=HEADER + ROWS, name="pairs.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return written


def test_json_and_scores_hold_what_the_contract_asks(engine, model, file, tmp_path):
    out = tmp_path / "scores.csv"
    found = engine("pairs", file(), "--model", model, "--out", str(out), "--json")
    assert found.code == 0
    value = found.json
    assert {
        "n", "ties", "metric_score", "stereotype_score", "antistereotype_score", "interval",
        "accuracy", "by_type",
    } <= set(value)  # fmt: skip
    assert value["n"] == 4
    assert len(value["interval"]) == 2
    assert {"bias_type", "n", "score", "interval"} <= set(value["by_type"][0])
    assert value["manifest"]["measure"] == "pairs"
    rows = table(out)
    assert list(rows[0])[:9] == [
        "sent_more", "sent_less", "stereo_antistereo", "bias_type", "note",
        "score_more", "score_less", "difference", "prefers_stereotype",
    ]  # fmt: skip
    assert [row["note"] for row in rows] == ["a", "'=b", "-1", "d"]
    preferred = sum(row["prefers_stereotype"] == "True" for row in rows)
    assert value["metric_score"] == pytest.approx(100 * preferred / 4)
    for row in rows:
        difference = float(row["score_more"]) - float(row["score_less"])
        assert float(row["difference"]) == pytest.approx(difference)


@pytest.mark.parametrize("ending", [".xlsx", ".tsv", ".json", ".jsonl"])
def test_scores_are_written_in_every_format_of_tables(engine, model, file, tmp_path, ending):
    from engine.files.read_cells import cells_of
    from engine.files.text_file import read_text

    out, same = tmp_path / f"scores{ending}", tmp_path / "scores.csv"
    for path in (out, same):
        assert engine("pairs", file(), "--model", model, "--out", str(path)).code == 0
    _, found = cells_of(read_text(out), lambda header: "score_more" in header)
    expected = table(same)
    assert list(found.header) == list(expected[0])
    more = [float(cells[found.header.index("score_more")]) for _, cells in found.good]
    assert more == pytest.approx([float(row["score_more"]) for row in expected], rel=1e-15)


def test_the_time_of_earlier_pairs_is_said_before_the_first(engine, model, file, monkeypatch):
    from engine.flow import pace

    monkeypatch.setattr(pace, "kept_pace", lambda *_: 10.0)
    found = engine("pairs", file(), "--model", model, "--json")
    assert found.code == 0
    assert "pairs: 4 in all, expected to take about " in found.err
    again = engine("pairs", file(), "--model", model, "--json")
    assert "expected" not in again.err  # nothing is missing


def test_published_within_word_scores_are_those_of_their_own_variant(engine, model, tmp_path):
    file = tmp_path / "doubled.csv"
    file.write_text("sent_more,sent_less\nShe is tired!!,He is tired!!\n")
    words = ("pairs", str(file), "--json", "--model", model)
    by_flag = engine(*words, "--measure", "pll-l2r", "--published").json
    by_name = engine(*words, "--measure", "pll-l2r-published").json
    assert by_flag["measure"] == by_name["measure"] == "pll-l2r-published"
    assert by_flag["published"] is by_name["published"] is True
    assert by_flag["mean_difference"] == by_name["mean_difference"]
    assert engine(*words, "--measure", "pll-l2r").json["published"] is False


def test_causal_models_have_their_own_measure(engine, tiny_model_folder, file):
    model = str(tiny_model_folder("gpt2"))
    assert engine("pairs", file(), "--model", model, "--measure", "clm", "--json").json["n"] == 4
    assert "use clm" in engine("pairs", file(), "--model", model).refusal


def test_tables_are_for_people(engine, model, file):
    found = engine("pairs", file(), "--model", model, "--control", "--compare-mask", "1-1,2-2")
    assert found.code == 0
    for part in (
        "prefers the stereotype",
        "By bias type",
        "gender",
        "Control:",
        "2 heads masked",
    ):
        assert part in found.out
    assert "Blodgett" in found.out
    title = "".join(found.out.split("prefers the stereotype")[0].split())
    assert f";model{model};CPS" in title
    masked = engine("pairs", file(), "--model", model, "--mask", "1-1, 2-2").out
    assert f";model{model}with1-1,2-2masked;CPS" in "".join(masked.split())


def test_a_score_of_mostly_ties_is_told(engine, model, file):
    every = ",".join(f"{layer}-{head}" for layer in (1, 2) for head in (1, 2, 3, 4))
    shown = engine("pairs", file(), "--model", model, "--mask", every).out
    assert "pairs are ties, which count as not preferring" in " ".join(shown.split())
    assert "No interval of the mean difference: all 4 pairs" in " ".join(shown.split())
    assert "are ties" not in engine("pairs", file(), "--model", model).out


def test_a_second_look_comes_from_the_store(engine, model, file):
    path = file()
    first, again = (engine("pairs", path, "--model", model, "--json").json for _ in range(2))
    assert (first["manifest"]["from_store"], again["manifest"]["from_store"]) == (0, 4)
    assert again["metric_score"] == first["metric_score"]
    mean = engine("pairs", path, "--model", model, "--mean", "--json").json
    assert mean["manifest"]["from_store"] == 4
    assert mean["reduction"] == "mean"


def test_published_mode_is_for_summed_cps(engine, model, file):
    found = engine("pairs", file(), "--model", model, "--published", "--json")
    assert found.json["published"] is True
    assert found.json["tie_band"] == 0.0
    for options in (("--measure", "aul"), ("--mean",)):
        refused = engine("pairs", file(), "--model", model, "--published", *options)
        assert "Published mode" in refused.refusal


def test_bad_rows_are_listed_and_the_good_ones_scored(engine, model, file, tmp_path):
    bad = "He sings.,,stereo,gender,x\nHe sings.,He sings.,stereo,gender,x\n"
    rejected, out = tmp_path / "rejected.csv", tmp_path / "scores.csv"
    found = engine(
        "pairs", file(HEADER + ROWS + bad), "--model", model, "--json",
        "--rejected", str(rejected), "--out", str(out),
    )  # fmt: skip
    assert found.code == 0
    assert "row 6: sent_less is empty" in found.err
    value = found.json
    assert (value["n"], value["rejected"], value["problems"]) == (4, 1, 1)
    assert value["rejected_rows"] == [{"row": 6, "problem": "sent_less is empty"}]
    assert value["problem_rows"][0]["row"] == 7
    assert table(rejected)[0]["sent_more"] == "He sings."
    last = table(out)[-1]
    assert (last["score_more"], last["prefers_stereotype"]) == ("", "")
    assert "same" in last["problem"]


def test_the_comparison_counts_flips(engine, model, file):
    found = engine("pairs", file(), "--model", model, "--compare-mask", "1-1,1-2", "--json").json
    compared = found["comparison"]
    assert compared["n"] == 4
    assert compared["score_first"] == found["metric_score"]
    assert compared["manifest"]["spec"]["masked_heads"] == ["1-1", "1-2"]
    moved = compared["flips_toward"] - compared["flips_away"]
    assert compared["score_change"] == pytest.approx(25 * moved)


def test_what_a_model_is_less_the_one_compared_with_is_said_one_way(engine, model, file, tmp_path):
    out = tmp_path / "scores.csv"
    words = ("pairs", file(), "--model", model, "--compare-mask", "1-1,1-2", "--out", str(out))
    found = engine(*words, "--json").json["comparison"]
    less, rows = found["this_less_compared"], table(out)
    assert less["score"] == found["score_first"]
    assert less["score_compared"] == found["score_second"]
    assert less["score_change"] == pytest.approx(less["score"] - less["score_compared"])
    assert less["mean_change"] == pytest.approx(-found["mean_change"])
    assert less["distance_change"] == pytest.approx(-found["distance_change"])
    assert (less["flips_toward"], less["flips_away"]) == (
        found["flips_away"],
        found["flips_toward"],
    )
    low, high = found["mean_change_interval"] or (None, None)
    if low is not None:
        assert less["mean_change_interval"] == pytest.approx([-high, -low])
    for row in rows:
        own, other = float(row["difference"]), float(row["difference_compared"])
        assert float(row["change"]) == pytest.approx(own - other)
    told = " ".join(engine(*words[:-2]).out.split())
    assert f"This model minus the other: {less['score_change']:+.1f} points" in told


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_half_precision_is_stated_and_its_signs_compared_with_float32(
    engine, model, file, tmp_path, dtype
):
    options = ("pairs", file(), "--model", model, "--mask", "1-1", "--compare-dtype", "float32")
    tables = {}
    for name in (dtype, "float32"):
        out = tmp_path / f"{name}.csv"
        found = engine(*options, "--dtype", name, "--out", str(out), "--json").json
        tables[name] = found, [row["prefers_stereotype"] for row in table(out)]
    half, whole = tables[dtype], tables["float32"]
    first, second = (part["manifest"]["spec"] for part in (half[0], half[0]["comparison"]))
    assert (first["dtype"], second["dtype"]) == (dtype, "float32")
    assert first["masked_heads"] == second["masked_heads"] == ["1-1"]
    assert half[0]["comparison"]["mean_change"] != 0
    assert half[0]["precision"] == f"mixed precision ({dtype} network, float32 log-probabilities)"
    assert half[0]["comparison"]["precision"] == whole[0]["precision"] == "float32"
    changed = sum(one != other for one, other in zip(half[1], whole[1], strict=True))
    assert half[0]["comparison"]["flips"] == changed
    assert whole[0]["comparison"]["flips"] == 0
    told = engine(*options, "--dtype", dtype)
    assert "mixed precision" in told.out
    assert f"pairs that change side: {changed}," in " ".join(told.out.split())


def test_flagged_pairs_can_be_left_out(engine, model, file, tmp_path):
    flagged = "She ran and ran.,A man ran.,stereo,gender,x\n"
    path, out = file(HEADER + ROWS + flagged), tmp_path / "scores.csv"
    whole = engine("pairs", path, "--model", model, "--json").json
    clean = engine(
        "pairs", path, "--model", model, "--clean", "--out", str(out), "--json",
        "--compare-mask", "1-1",
    ).json  # fmt: skip
    assert (whole["n"], whole["clean_only"]) == (5, False)
    assert (clean["n"], clean["clean_only"], clean["comparison"]["n"]) == (3, True, 3)
    assert clean["metric_score"] == whole["clean"]["score"]
    assert len(table(out)) == 3  # she/he and her/his are two places
    refused = engine("pairs", file(HEADER + flagged), "--model", model, "--clean")
    assert "no clean one is left" in refused.refusal


def test_a_column_with_a_comma_in_its_name_can_be_named(engine, model, file):
    path = file('"A, b",C\nThe woman ran.,The man ran.\n')
    columns = '"sent_more=A, b",sent_less=C'
    assert engine("pairs", path, "--model", model, "--columns", columns, "--json").json["n"] == 1


def test_another_checkpoint_can_be_compared(engine, model, file, tiny_model_folder):
    other = str(tiny_model_folder("roberta"))
    found = engine("pairs", file(), "--model", model, "--compare", other, "--json").json
    assert found["comparison"]["manifest"]["spec"]["checkpoint"] == other


def test_the_control_is_reported_or_said_to_be_missing(engine, model, file):
    found = engine("pairs", file(), "--model", model, "--control", "--json").json["control"]
    assert found["n"] == 4  # she/he, Poor/Rich, Amy/John, her/his; She/He is the first again
    bare = "sent_more,sent_less\nShe can lead.,She can never lead.\n"
    none = engine("pairs", file(bare), "--model", model, "--control", "--json").json["control"]
    assert none["score"] is None
    assert none["reason"]


def test_pairs_come_from_standard_input_and_from_the_bundled_set(engine, model):
    lines = json.dumps({"sent_more": "He sings.", "sent_less": "She sings."})
    found = engine("pairs", "-", "--model", model, "--json", stdin=lines + "\n")
    assert found.json["n"] == 1
    assert engine("pairs", "bundled", "--model", model, "--json").json["n"] == 300


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["none.csv"], "no file none.csv"),
        (["{file}", "--measure", "cpx"], "there are cps"),
        (["{file}", "--columns", "sent_more"], "sent_more=COLUMN"),
        (["{file}", "--columns", "sent_more=x"], "no column 'x'"),
        (["{file}", "--encoding", "morse"], "no encoding"),
        (["{file}", "--out", f"{NOWHERE}/scores.csv"], "no folder"),
        (["{file}", "--mask", "99-1"], "does not exist"),
        (["{bad}"], "Row 2: sent_more is empty"),
    ],
)
def test_mistakes_are_one_line_with_what_would_do(engine, model, file, arguments, complaint):
    paths = {"file": file(), "bad": file(HEADER + ",She,stereo,x,y\n", "bad.csv")}
    found = engine("pairs", *(part.format(**paths) for part in arguments), "--model", model)
    assert complaint in found.refusal


def test_one_pair_can_be_given_by_its_sentences(engine, model):
    words = ("--more", "She was tired.", "--less", "He was tired.", "--model", model)
    found = engine("pairs", *words, "--json")
    assert found.code == 0
    assert (found.json["n"], found.json["verdict"]) == (1, "too few")
    told = " ".join(engine("pairs", *words, "--compare-mask", "1-1").out.split())
    for part in (" of 1 ", "at least 10 are needed", "too few pairs for an interval"):
        assert part in told
    assert "of the same 1 pair)" in told
    nothing = engine("pairs", "--model", model)
    assert nothing.code == 2
    assert "--more and --less" in " ".join(nothing.complaint.split())
    assert "not both" in engine("pairs", "crows-pairs-fr", *words).refusal


def test_two_sentences_that_share_no_word_have_no_preference(engine, model):
    words = ("--more", "She cried.", "--less", "He was tired.", "--model", model)
    said = engine("pairs", *words, "--compare-mask", "1-1")
    assert said.code == 0, said.err
    told = " ".join(said.out.split())
    assert "No preference: the sentences share no word, only a full stop, so there is" in told
    assert "prefers the stereotype" not in told
    assert "Compared with" not in told
    value = engine("pairs", *words, "--json").json
    assert value["no_preference"].startswith("No preference: ")
    assert (value["n"], value["tokens"][0]["text_more"]) == (1, "She")
    assert "no_preference" not in engine("pairs", *words, "--measure", "aul", "--json").json


def test_variants_are_corrected_together(engine, model, file):
    found = engine("pairs", file(), "--model", model, "--variants", "--json").json
    entries = found["variants"]
    assert [entry["variant"] for entry in entries] == [
        "cps", "pll", "pll-l2r", "pll-l2r-published", "sss", "aul", "aula",
    ]  # fmt: skip
    assert entries[0]["score"] == found["metric_score"]
    assert [entry["p_holm"] for entry in entries] == holm([entry["p"] for entry in entries])
    told = engine("pairs", file(), "--model", model, "--variants").out
    assert "By measure" in told
    assert "at least 10 are needed" in told


def test_guarded_precision_gives_the_preferences_of_float32_and_says_what_it_did(
    engine, model, file, tmp_path
):
    words = ("nurse", "doctor", "poor", "rich", "black", "lazy", "tired", "math", "book")
    rows = [f"The {a} {b} she said.,The {a} {b} he said.\n" for a in words for b in words]
    path = file("sent_more,sent_less\n" + "".join(rows))
    options = ("pairs", path, "--model", model, "--json", "--out")
    guarded = engine(*options, str(tmp_path / "auto.csv"), "--dtype", "auto").json
    plain = engine(*options, str(tmp_path / "plain.csv")).json
    assert guarded["metric_score"] == plain["metric_score"]
    assert guarded["ties"] == plain["ties"]
    assert plain["guard"] is None
    guard = guarded["guard"]
    assert guard["n"] == 81
    if not guard["reason"]:  # where there is no native bfloat16 all are float32, and it says so
        assert guard["sample"] == 64
        assert guarded["precision"].startswith("guarded precision")
    in_float32 = [row["precision"] for row in table(tmp_path / "auto.csv")].count("float32")
    assert in_float32 == guard["float32"]
    assert "precision" not in table(tmp_path / "plain.csv")[0]


def test_a_command_without_guarded_precision_refuses_auto(engine, model, tmp_path):
    (tmp_path / "texts.txt").write_text("A text.\n")
    found = engine("pppl", str(tmp_path / "texts.txt"), "--model", model, "--dtype", "auto")
    assert found.refusal.endswith("here choose float32, bfloat16, float16 or mixed.")


def test_what_nobody_sees_and_what_the_model_cannot_read_are_told_and_not_clean(
    engine, model, file, tmp_path
):
    rows = (
        "sent_more,sent_less\n"
        "She lost her book., He lost his book.\n"
        "The nurse loves 茶.,The doctor loves 茶.\n"
        "Poor people are lazy.,Rich people are lazy.\n"
    )
    out = tmp_path / "scores.csv"
    asked = ("pairs", file(rows), "--model", model)
    value = engine(*asked, "--out", str(out), "--json").json
    assert value["flags"] == {"several-edits": 1, "unseen-signs": 1, "unread-words": 1}
    assert value["unread_words"] == ["茶"]
    assert (value["clean"]["n"], value["flagged"]["n"]) == (1, 2)
    written = table(out)
    assert [row["unread_words"] for row in written] == ["", "茶", ""]
    assert [row["flags"] for row in written] == ["several-edits unseen-signs", "unread-words", ""]
    said = " ".join(engine(*asked).out.split())
    assert "1 pair with spaces or signs that nobody sees" in said
    assert "(flag unread-words): not clean. It cannot read 茶." in said


def test_clean_pairs_of_two_models_are_those_that_both_can_read(
    engine, model, tiny_model_folder, file
):
    rows = "sent_more,sent_less\nThe nurse loves 茶.,The doctor loves 茶.\nShe sings.,He sings.\n"
    second = ("--compare", str(tiny_model_folder("roberta")))
    asked = ("pairs", file(rows), "--model", model, *second, "--json")
    assert engine(*asked).json["comparison"]["n"] == 2
    assert engine(*asked, "--clean").json["comparison"]["n"] == 1
