from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.core.errors import BiascopeError, UnknownModelError, UnusableModelError
from engine.evaluators.classification.checkpoint import check_fits, checkpoint_of
from engine.models.convert.made import RECORD, copy_of_hub_model, home
from engine.models.convert.making import convert
from tests.engine.evaluators.classification.conftest import declared, naming
from tests.engine.models.convert.in_this_process import convert_here

COMMIT = "a" * 40


def test_classes_are_read_before_any_weight(classifier_folder):
    found = checkpoint_of(declared(classifier_folder))
    assert found.classes == ("bad", "good")
    assert (found.multi_label, found.float32_only, found.converted) == (False, False, False)
    assert found.source.revision.startswith("sha256:")


def test_classes_without_names_are_numbered(changed_folder):
    assert checkpoint_of(naming(changed_folder(id2label=None))).classes == ("LABEL_0", "LABEL_1")


def test_classes_come_in_the_order_of_their_numbers(changed_folder):
    folder = changed_folder(id2label={"1": "good", "0": "bad"})
    assert checkpoint_of(naming(folder)).classes == ("bad", "good")


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"architectures": ["BertForMaskedLM"]}, "judge: .* no classification head .* BertForM"),
        ({"id2label": {"0": "only"}}, "has one output and no classes"),
        ({"id2label": {"1": "a", "2": "b"}}, "are not numbered from 0"),
        ({"id2label": {"x": "a", "1": "b"}}, "are not numbered from 0"),
    ],
)
def test_a_checkpoint_that_cannot_judge_is_refused(entries, said, changed_folder):
    with pytest.raises(UnusableModelError, match=said):
        checkpoint_of(declared(changed_folder(**entries)))


def test_a_multi_label_head_names_categories_and_counts_nothing(changed_folder):
    folder = changed_folder(problem_type="multi_label_classification")
    found = checkpoint_of(naming(folder))
    assert found.multi_label
    check_fits(naming(folder), found)
    with pytest.raises(UnusableModelError, match=r"judge: .* declare it with counts = false"):
        check_fits(declared(folder), found)


def test_labels_of_the_checkpoint_and_of_the_rules_must_be_the_same(changed_folder):
    folder = changed_folder(id2label={"0": "bad", "1": "fair"})
    with pytest.raises(BiascopeError, match="no rule for 'fair' and no label 'good'"):
        check_fits(declared(folder), checkpoint_of(declared(folder)))


def test_a_folder_has_no_revision(classifier_folder):
    with pytest.raises(UnknownModelError, match=r"is a folder, which has no revisions; take rev"):
        checkpoint_of(declared(classifier_folder, revision="v1"))


def test_what_is_not_on_this_machine_is_said(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    evaluator = declared("owner/model", revision=COMMIT)
    with pytest.raises(UnknownModelError, match=r"owner/model is not on this machine"):
        checkpoint_of(evaluator)


@pytest.fixture
def keras(shared_models, tmp_path, monkeypatch) -> Path:
    """A classifier with weights for TensorFlow alone."""
    convert_here(monkeypatch)
    folder = tmp_path / "tensorflow"
    shutil.copytree(shared_models / "tiny-tf-classifier", folder)
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)
    return folder


def test_the_converted_copy_of_a_folder_is_found(keras):
    with pytest.raises(UnusableModelError, match=rf"`python -m engine models convert {keras}`"):
        checkpoint_of(naming(keras))
    made = convert(str(keras)).folder
    found = checkpoint_of(naming(keras))
    assert found.source.folder == made
    assert found.classes == ("Non-biased", "Biased")
    assert found.converted
    with (keras / "tf_model.h5").open("ab") as stream:
        stream.write(b"changed")
    with pytest.raises(UnusableModelError, match="models convert"):
        checkpoint_of(naming(keras))


def as_from_the_hub(folder: Path, commit: str) -> None:
    """Have the record of a converted folder name a model of the hub."""
    record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    record |= {"model": "owner/model", "revision": commit}
    (folder / RECORD).write_text(json.dumps(record), encoding="utf-8")


def test_the_converted_copy_of_a_hub_model_needs_no_network(keras, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    made = convert(str(keras)).folder
    as_from_the_hub(made, COMMIT)
    assert made.parent == home()
    for revision in ("", COMMIT):
        found = checkpoint_of(naming("owner/model", revision=revision))
        assert (found.source.folder, found.converted) == (made, True)
        assert found.revision == COMMIT
    assert copy_of_hub_model("owner/other") is None
    for revision in ("b" * 40, "v1"):
        with pytest.raises(UnknownModelError, match="is not on this machine"):
            checkpoint_of(naming("owner/model", revision=revision))


def test_a_masked_language_model_has_no_classification_head(tiny_model_folder):
    with pytest.raises(UnusableModelError, match=r"judge: .* has no classification head"):
        checkpoint_of(declared(tiny_model_folder("bert")))
