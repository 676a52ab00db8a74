from __future__ import annotations

import json
import shutil

import pytest
import torch

from engine.core.errors import BiascopeError, DeviceError, UnusableModelError
from engine.evaluators.classification import classifiers
from engine.evaluators.classification.classifiers import Classifiers
from engine.evaluators.judging import NO_CATEGORY, judge
from engine.evaluators.suite import Completed, LabelRule, Suite
from engine.flow import measurement
from engine.models import loading, room
from engine.models.convert.making import convert
from engine.models.loading import load_classifier
from engine.models.room import NoRoomError
from engine.prompts.prompt import Prompt
from engine.server.shared import NotOnSharedError
from engine.storage.store import Store
from tests.engine.evaluators.classification.conftest import declared, naming
from tests.engine.models.convert.in_this_process import convert_here

pytestmark = pytest.mark.model

TEXTS = ["The nurse is kind.", "She hates the cold city.", "A beautiful song."]


def plain(folder, texts=TEXTS):
    """Probabilities [text, class] of the plain forward, one text at a time."""
    model = load_classifier(str(folder), "cpu")
    with torch.inference_mode():
        logits = [model.network(**model.tokenizer(t, return_tensors="pt")).logits[0] for t in texts]
    return [row.softmax(-1).tolist() for row in logits]


@pytest.fixture
def loads(monkeypatch):
    """Folders of the classifiers that were loaded, and how many were in memory at each load."""
    made = []
    real = loading.load_classifier

    def load(source, device, dtype):
        made.append(source.folder.name)
        return real(source, device, dtype)

    monkeypatch.setattr(loading, "load_classifier", load)
    return made


def test_answers_are_those_of_the_plain_forward(classifier_folder):
    answered = Classifiers(None, "cpu")(declared(classifier_folder), TEXTS)
    assert answered.classes == ("bad", "good")
    for answer, probabilities in zip(answered.answers, plain(classifier_folder), strict=True):
        assert answer.probability == pytest.approx(max(probabilities), abs=1e-5)
        best = probabilities.index(max(probabilities))
        assert answer.label == answered.classes[best]


def test_the_converted_classifier_gives_its_expected_probabilities(
    shared_models, tmp_path, monkeypatch
):
    convert_here(monkeypatch)
    folder = tmp_path / "tensorflow"
    shutil.copytree(shared_models / "tiny-tf-classifier", folder)
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    record = convert(str(folder)).record
    assert (record["missing"], record["unused"]) == ([], [])
    evaluator = declared(
        folder, labels={"biased": LabelRule(True, "p"), "non-biased": LabelRule(False, "1-p")}
    )
    completed = [
        Completed(Prompt("any", "any", "any", "[MASK] " + text.partition(" ")[2]), text.split()[0])
        for text in expected["texts"]
    ]
    assert [one.text for one in completed] == expected["texts"]
    run = Classifiers(None, "cpu")
    for verdict, (non_biased, biased) in zip(
        judge(evaluator, completed, run), expected["probabilities"], strict=True
    ):
        assert verdict["flagged"] is (biased > non_biased)
        assert verdict["label"] == ("Biased" if biased > non_biased else "Non-biased")
        assert verdict["probability"] == pytest.approx(max(biased, non_biased), abs=1e-5)
        # Equation 2 on two classes: p and 1 - p are both the probability of biased.
        assert verdict["score"] == pytest.approx(biased, abs=1e-5)
    assert run.identities()["judge"]["converted"]
    # As declared: a report that is shared says nothing of where copies are kept.
    planned = run.planned(Suite("any", (evaluator,)))
    for identity in (run.identities()["judge"], planned["judge"]):
        assert identity["checkpoint"] == str(folder)
        assert identity["revision"].startswith("sha256:")


def test_what_the_store_knows_needs_no_weights(classifier_folder, tmp_path, loads):
    store = Store(tmp_path / "results.sqlite")
    evaluator = declared(classifier_folder)
    first = Classifiers(store, "cpu")(evaluator, TEXTS)
    assert len(loads) == 1
    again = Classifiers(store, "cpu")
    assert again(evaluator, TEXTS) == first
    assert len(loads) == 1
    assert again.identities()["judge"]["device"] is None
    assert again.identities()["judge"]["dtype"] == "float32"
    store.close()


def test_on_a_shared_server_only_the_store_answers(classifier_folder, tmp_path, loads, share):
    store = Store(tmp_path / "results.sqlite")
    evaluator = declared(classifier_folder)
    first = Classifiers(store, "cpu")(evaluator, TEXTS)
    share()
    assert Classifiers(store, "cpu")(evaluator, TEXTS) == first
    with pytest.raises(NotOnSharedError, match="Running the classifier judge is not possible"):
        Classifiers(store, "cpu")(evaluator, ["A cold song."])
    assert len(loads) == 1
    store.close()


def test_one_classifier_is_in_memory_at_a_time(classifier_folder, tmp_path, loads, monkeypatch):
    other = tmp_path / "other"
    shutil.copytree(classifier_folder, other)
    run = Classifiers(None, "cpu")
    held = []
    real = classifiers.check_room
    monkeypatch.setattr(
        classifiers, "check_room", lambda *given: (held.append(run._loaded), real(*given))
    )
    first, second = declared(classifier_folder, "first"), declared(other, "second")
    for evaluator in (first, first, second, first):
        run(evaluator, TEXTS)
    assert loads == [classifier_folder.name, "other", classifier_folder.name]
    assert held == [None, None, None]
    run.release()
    assert run._loaded is None


def test_identities_say_what_answered(classifier_folder):
    run = Classifiers(None, "cpu", "bfloat16")
    run(declared(classifier_folder), TEXTS)
    identity = run.identities()["judge"]
    assert identity["checkpoint"] == str(classifier_folder.resolve())
    assert identity["revision"].startswith("sha256:")
    assert (identity["dtype"], identity["device"]) == ("bfloat16", "cpu")


def test_a_text_that_is_too_long_is_a_problem_of_its_own(classifier_folder):
    texts = [TEXTS[0], "and " * 500, TEXTS[1]]
    first, long, last = Classifiers(None, "cpu")(declared(classifier_folder), texts).answers
    assert "at most 128" in long.problem
    assert (long.label, long.probability) == ("", None)
    assert not first.problem
    assert not last.problem


def test_a_multi_label_head_names_what_applies(changed_folder):
    folder = changed_folder(problem_type="multi_label_classification")
    model = load_classifier(str(folder), "cpu")
    answers = Classifiers(None, "cpu")(naming(folder), TEXTS).answers
    for text, answer in zip(TEXTS, answers, strict=True):
        with torch.inference_mode():
            logits = model.network(**model.tokenizer(text, return_tensors="pt")).logits[0]
        largest = float(logits.sigmoid().max())
        if largest < 0.5:
            assert (answer.label, answer.probability) == (NO_CATEGORY, None)
        else:
            assert answer.label == ("bad", "good")[int(logits.argmax())]
            assert answer.probability == pytest.approx(largest, abs=1e-5)


def test_labels_are_checked_before_anything_is_loaded(classifier_folder, loads):
    evaluator = declared(classifier_folder, labels={"bad": LabelRule(True, "p")})
    with pytest.raises(BiascopeError, match="no rule for 'good'"):
        Classifiers(None, "cpu")(evaluator, TEXTS)
    assert loads == []


def test_a_head_of_random_weights_is_refused(tiny_model_folder, tmp_path):
    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "no-head")
    config = (folder / "config.json").read_text(encoding="utf-8")
    (folder / "config.json").write_text(config.replace("ForMaskedLM", "ForSequenceClassification"))
    with pytest.raises(UnusableModelError, match="not a trained classifier"):
        Classifiers(None, "cpu")(naming(folder), TEXTS)


def test_an_unknown_dtype_is_refused_at_once():
    with pytest.raises(BiascopeError, match="A dtype is one of"):
        Classifiers(None, "cpu", "int8")


def test_too_little_memory_is_said_before_loading(classifier_folder, loads, monkeypatch):
    monkeypatch.setattr(room, "available_memory", lambda: 1000)
    with pytest.raises(NoRoomError, match=r"needs about .* MB of the memory of this machine and"):
        Classifiers(None, "cpu")(declared(classifier_folder), TEXTS)
    assert loads == []


@pytest.mark.parametrize("error", [NoRoomError("It is full."), DeviceError("It is wrong.")])
def test_a_card_that_is_full_or_wrong_sends_the_work_to_the_cpu(
    classifier_folder, monkeypatch, error
):
    places, notes = [], []
    real = classifiers.choose_device
    card = torch.device("cuda")
    monkeypatch.setattr(
        classifiers, "choose_device", lambda name: card if name == "auto" else real(name)
    )
    monkeypatch.setattr(classifiers, "computes_in", lambda place, dtype: True)

    def check(source, dtype, device):
        places.append((device.type, dtype))
        if device.type == "cuda":
            raise error

    monkeypatch.setattr(classifiers, "check_room", check)
    run = Classifiers(None, "auto", note=notes.append)
    answers = run(declared(classifier_folder), TEXTS).answers
    assert answers == Classifiers(None, "cpu")(declared(classifier_folder), TEXTS).answers
    assert places[:2] == [("cuda", "bfloat16"), ("cpu", "float32")]
    assert notes == [f"judge runs on the CPU: {error}"]
    run(declared(classifier_folder), ["Another text."])
    assert len(notes) == 1
    assert run.identities()["judge"]["dtype"] == "float32"


def test_a_family_that_runs_in_float32_alone_does(monkeypatch, tmp_path_factory):
    from tests.engine.classifiers import build_classifier

    folder = build_classifier("deberta", tmp_path_factory.mktemp("deberta") / "deberta")
    monkeypatch.setattr(classifiers, "choose_device", lambda name: torch.device("cuda"))
    run = Classifiers(None)
    assert run._precision(run._checkpoint(declared(folder)), torch.device("cuda")) == "float32"


def test_progress_is_given_text_by_text(classifier_folder):
    seen = []
    Classifiers(None, "cpu", on_progress=lambda *counts: seen.append(counts))(
        declared(classifier_folder), TEXTS
    )
    assert seen[-1] == (3, 3)


@pytest.mark.parametrize("kept", [True, False])
def test_what_is_noted_of_a_classifier_is_said_once_whether_it_answers_or_the_store(
    changed_folder, tmp_path, monkeypatch, kept
):
    store, evaluator = Store(tmp_path / "results.sqlite"), declared(changed_folder(sep_token_id=9))
    if not kept:  # as versions left it that did not look
        monkeypatch.setattr(measurement, "keep_notes", lambda *_: None)
    for _ in range(2):
        said: list[str] = []
        run = Classifiers(store, "cpu", note=said.append)
        run(evaluator, TEXTS)
        run(evaluator, TEXTS[:1])
        (note,) = said
        assert note.startswith("judge: Its config.json gives [SEP] the id 9")
    store.close()
