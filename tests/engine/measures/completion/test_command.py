from __future__ import annotations

import pytest

from tests.nowhere import NOWHERE

TEXT = "The nurse said that [MASK] was tired."
SPEC_KEYS = {"checkpoint", "revision", "dtype", "masked_heads"}
MANIFEST_KEYS = {"spec", "measure", "version", "params", "items", "data", "libraries", "device"}


def test_json_holds_what_the_contract_asks(engine, model):
    found = engine("fill", TEXT, "--top-k", "4", "--targets", "he,she", "--json", "--model", model)
    assert (found.code, found.err, found.json["text"]) == (0, "", TEXT)
    (ranked,) = found.json["predictions"]
    assert len(ranked) == 4
    assert all({"token", "word", "probability", "rank"} <= set(entry) for entry in ranked)
    assert [entry["probability"] for entry in ranked] == sorted(
        (entry["probability"] for entry in ranked), reverse=True
    )
    targets = found.json["targets"]
    assert [entry["word"] for entry in targets] == ["he", "she"]
    assert all({"word", "probability", "pieces", "rank"} <= set(entry) for entry in targets)


def test_masked_heads_give_another_answer_and_the_manifest_says_what_was_measured(engine, model):
    asked = ("fill", TEXT, "--json", "--model", model, "--device", "cpu")
    base, masked = (engine(*asked, *mask).json for mask in ((), ("--mask", "2-1,1-4")))
    assert base["predictions"] != masked["predictions"]
    manifest = masked["manifest"]
    assert set(manifest) >= MANIFEST_KEYS
    assert set(manifest["spec"]) == SPEC_KEYS
    assert manifest["spec"]["checkpoint"] == model
    assert manifest["spec"]["masked_heads"] == ["1-4", "2-1"]
    assert manifest["device"] == "cpu"
    assert manifest["params"]["top_k"] == 10


def test_the_same_question_again_is_answered_from_the_store_unless_it_is_left_alone(
    engine, model, cache_folder
):
    asked = ("fill", TEXT, "--json", "--model", model)
    alone = [engine(*asked, "--no-cache").json for _ in range(2)]
    assert not list(cache_folder.iterdir())
    first, again = (engine(*asked).json for _ in range(2))
    stored = [found["manifest"]["from_store"] for found in (*alone, first, again)]
    assert stored == [0, 0, 0, 1]
    assert list(first) == list(again)
    assert first | {"manifest": {}} == again | {"manifest": {}}


def test_a_table_for_people_names_words_targets_and_masks_and_nothing_is_markup(engine, model):
    looked_up = "she,他,[bold]x[/bold],:heart:"
    found = engine("fill", "[MASK] met [MASK].", "--targets", looked_up, "--model", model)
    assert (found.code, found.err) == (0, "")
    shown = ("Mask 1 of 2", "Mask 2 of 2", "she (mask 1)", "unknown word")
    for part in (*shown, "[bold]x[/bold] (mask 1)", ":heart: (mask 1)"):
        assert part in found.out


def test_groups_are_compared(engine, model):
    arguments = ("fill", "The {group} was [MASK].", "--groups", "nurse, engineer,nurse")
    targets = ("--targets", "tired,xyzzyplugh")
    value = engine(*arguments, *targets, "--json", "--model", model).json
    assert value["groups"] == ["nurse", "engineer"]
    (table,) = value["masks"]
    assert {"words", "probabilities", "spread", "divergence", "pairwise", "targets"} <= set(table)
    assert len(table["words"]) == 10
    shown = engine(*arguments, "--model", model).out
    assert "Mask 1: the groups' words differ by " in shown
    assert "engineer" in shown
    assert "looked up" not in shown
    _, found, looked_up = engine(*arguments, *targets, "--model", model).out.partition("looked up")
    assert found
    assert "tired" in looked_up
    assert "%" in looked_up


def test_joint_fillings_and_longer_words_can_be_asked_for(engine, model):
    asked = (
        *("fill", "[MASK] met [MASK].", "--order", "left-to-right", "--max-pieces", "2"),
        *("--top-k", "2", "--hide", "piece,stop", "--model", model),
    )
    value = engine(*asked, "--json").json
    assert len(value["joint"]) == 2
    assert value["manifest"]["params"]["hide"] == ["piece", "stop"]
    assert " … ".join(value["joint"][0]["words"]) in engine(*asked).out


@pytest.mark.parametrize(
    ("text", "order", "said"),
    [
        (TEXT, "left-to-right", "--order makes no difference here: no sentence has several"),
        (TEXT, "independent", ""),  # as it is anyway
        ("[MASK] met [MASK].", "left-to-right", ""),
    ],
)
def test_an_order_of_one_masked_word_is_said_to_make_no_difference(
    engine, model, tmp_path, text, order, said
):
    file = tmp_path / "sentences.txt"
    file.write_text(text)
    for asked in ([text], ["--file", str(file)]):
        found = engine("fill", *asked, "--order", order, "--model", model)
        assert found.code == 0
        assert found.err.startswith(said) if said else found.err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("The nurse.",), "The sentence has no blank; write [MASK]"),
        (("caf\udce9 [MASK]",), "not UTF-8"),
        ((TEXT, "--mask", "99-1"), "Head 99-1 does not exist: this model has layers 1 to 2"),
        ((TEXT, "--mask", "nine"), "A head is written layer-head, for example 3-1; got 'nine'"),
        (
            (TEXT, "--dtype", "int8"),
            "A dtype is one of float32, bfloat16, float16, mixed; got 'int8'",
        ),
        (
            (TEXT, "--device", "gpu"),
            "A device is auto, cpu, cuda, cuda:N, mps, xpu or xpu:N; got 'gpu'",
        ),
        ((TEXT, "--order", "random"), "--order is independent or left-to-right; got 'random'"),
        ((TEXT, "--hide", "verbs"), "--hide takes piece, punctuation, stop; got 'verbs'"),
        (("The {group} was [MASK].",), "at least two groups to compare; got 0"),
        ((TEXT, "--groups", "nurse,engineer"), "no {group} slot"),
        ((TEXT, "--top-k", "0"), "--top-k"),
        ((TEXT, "--top-k", "many"), "--top-k"),
        ((TEXT, "--topk", "3"), "--topk"),
        ((), "No sentence was given"),
        ((TEXT, "more"), "unexpected extra argument"),
    ],
)
def test_a_mistake_is_said_in_one_line_and_leaves_with_two(engine, model, arguments, said):
    assert said in engine("fill", *arguments, "--json", "--model", model).refusal


def test_what_is_no_device_is_refused_also_where_the_answer_is_known(engine):
    refusal = engine("fill", TEXT, "--device", "foo").refusal  # of the bundled model, with results
    assert "A device is auto, cpu" in refusal


@pytest.mark.parametrize(
    ("checkpoint", "said"),
    [
        ("damaged", "damaged or half-downloaded"),
        ("unsupported_family", "reads with an encoder and writes with a decoder"),
        (NOWHERE, "hub id"),
        ("owner/never-fetched", "HF_HUB_OFFLINE is set"),
    ],
)
def test_an_unusable_model_is_refused_in_one_line(
    engine, bad_folders, checkpoint, said, cache_folder, monkeypatch
):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    name = str(getattr(bad_folders, checkpoint, checkpoint))
    assert said in engine("fill", TEXT, "--json", "--model", name).refusal
    assert not list(cache_folder.glob("results.sqlite"))


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        (("The nurse said that", "--targets", "she,astronomers"), "Next word"),
        (("{group} people are", "--groups", "rich,poor"), "Next word: the groups' words"),
    ],
)
def test_a_causal_model_continues_a_text_without_a_mask(engine, tiny_model_folder, asked, title):
    words = ("fill", *asked, "--model", str(tiny_model_folder("gpt2-mask")))
    assert engine(*words, "--json").json["continued"] is True
    shown = engine(*words).out
    assert title in shown
    assert "first pieces of words" in " ".join(shown.split())
    assert "mask 1" not in shown


def test_a_flat_distribution_is_said_to_people_and_not_in_the_json(engine, model, monkeypatch):
    from engine.measures.completion import completions as flat

    first = engine("fill", TEXT, "--json", "--model", model).json["predictions"][0][0]
    monkeypatch.setattr(flat, "FLAT", first["probability"] * 1.001)
    assert "the model has no clear favourite here, so single words" in " ".join(
        engine("fill", TEXT, "--model", model).out.split()
    )
    assert "unsure" not in engine("fill", TEXT, "--json", "--model", model).out
    monkeypatch.setattr(flat, "FLAT", first["probability"] * 0.999)
    assert "unsure" not in engine("fill", TEXT, "--model", model).out


def test_a_cache_that_cannot_be_written_costs_a_warning_and_no_answer(
    engine, model, monkeypatch, tmp_path
):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "file"))
    found = engine("fill", TEXT, "--json", "--model", model)
    assert found.code == 0
    assert len(found.json["predictions"][0]) == 10
    assert len(found.err.splitlines()) == 1
    assert "Results could not be kept" in found.err


def test_a_process_of_its_own_prints_one_object_and_nothing_else(process, model):
    found = process("fill", "She is 😀 and [MASK].", "--json", "--model", model)
    assert found.code == 0
    assert len(found.json["predictions"][0]) == 10
    assert found.err == ""
