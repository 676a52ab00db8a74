from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.measures.heads.runs import ranked
from tests.engine.classifiers import build_classifier
from tests.engine.measures.association_items import CONTEXTS, ITEM


@pytest.fixture
def words(tmp_path):
    """Attribute, target and corpus files as command-line options."""
    (tmp_path / "pairs.csv").write_text(
        "female,male\n" + "".join(f"{a},{b}\n" for a, b in zip(ITEM["a"], ITEM["b"], strict=True)),
        encoding="utf-8",
    )
    targets = [*((word, "female") for word in ITEM["x"]), *((word, "male") for word in ITEM["y"])]
    (tmp_path / "targets.csv").write_text(
        "word,association\n" + "".join(f"{word},{name}\n" for word, name in targets),
        encoding="utf-8",
    )
    (tmp_path / "corpus.txt").write_text("\n".join(CONTEXTS), encoding="utf-8")
    return [
        *("--attributes", str(tmp_path / "pairs.csv")),
        *("--targets", str(tmp_path / "targets.csv")),
        *("--corpus", str(tmp_path / "corpus.txt")),
    ]


def test_lists_with_columns_and_labels_of_their_own_give_the_same(engine, model, words, tmp_path):
    plain = engine("seat", *words, "--json", "--model", model).json
    own = {"female": "weiblich", "male": "männlich"}
    lines = (tmp_path / "targets.csv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split(",") for line in lines]
    text = "".join(f"{place};{word};{own[name]}\n" for place, (word, name) in enumerate(rows))
    (tmp_path / "targets.csv").write_text(f"Nr;Beruf;Geschlecht\n{text}", encoding="cp1252")
    asked = ("seat", *words, "--columns", "word=Beruf,association=Geschlecht")
    values = ("--values", "weiblich=female,männlich=male", "--json", "--model", model)
    assert engine(*asked, *values).json["effect_size"] == plain["effect_size"]
    refused = engine(*asked, "--model", model)
    assert refused.code != 0
    assert "is labelled 'weiblich'" in refused.err


@pytest.mark.parametrize("command", ["seat", "heads"])
def test_tables_are_headed_by_the_model_and_its_mask(engine, model, words, command):
    for mask, masked in (((), ""), (("--mask", "1-1"), " with 1-1 masked")):
        shown = engine(command, *words, "--model", model, *mask).out
        # A title is wrapped, between words and within a long path.
        title = shown.split("pooling")[0].replace("\n", "")
        assert f"model {model}{masked}".replace(" ", "") in title.replace(" ", "")
        assert ("masked" in title) is bool(mask)


def test_columns_go_with_lists_of_ones_own(engine, model, seat_file):
    for asked in (("seat",), ("seat", seat_file()), ("heads", "--seat", seat_file())):
        found = engine(*asked, "--columns", "word=A", "--model", model)
        assert found.code != 0
        assert "--columns goes with --attributes and --targets" in found.err


@pytest.fixture
def seat_file(tmp_path):
    """Write a SEAT test and give its path."""

    def written(name="test.jsonl", **changes):
        sets = {
            "targ1": {"category": "Names", "examples": ["John", "Paul", "Mike"]},
            "targ2": {"category": "Others", "examples": ["Amy", "Lisa", "Sarah"]},
            "attr1": {"category": "Career", "examples": ["office", "salary"]},
            "attr2": {"category": "Family", "examples": ["home", "wedding"]},
        } | changes
        path = tmp_path / name
        path.write_text(json.dumps(sets), encoding="utf-8")
        return str(path)

    return written


def test_seat_and_heads_hold_what_the_contract_asks_of_each_pooling(engine, model, seat_file):
    path = seat_file()
    by_default, cls, mean = (
        engine("seat", path, *options, "--json", "--model", model).json
        for options in ((), ("--pooling", "cls"), ("--pooling", "mean"))
    )
    assert by_default["effect_size"] == cls["effect_size"] != mean["effect_size"]
    value = cls
    assert value["n_permutations"] == 20
    assert 0 < value["p_value"] <= 1
    assert value["interval"][0] <= value["effect_size"] <= value["interval"][1]
    assert value["pooling"] == "cls"
    assert value["sets"] == {"x": "Names", "y": "Others", "a": "Career", "b": "Family"}
    assert value["manifest"]["measure"] == "seat"
    heads = engine("heads", "--seat", path, "--pooling", "mean", "--json", "--model", model).json
    assert heads["effect_size"] == pytest.approx(mean["effect_size"])


def test_a_sentence_encoder_without_a_head_has_its_associations(engine, bad_folders, seat_file):
    path, encoder = seat_file(), str(bad_folders.sentence_encoder)
    found = engine("seat", path, "--pooling", "mean", "--json", "--model", encoder).json
    heads = engine(
        *("heads", "--seat", path, "--pooling", "mean", "--ablate", "--json", "--model", encoder)
    ).json
    assert heads["effect_size"] == pytest.approx(found["effect_size"])
    assert len(heads["gradient"]) == len(heads["ablated_effect_size"]) == 2
    refused = engine("fill", SENTENCE, "--model", encoder).refusal
    assert "has no trained language-model head" in refused
    top = engine("heads", "--seat", path, "--top-k", "1", "--json", "--model", encoder).json
    figures = top["runs"][-1]
    assert figures["effect_size"] is not None
    assert {figures[name] for name in ("pppl", "cloze_accuracy")} == {None}
    mask = engine("mask", "--seat", path, "--mask", "1-1", "--json", "--model", encoder).json
    assert [row["name"] for row in mask["metrics"]] == ["seat"]


def test_several_tests_are_corrected_together_and_one_that_fails_is_told(
    engine, model, seat_file, tmp_path
):
    names = ["Amy", "Lisa", "Sarah"]
    seat_file("b.jsonl")
    seat_file("a.jsonl", targ1={"category": "Turned", "examples": names}, targ2=["John", "Paul"])
    seat_file("c.jsonl", attr1=names)
    found = engine("seat", str(tmp_path), "--json", "--model", model).json["tests"]
    assert [entry["test"] for entry in found] == ["a", "b", "c"]
    assert "are in both" in found[2]["problem"]
    assert found[2]["p_holm"] is None
    plain = sorted(entry["p_value"] for entry in found[:2])
    corrected = sorted(entry["p_holm"] for entry in found[:2])
    assert corrected[0] == pytest.approx(min(1, 2 * plain[0]))
    table = engine("seat", str(tmp_path), "--model", model)
    assert table.code == 0
    assert "p (Holm)" in table.out


def test_seat_reads_word_lists_in_a_corpus(engine, model, words):
    value = engine("seat", *words, "--json", "--model", model).json
    assert value["pooling"] == "token"
    assert value["sizes"] == {"x": 3, "y": 3, "a": 3, "b": 3}
    shown = engine("seat", *words, "--model", model)
    assert shown.code == 0
    assert "Stereotyped as female (3)" in shown.out
    assert f"{value['inputs']} (" in shown.out
    assert "at most 10 per word" in shown.out


def test_heads_hold_what_the_contract_asks(engine, model, words):
    value = engine("heads", *words, "--ablate", "--json", "--model", model).json
    assert [len(row) for row in value["gradient"]] == [4, 4]
    assert [len(row) for row in value["ablated_effect_size"]] == [4, 4]
    masked = engine("seat", *words, "--mask", "2-3", "--json", "--model", model).json
    assert value["ablated_effect_size"][1][2] == pytest.approx(masked["effect_size"])


SENTENCE = "The nurse said that [MASK] was tired."


def test_heads_are_ranked_by_their_effect_on_a_sentence(engine, model, words, tmp_path):
    path = str(tmp_path / "mask.json")
    value = engine(
        *("heads", *words, "--sentence", SENTENCE, "--sentence-words", "she,he"),
        *("--rank-by", "sentence", "--top-k", "2", "--save-mask", path),
        *("--json", "--model", model),
    ).json
    found = value["sentence"]
    assert (found["text"], found["words"]) == (SENTENCE, ["she", "he"])
    best = {str(head) for head in ranked(found["effect"])[:2]}
    (run,) = (run for run in value["runs"] if run["kind"] == "top")
    assert set(run["heads"].split(", ")) == best == set(value["saved"]["heads"].split(", "))
    assert "effects on one sentence" in json.loads(Path(path).read_text("utf-8"))["note"]
    shown = engine("heads", *words, "--sentence", SENTENCE, "--model", model)
    assert "he rather than she" in shown.out


def test_heads_of_a_causal_model(engine, tiny_model_folder, words):
    model = str(tiny_model_folder("gpt2"))
    shown = engine("heads", *words, "--top-k", "1", "--model", model).out
    assert "perplexity" in shown
    assert "PPPL" not in shown


def test_runs_mask_the_heads_of_the_ranking_and_the_mask_can_be_saved_for_this_model(
    engine, model, words, tmp_path, tiny_model_folder
):
    path = str(tmp_path / "mask.json")
    found = engine(
        *("heads", *words, "--top-k", "1,2", "--bottom-k", "1", "--random-seeds", "2"),
        *("--save-mask", path, "--json", "--model", model),
    ).json
    runs = found["runs"]
    assert [(run["kind"], run["k"]) for run in runs] == [
        *[("none", 0), ("top", 1), ("top", 2), ("bottom", 1)],
        *[("random", 1), ("random", 1), ("random", 2), ("random", 2)],
    ]
    best, *_, worst = map(str, ranked(found["gradient"]))
    assert (runs[1]["heads"], runs[3]["heads"]) == (best, worst)
    assert found["saved"]["heads"] == best
    by_file, by_name = (
        engine("seat", *words, "--mask", mask, "--json", "--model", model).json["effect_size"]
        for mask in (path, best)
    )
    assert by_file == by_name == pytest.approx(runs[1]["effect_size"])
    other = str(tiny_model_folder("roberta"))
    refused = engine("seat", *words, "--mask", path, "--model", other).refusal
    assert "This mask belongs to" in refused


def test_tables_for_people(engine, model, words):
    shown = engine("heads", *words, "--ablate", "--top-k", "1", "--model", model)
    assert shown.code == 0
    words_shown = " ".join(shown.out.split())
    for part in ("effect size d", "first order; --ablate", "Masked together", "of 8"):
        assert part in words_shown


COUNTER = [
    "The woman is a nurse.",
    "The man is an engineer today.",
    "My mother is a good dancer.",
    "She is a secretary.",
    "My father was a mechanic.",
    "He likes the old soldier.",
]


@pytest.fixture
def counter(engine, model, words, tmp_path):
    """Run `counter` on six sentences."""
    path = tmp_path / "sentences.txt"
    path.write_text("\n".join(COUNTER), encoding="utf-8")
    options = [*words[:4], "--contexts", words[-1], "--corpus", str(path), "--model", model]
    return lambda *more: engine("counter", *options, *more)


def test_counter_tests_biased_and_other_heads(engine, model, words, counter):
    value = counter("--same-words", "--json").json
    assert value["n"] == 6
    assert value["biased"]["heads"] + value["other"]["heads"] == 8
    assert not value["held_out_words"]
    assert [len(row) for row in value["by_head"]] == [4, 4]
    note = "needs at least 6 person words and targets"
    for name in ("biased", "other"):
        assert value[name]["mean_difference"] is not None
        assert (value[name]["p"], value[name]["interval_note"]) == (None, note)
    gradient = engine("heads", *words, "--json", "--model", model).json["gradient"]
    assert value["biased"]["heads"] == sum(score > 0 for row in gradient for score in row)
    shown = counter("--same-words")
    assert shown.code == 0
    assert "the same words" in " ".join(shown.out.split())
    assert "the original model" in shown.out
    assert note in " ".join(shown.out.split())


def test_counter_chooses_its_heads_without_the_mask_and_names_it(model, counter):
    masked = ("--same-words", "--mask", "1-1,1-2")
    before, after = counter("--same-words", "--json").json, counter(*masked, "--json").json
    assert (before["model"], before["masked_heads"]) == (model, "")
    assert (after["model"], after["masked_heads"]) == (model, "1-1, 1-2")
    for same in ("biased_heads", "effect_size", "gradient"):
        assert after[same] == before[same]
    assert after["untouched"] == {name: before[name] for name in ("n", "biased", "other")}
    assert after["by_head"][1] != before["by_head"][1]
    shown = counter(*masked).out
    for part in ("biased, original", "other, masked", "1-1, 1-2"):
        assert part in shown


@pytest.mark.parametrize("command", ["counter", "heads", "seat"])
def test_an_empty_corpus_is_told(engine, model, words, tmp_path, command):
    path = tmp_path / "empty.txt"
    path.write_text(" \n", encoding="utf-8")
    found = engine(command, *words[:4], "--corpus", str(path), "--model", model)
    assert "empty.txt holds no sentence" in found.refusal


def test_counter_needs_enough_words_to_hold_some_out(counter):
    found = counter()
    assert "too few to hold half of them out" in found.refusal


def test_lpbs_has_every_domain_with_its_spread(engine, model):
    value = engine("lpbs", "--domain", "career-family", "--json", "--model", model).json
    (domain,) = value["domains"]
    assert domain["domain"] == "career-family"
    assert domain["templates"] >= 5
    assert domain["spread"][0] <= domain["spread"][1]
    shown = engine("lpbs", "--domain", "career-family", "--model", model)
    assert shown.code == 0
    assert "career – family" in shown.out


def test_lpbs_with_every_head_masked_says_why_there_is_no_effect(engine, model):
    every = ",".join(f"{layer}-{head}" for layer in (1, 2) for head in (1, 2, 3, 4))
    options = ["--domain", "career-family", "--mask", every, "--model", model]
    (domain,) = engine("lpbs", *options, "--json").json["domains"]
    assert domain["effect_size"] is None
    assert domain["p_holm"] is None
    shown = engine("lpbs", *options).out
    assert " ".join(f"career – family: {domain['problem']}".split()) in " ".join(shown.split())
    assert "1.0000" not in shown


def test_nlu_compares_with_and_without_heads_what_was_identified(engine, tmp_path, monkeypatch):
    def asked(*_):
        raise AssertionError("the name was looked up again")

    monkeypatch.setattr("engine.models.loading.resolve", asked)
    classifier = str(build_classifier("bert", tmp_path / "classifier"))
    path = tmp_path / "labelled.csv"
    rows = "".join(
        f"The nurse is {word}.,{label}\n"
        for word, label in [("kind", "good"), ("bad", 0), ("cold", "bad"), ("warm", 1)]
    )
    path.write_text("text,label\n" + rows, encoding="utf-8")
    alone = engine("nlu", str(path), "--json", "--model", classifier).json
    assert alone["masked"] is None
    assert alone["untouched"]["n"] == 4
    both = engine("nlu", str(path), "--mask", "1-1,2-2", "--json", "--model", classifier).json
    assert both["untouched"] == alone["untouched"]
    assert 0 <= both["masked"]["accuracy"] <= 1
    assert 0 < both["p"] <= 1
    assert both["manifest"]["spec"]["masked_heads"] == ["1-1", "2-2"]
    shown = engine("nlu", str(path), "--mask", "1-1", "--model", classifier)
    assert "Switching heads off does not clearly change accuracy" in shown.out
    title = "".join(shown.out.split())
    assert f"{path};model{classifier}with1-1masked".replace(" ", "") in title
    assert both["change"]["p"] == both["p"]
    assert both["change"]["detectable"] is None  # of 4 texts


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["seat", "none.jsonl"], "There is no file none.jsonl"),
        (["seat", "--targets", "t.csv"], "--targets needs --attributes"),
        (["seat", "--attributes", "a.csv"], "--attributes needs --corpus"),
        (["seat", "--words", "age"], "gender, race, religion"),
        (["seat", "none.jsonl", "--corpus", "c.txt"], "not both"),
        (["heads", "--seat", "x.jsonl", "--attributes", "a.csv"], "not both"),
        (["heads", "--top-k", "0"], "--top-k takes numbers"),
        (["heads", "--bottom-k", "many"], "--bottom-k takes numbers"),
        (["heads", "--save-mask", "m.json"], "--save-mask needs --top-k"),
        (["heads", "--rank-by", "sentence"], "needs --sentence"),
        (["heads", "--rank-by", "size"], "takes bias or sentence"),
        (["heads", "--sentence", SENTENCE, "--sentence-words", "he"], "Name two words"),
        (["heads", "--sentence", "No word is hidden."], "[MASK]"),
        (["seat", "--pooling", "first"], "A pooling is"),
        (["lpbs", "--domain", "sport"], "no domain 'sport'"),
        (["lpbs", "--persons", "he"], "two words, as he,she"),
        (["nlu", "f.csv"], "nlu needs --model"),
        (["seat", "--mask", "none.json"], "There is no file none.json"),
        (["seat", "EMPTY"], "holds no test file (.jsonl)"),
        (["replicate", "bias-a-head", "--words", "religion"], "no numbers of bert-base-uncased"),
    ],
)
def test_mistakes_are_told_in_one_line(engine, model, tmp_path, arguments, complaint):
    options = [] if arguments[0] == "nlu" else ["--model", model]
    given = [str(tmp_path) if argument == "EMPTY" else argument for argument in arguments]
    assert complaint in engine(*given, *options).refusal


TWO_OF_EACH = "\n".join([*CONTEXTS, *COUNTER])


@pytest.mark.parametrize("family", ["bert", "gpt2"])
def test_published_figures_stand_beside_ours(engine, words, tmp_path, tiny_model_folder, family):
    path = tmp_path / "sentences.txt"
    path.write_text(TWO_OF_EACH, encoding="utf-8")
    options = [*words, "--sentences", str(path), "--random-seeds", "1"]
    model = str(tiny_model_folder(family))
    value = engine("replicate", "bias-a-head", *options, "--json", "--model", model).json
    assert value["published_model"] == "bert-base-uncased"
    entries = {
        (entry["part"], entry["name"], entry["quantity"]): entry for entry in value["figures"]
    }
    base = entries["table 1", "none", "|d|"]
    seat = engine("seat", *words, "--json", "--model", model).json
    assert base["published"] == 1.35
    assert base["ours"] == pytest.approx(abs(seat["effect_size"]))
    assert base["difference"] == pytest.approx(base["ours"] - 1.35)
    assert value["experiment"]["n"] > 2
    lpbs = entries["table 3", "career-family, 0 masked", "LPBS"]["ours"]
    assert (lpbs is None) == (family == "gpt2")
