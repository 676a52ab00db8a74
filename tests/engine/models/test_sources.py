from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from engine.core.checkpoint_names import may_be_on_the_hub
from engine.core.errors import UnknownModelError, UnusableModelError
from engine.core.spec import HeadRef, ModelSpec
from engine.models.sources import (
    BUNDLED,
    content_digest,
    identify,
    refuse_without_safetensors,
    resolve,
)
from tests.nowhere import NOWHERE


@pytest.fixture
def no_hub(monkeypatch):
    """The hub must not even be asked."""

    def asked(name, _accept, _ask):
        raise AssertionError(f"asked the hub for {name!r}")

    monkeypatch.setattr("engine.models.sources._hub", asked)


# --- folders ----------------------------------------------------------------------------


def test_a_folder_is_known_by_its_place_and_its_content(folder):
    source = resolve(str(folder))
    assert source.checkpoint == str(folder.resolve())
    assert source.revision == content_digest(folder)
    assert source.folder == folder


def test_a_folder_is_the_same_however_it_is_written(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    monkeypatch.setenv("HOME", str(folder.parent))
    (folder.parent / "link").symlink_to(folder)
    expected = identify(str(folder))
    for written in ("./model", "model/", " model ", "~/model", "link", f"{folder}/../model"):
        assert identify(written) == expected


def test_the_bundled_model_goes_by_its_name(monkeypatch, folder):
    monkeypatch.setattr("engine.models.sources.BUNDLED_FOLDER", folder)
    source = resolve(BUNDLED)
    assert (source.checkpoint, source.revision) == ("bundled", content_digest(folder))


def test_a_spec_is_known_without_loading_anything(folder):
    head = HeadRef(0, 0)
    assert identify(str(folder), "bfloat16", (head,)) == ModelSpec(
        str(folder.resolve()), content_digest(folder), "bfloat16", (head,)
    )


# --- the digest -------------------------------------------------------------------------


def test_the_digest_is_of_the_content_and_not_of_the_place(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "elsewhere" / "copy")
    os.utime(copy / "config.json", (1, 1))
    assert content_digest(copy) == content_digest(folder)
    assert content_digest(folder).startswith("sha256:")
    assert len(content_digest(folder)) == len("sha256:") + 40


@pytest.mark.parametrize(
    "name", ["config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"]
)
def test_the_digest_changes_with_any_file_of_the_model(folder, name):
    before = content_digest(folder)
    with (folder / name).open("ab") as file:
        file.write(b" ")
    assert content_digest(folder) != before


def test_the_digest_changes_when_a_file_changes_its_name_or_goes(folder):
    before = content_digest(folder)
    (folder / "vocab.txt").write_text("one")
    with_vocabulary = content_digest(folder)
    (folder / "vocab.txt").rename(folder / "other.txt")
    assert len({before, with_vocabulary, content_digest(folder)}) == 3
    (folder / "other.txt").unlink()
    assert content_digest(folder) == before


def test_a_change_of_one_byte_of_the_same_length_is_seen(folder):
    before = content_digest(folder)
    weights = folder / "model.safetensors"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    os.utime(weights, ns=(1, 1))
    assert content_digest(folder) != before


def test_notes_and_folders_beside_the_model_do_not_count(folder):
    before = content_digest(folder)
    (folder / "README.md").write_text("a note")
    (folder / "runs.json").mkdir()
    assert content_digest(folder) == before


# --- hub ids ----------------------------------------------------------------------------


@pytest.mark.parametrize("revision", ["main", "v1.0", "refs/pr/3", "a..b", "feature/x-1", ".a"])
def test_a_revision_may_have_parts(revision):
    assert may_be_on_the_hub(f"owner/model@{revision}")


@pytest.mark.parametrize(
    "revision",
    ["/dev/zero", "/", "//", ".", "..", "../x", "a/../../x", "a/", "a//b", "./a", "a/.", "a/.."],
)
def test_a_revision_that_leads_to_another_file_is_no_hub_id(no_hub, revision):
    for name in ("no-such-model", "owner/model"):
        assert not may_be_on_the_hub(f"{name}@{revision}")
        with pytest.raises(UnknownModelError, match="it is not a hub id"):
            resolve(f"{name}@{revision}")


# --- what is refused --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "said", "offered"),
    [
        (["pytorch_model.bin"], "only pytorch_model.bin, a pickle", True),
        (["tf_model.h5"], "only tf_model.h5, weights for TensorFlow", True),
        (["p-00001-of-00002.bin", "pytorch_model.bin.index.json"], "only p-00001-of-00002", True),
        (["model.pt"], "only model.pt, a pickle", False),
        (["model.pth"], "only model.pth, a pickle", False),
        (["last.ckpt"], "only last.ckpt, a pickle", False),
        ([], "has no weights", False),
    ],
)
def test_other_weights_are_named_and_their_conversion_offered_where_there_is_one(
    names, said, offered
):
    with pytest.raises(UnusableModelError, match=said) as caught:
        refuse_without_safetensors("owner/my model", ["config.json", *names])
    command = "`python -m engine models convert 'owner/my model'`"
    assert (command in str(caught.value)) == offered


def test_safetensors_in_parts_pass():
    refuse_without_safetensors(
        "owner/model", ["config.json", "model-00001-of-00002.safetensors", "pytorch_model.bin"]
    )


@pytest.mark.parametrize("name", ["", "   ", "\n"])
def test_no_name_is_said_with_what_would_do(name, no_hub):
    with pytest.raises(UnknownModelError, match="No model named; give a hub id"):
        resolve(name)


@pytest.mark.parametrize(
    "name",
    [
        f"{NOWHERE}/model",
        "./model",
        "../model",
        "~/model",
        "~nobody-of-this-name/model",
        "owner/model/extra",
        "owner model",
        "https://huggingface.co/bert-base-uncased",
        "model?",
        "owner/model@",
        "@main",
        "😀",
        "<b>x</b>",
        "x\x00y",
        "x" * 5000 + "/y/z",
    ],
)
def test_a_name_that_is_neither_folder_nor_hub_id_is_said(name, no_hub):
    with pytest.raises(UnknownModelError, match="on this machine, and it is not a hub id"):
        resolve(name)


def test_a_file_is_no_folder(folder, no_hub):
    with pytest.raises(UnknownModelError, match="No folder"):
        resolve(str(folder / "config.json"))


@pytest.mark.parametrize(
    "name",
    ["bert-base-uncased", "owner/model", "owner/model.v2", "owner/model@refs/pr/1", "a_b@v1"],
)
def test_what_looks_like_a_hub_id_is_asked_for(name, monkeypatch):
    def ask(asked, _accept, _ask):
        raise UnknownModelError(f"asked for {asked}")

    monkeypatch.setattr("engine.models.sources._hub", ask)
    with pytest.raises(UnknownModelError, match=f"^asked for {re.escape(name)}$"):
        resolve(f" {name} ")


def test_a_folder_that_may_not_be_read_is_said(folder, monkeypatch):
    def refused(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refused)
    with pytest.raises(UnusableModelError, match=r"cannot be read \(Permission denied\)"):
        resolve(str(folder))


def test_a_digest_that_is_asked_for_twice_is_read_once(folder, monkeypatch):
    before = content_digest(folder)
    monkeypatch.setattr("engine.models.sources.open_regular", lambda *_: pytest.fail("read again"))
    assert content_digest(folder) == before
