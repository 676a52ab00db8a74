from __future__ import annotations

import pytest

SENTENCES = ["The nurse was tired.", "The door is old.", "She loves math."]


@pytest.fixture
def text(tmp_path):
    """Write a text file and give its path."""

    def written(content, name="text.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return written


def test_json_holds_what_the_contract_asks(engine, model, text):
    path = text("\n".join(SENTENCES))
    found = engine("pppl", path, "--json", "--model", model)
    assert found.code == 0
    assert found.err == ""
    value = found.json
    assert {"pppl", "tokens", "sentences"} <= set(value)
    assert value["sentences"] == 3
    assert value["tokens"] == 14
    assert value["interval"][0] <= value["pppl"] <= value["interval"][1]
    assert value["problems"] == []
    assert value["manifest"]["items"] == 3


def test_masked_heads_give_another_figure(engine, model, text):
    path = text("\n".join(SENTENCES))
    base, masked = (
        engine("pppl", path, "--json", "--model", model, *mask).json["pppl"]
        for mask in ((), ("--mask", "1-1,2-2"))
    )
    assert base != masked


def test_a_sentence_added_later_is_the_only_one_computed(engine, model, text):
    engine("pppl", text("\n".join(SENTENCES)), "--model", model)
    longer = text("\n".join([*SENTENCES, "It is cold."]))
    manifest = engine("pppl", longer, "--json", "--model", model).json["manifest"]
    assert manifest["from_store"] == 3


def test_a_sentence_too_long_is_left_out_and_said(engine, model, text):
    path = text("\n\n".join([SENTENCES[0], "nurse " * 200, SENTENCES[1]]))
    value = engine("pppl", path, "--json", "--model", model).json
    assert (value["sentences"], value["skipped"]) == (2, 1)
    (problem,) = value["problems"]
    assert problem["sentence"] == 2
    assert "202 tokens and the model reads at most 128" in problem["problem"]
    shown = engine("pppl", path, "--model", model)
    assert "sentence 2 left out" in shown.out


def test_one_sentence_has_no_interval(engine, model, text):
    path = text(SENTENCES[0])
    assert "needs at least 2 sentences" in engine("pppl", path, "--model", model).out
    value = engine("pppl", path, "--json", "--model", model).json
    assert value["interval"] is None
    assert value["interval_note"] == "needs at least 2 sentences"
    two = engine("pppl", text("\n".join(SENTENCES)), "--json", "--model", model).json
    assert two["interval_note"] is None


def test_sentences_may_come_through_a_pipe(engine, model, text):
    content = "\n".join(SENTENCES)
    piped = engine("pppl", "-", "--json", "--model", model, stdin=content).json
    assert piped["pppl"] == engine("pppl", text(content), "--json", "--model", model).json["pppl"]


@pytest.mark.parametrize("sign", ["a", "é"])
def test_more_than_is_read_is_said(engine, model, text, monkeypatch, sign):
    monkeypatch.setattr("engine.commands.inputs.SIZE_LIMIT", 2**20)
    content = sign * 2**20 + "\n"
    for done in (
        engine("pppl", "-", "--model", model, stdin=content),
        engine("pppl", text(content), "--model", model),
    ):
        assert "is larger than 1 MB, the most that is read; split it" in done.refusal


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\n\n \n"])
def test_line_endings_and_blank_lines_do_not_count(engine, model, text, ending):
    content = "\ufeff" + ending.join(SENTENCES) + ending
    assert engine("pppl", text(content), "--json", "--model", model).json["sentences"] == 3


def test_the_seed_decides_the_interval_alone(engine, model, text):
    path = text("\n".join(f"{sentence} {word}" for sentence in SENTENCES for word in "abcdefgh"))
    one, other = (
        engine("pppl", path, "--json", "--seed", seed, "--model", model).json for seed in "12"
    )
    assert one["pppl"] == other["pppl"]
    assert one["interval"] != other["interval"]
    assert one["seed"] == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no sentence"),
        (b" \n\n\t", "holds no sentence"),
        (b"\xff\xfe\x00x", "is not UTF-8 text"),
        ("caf\xe9 cr\xe8me".encode("latin-1"), "is not UTF-8 text"),
        (b"nurse " * 200, "No sentence could be read"),
    ],
)
def test_a_file_that_cannot_be_measured_is_said(engine, model, text, content, said):
    assert said in engine("pppl", text(content), "--json", "--model", model).refusal


def test_bytes_through_a_pipe_that_are_no_text_are_said(engine, model):
    found = engine("pppl", "-", "--model", model, stdin=b"\xff\xfe\x00")
    assert "is not UTF-8 text" in found.refusal


def test_a_byte_order_mark_through_a_pipe_is_no_character(engine, model):
    with_mark, without = (
        engine("pppl", "-", "--json", "--model", model, stdin=mark + SENTENCES[0]).json["pppl"]
        for mark in ("\ufeff", "")
    )
    assert with_mark == without


def test_a_path_that_is_no_file_is_said(engine, model, tmp_path):
    missing = engine("pppl", str(tmp_path / "missing.txt"), "--model", model)
    assert (missing.code, "There is no file" in missing.complaint) == (2, True)
    folder = engine("pppl", str(tmp_path), "--model", model)
    assert (folder.code, "is a folder; give a text file" in folder.complaint) == (2, True)
    inside = engine("pppl", str(tmp_path / "text.txt" / "more"), "--model", model)
    assert inside.code == 2


@pytest.mark.parametrize("family", ["gpt2", "gpt2-mask"])
def test_a_causal_model_has_no_pseudo_perplexity(engine, tiny_model_folder, text, family):
    found = engine("pppl", text(SENTENCES[0]), "--model", str(tiny_model_folder(family)))
    assert "no pseudo-perplexity; use its perplexity, the command perplexity" in found.refusal
