"""The settings of a shared server: what they mean, and that none is passed over in silence."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BiascopeError
from engine.core.spec import BUNDLED
from engine.server.settings import read
from engine.server.shared import Limits


@pytest.mark.parametrize("value", ["", "0", "false", "No", "off"])
def test_without_the_flag_a_server_is_local(value):
    assert read([], {"BIASCOPE_SHARED": value, "BIASCOPE_SHARED_MODELS": "gpt2"}) is None


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(["--shared"], {}), ([], {"BIASCOPE_SHARED": "1"}), ([], {"BIASCOPE_SHARED": "TRUE"})],
)
def test_flag_and_variable_share_the_bundled_model_alone(arguments, environment):
    found = read(arguments, environment)
    assert dict(found.models) == {BUNDLED: BUNDLED}
    assert found.limits == Limits()
    assert found.reviews == frozenset()


def test_the_variable_adds_hub_models_and_named_folders(tmp_path):
    models = f"bert-base-uncased, Our model={tmp_path}"
    found = read(["--shared"], {"BIASCOPE_SHARED_MODELS": models})
    assert dict(found.models) == {
        BUNDLED: BUNDLED,
        "bert-base-uncased": "bert-base-uncased",
        "Our model": str(tmp_path.resolve()),
    }
    assert str(tmp_path.resolve()) in found.folders


@pytest.mark.parametrize("given_by", ["word", "joined", "variable"])
def test_a_file_names_models_reviews_and_limits(tmp_path, given_by):
    path = tmp_path / "class.toml"
    path.write_text(
        'models = ["gpt2"]\nreviews = ["films"]\n[limits]\ntexts_at_once = 10\nupload_mib = 1\n'
    )
    found = {
        "word": lambda: read(["--shared", str(path)], {}),
        "joined": lambda: read([f"--shared={path}"], {}),
        "variable": lambda: read([], {"BIASCOPE_SHARED": str(path)}),
    }[given_by]()
    assert [*found.models] == [BUNDLED, "gpt2"]
    assert found.reviews == {"films"}
    assert found.limits == Limits(texts_at_once=10, upload_mib=1)


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        (["--sharde"], {}, "not understood"),
        (["--shared", "a.toml", "b.toml"], {}, "not understood"),
        (["--shared="], {}, "not understood"),
        (["--port", "80"], {}, "not understood"),
        (["--shared", "no-such.toml"], {}, "cannot be read"),
        # What is no answer is taken for a file.
        ([], {"BIASCOPE_SHARED": "yess"}, "The settings file yess cannot be read"),
        (["--shared"], {"BIASCOPE_SHARED_MODELS": "/srv/ours"}, "neither a hub id nor NAME=FOLDER"),
        (["--shared"], {"BIASCOPE_SHARED_MODELS": "../ours"}, "neither a hub id nor NAME=FOLDER"),
        (["--shared"], {"BIASCOPE_SHARED_MODELS": "Ours=/no/such/folder"}, "does not exist"),
        *(
            (["--shared"], {"BIASCOPE_SHARED_MODELS": f"{name}=/tmp"}, "cannot name a model")
            for name in ("../x", "/etc", "bundled", "")
        ),
    ],
)
def test_arguments_that_are_not_understood_are_refused(arguments, environment, said):
    with pytest.raises(BiascopeError, match=said):
        read(arguments, environment)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("model = []", "'model', which Biascope does not know"),
        ("models = 'gpt2'", "models is a list"),
        ("models = [1]", "models is a list"),
        ("limits = 3", "limits is a table"),
        ("[limits]\ntexts = 3", "'texts', which Biascope does not know"),
        ("[limits]\nupload_mib = 0", "upload_mib is a whole number"),
        ("[limits]\nupload_mib = true", "upload_mib is a whole number"),
        ("[limits]\nupload_mib = 1.5", "upload_mib is a whole number"),
        ("models = [", "not valid TOML"),
    ],
)
def test_a_file_that_is_not_understood_is_refused(tmp_path, text, said):
    path = tmp_path / "class.toml"
    path.write_text(text)
    with pytest.raises(BiascopeError, match=said):
        read(["--shared", str(path)], {})


@given(st.lists(st.text(max_size=20), max_size=3))
def test_any_arguments_are_understood_or_refused(arguments):
    try:
        found = read(arguments, {})
    except BiascopeError:
        return
    assert found is None or BUNDLED in found.models


@given(st.text(max_size=60).filter(lambda text: "\0" not in text))
def test_any_list_of_models_is_understood_or_refused(text):
    try:
        found = read(["--shared"], {"BIASCOPE_SHARED_MODELS": text})
    except BiascopeError:
        return
    assert all(not label.startswith(("/", ".", "~")) for label in found.models)


def test_folders_of_plugins_are_hidden(tmp_path):
    folders = [str(tmp_path / "one"), str(tmp_path / "two")]
    variables = {"BIASCOPE_SHARED": "1", "BIASCOPE_PLUGINS": os.pathsep.join(folders)}
    found = read([], variables)
    assert set(folders) <= set(map(str, found.folders))
