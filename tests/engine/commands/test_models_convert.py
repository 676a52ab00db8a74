from __future__ import annotations

import json

import pytest


@pytest.mark.main_path
@pytest.mark.process
def test_the_folder_is_printed_and_can_be_measured(engine, bad_folders, cache_folder):
    pickled = bad_folders.pickle_only
    refused = engine("models", "check", str(pickled))
    assert f"python -m engine models convert {pickled}" in refused.refusal
    made = engine("models", "convert", str(pickled))
    assert (made.code, made.err) == (0, "")
    folder = made.out.strip()
    assert folder.startswith(str(cache_folder / "converted"))
    checked = engine("models", "check", folder, "--json").json
    assert (checked["family"], checked["status"]) == ("BERT", "amber")
    report = engine("models", "convert", str(pickled), "--json").json
    assert report["folder"] == folder
    assert report["from"] == "pytorch_model.bin"
    assert report["tensors"] > 0


@pytest.mark.process
def test_missing_and_unused_weights_are_told_a_few_by_name_without_control_characters(
    engine, loaded, tiny_model_folder, tmp_path
):
    import h5py

    from tests.engine.models.convert.keras_files import CLASSES, keras_folder

    folder = keras_folder(tiny_model_folder("bert"), tmp_path / "keras", loaded("bert").network)
    with h5py.File(folder / "tf_model.h5", "a") as file:
        del file[f"mlm___cls/{CLASSES['bert']}/mlm___cls/predictions/bias:0"]
        for number in range(30):
            file[f"\x1b]0;{number:02d}\x07"] = [1]
    missing, unused = engine("models", "convert", str(folder)).err.splitlines()
    assert missing == "1 weight not in the file: cls.predictions.bias"
    assert unused.startswith(r"30 weights not used: \x1b]0;00\x07, ")
    assert unused.endswith(r"\x1b]0;19\x07, …")
    assert unused.isprintable()
    written = json.loads((folder / "config.json").read_text())
    assert written["architectures"] == ["TFBertForMaskedLM"]


def test_what_cannot_be_converted_is_one_line(engine, bad_folders):
    found = engine("models", "convert", str(bad_folders.empty), "--json")
    assert "holds nothing that can be converted" in found.refusal
