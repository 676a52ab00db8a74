"""The commands `pppl`, for masked models, and `perplexity`, for causal ones."""

from __future__ import annotations

import pytest

SENTENCES = ["The nurse was tired.", "The door is old.", "She loves math."]
LINES = "\n".join(SENTENCES)

both = pytest.mark.parametrize(("command", "family"), [("pppl", "bert"), ("perplexity", "gpt2")])


@pytest.fixture
def text(tmp_path):
    """Write a text file and give its path."""

    def written(content=LINES):
        path = tmp_path / "text.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return written


def test_json_holds_what_the_contract_asks(engine, model, text):
    found = engine("pppl", text(), "--json", "--model", model)
    assert (found.code, found.err) == (0, "")
    value = found.json
    assert (value["sentences"], value["tokens"]) == (3, 14)
    assert value["interval"][0] <= value["pppl"] <= value["interval"][1]
    assert (value["interval_note"], value["problems"]) == (None, [])
    assert value["manifest"]["items"] == 3


@pytest.mark.parametrize("family", ["gpt2", "gpt2-mask"])
def test_json_has_the_perplexity_under_its_own_name(engine, tiny_model_folder, text, family):
    found = engine("perplexity", text(), "--json", "--model", str(tiny_model_folder(family)))
    assert (found.code, found.err) == (0, "")
    value = found.json
    assert value["interval"][0] <= value["perplexity"] <= value["interval"][1]
    assert "pppl" not in value
    assert (value["sentences"], value["skipped"], value["problems"]) == (3, 0, [])
    assert (value["window"], value["stride"]) == (128, 64)
    assert value["manifest"]["measure"] == "perplexity"


@both
def test_masked_heads_give_another_figure(engine, tiny_model_folder, text, command, family):
    words = (command, text(), "--json", "--model", str(tiny_model_folder(family)))
    plain, masked = (engine(*words, *mask).json[command] for mask in ((), ("--mask", "1-1,2-2")))
    assert plain != masked


def test_a_sentence_added_later_is_the_only_one_computed(engine, model, text):
    engine("pppl", text(), "--model", model)
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
    assert "sentence 2 left out" in engine("pppl", path, "--model", model).out


@both
def test_one_sentence_has_no_interval(engine, tiny_model_folder, text, command, family):
    words = (command, text(SENTENCES[0]), "--model", str(tiny_model_folder(family)))
    assert "needs at least 2 sentences" in engine(*words).out
    value = engine(*words, "--json").json
    assert (value["interval"], value["interval_note"]) == (None, "needs at least 2 sentences")


def test_the_table_says_how_a_long_text_is_read(engine, tiny_model_folder, text):
    path = text("the nurse said that she was tired " * 60)
    shown = engine("perplexity", path, "--model", str(tiny_model_folder("gpt2"))).out
    assert "perplexity" in shown
    assert "windows of 128 tokens, 64 apart" in " ".join(shown.split())


@pytest.mark.parametrize("sign", ["a", "é"])
def test_more_than_is_read_is_said(engine, model, text, monkeypatch, sign):
    monkeypatch.setattr("engine.command_line.inputs.SIZE_LIMIT", 2**20)
    content = sign * 2**20 + "\n"
    for done in (
        engine("pppl", "-", "--model", model, stdin=content),
        engine("pppl", text(content), "--model", model),
    ):
        assert "is larger than 1 MB, the most that is read; split it" in done.refusal


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\n\n \n"])
def test_line_endings_marks_and_blank_lines_do_not_count_in_a_file_or_pipe(
    engine, model, text, ending
):
    options = ("--json", "--model", model)
    plain = engine("pppl", text(), *options).json
    content = "\ufeff" + ending.join(SENTENCES) + ending
    for read in (
        engine("pppl", text(content), *options),
        engine("pppl", "-", *options, stdin=content),
    ):
        assert (read.json["sentences"], read.json["pppl"]) == (3, plain["pppl"])


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
def test_what_cannot_be_measured_is_said_of_a_file_and_of_a_pipe(
    engine, model, text, content, said
):
    assert said in engine("pppl", text(content), "--json", "--model", model).refusal
    assert said in engine("pppl", "-", "--json", "--model", model, stdin=content).refusal


def test_a_path_that_is_no_file_is_said(engine, model, tmp_path, text):
    missing = engine("pppl", str(tmp_path / "missing.txt"), "--model", model)
    assert "There is no file" in missing.refusal
    folder = engine("pppl", str(tmp_path), "--model", model)
    assert "is a folder; give a text file" in folder.refusal
    assert engine("pppl", f"{text()}/more", "--model", model).code == 2


@pytest.mark.parametrize(
    ("command", "family", "said"),
    [
        ("pppl", "gpt2", "no pseudo-perplexity; use its perplexity, the command perplexity"),
        ("pppl", "gpt2-mask", "no pseudo-perplexity; use its perplexity, the command perplexity"),
        ("perplexity", "bert", "use pseudo-perplexity, the command pppl"),
    ],
)
def test_a_model_of_another_kind_is_sent_to_the_other_command(
    engine, tiny_model_folder, text, command, family, said
):
    assert said in engine(command, text(), "--model", str(tiny_model_folder(family))).refusal


def test_words_that_the_model_cannot_read_are_named(engine, model, text):
    lines = text("The \u9aa8 was tired.\nThe door is old.")
    value = engine("pppl", lines, "--json", "--model", model).json
    assert (value["unread_sentences"], value["unread_words"]) == (1, ["\u9aa8"])
    shown = engine("pppl", lines, "--model", model).out
    assert "In 1 of 2 sentences there are words that the model cannot read (\u9aa8)" in shown
    assert "The sign is predicted and counted like any other token." in shown


def test_nothing_is_said_of_a_text_that_is_read_whole(engine, model, text):
    assert "unread_words" not in engine("pppl", text(), "--json", "--model", model).json
    assert "cannot read" not in engine("pppl", text(), "--model", model).out
