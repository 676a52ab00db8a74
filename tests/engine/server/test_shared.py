"""What a shared server allows, and that a local one is not restricted."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import BiascopeError
from engine.core.spec import BUNDLED
from engine.server import shared
from engine.server.shared import Deployment, Limits, NotOnSharedError, OperatorError, hub_is_off

MIB = 2**20


@pytest.fixture
def is_shared(monkeypatch):
    monkeypatch.setattr(shared, "_deployment", None)
    shared.use(
        Deployment({"Ours": "/srv/models/ours"}, limits=Limits(upload_mib=2), folders=("/srv/x",))
    )


def test_a_local_server_refuses_nothing(monkeypatch):
    monkeypatch.setattr(shared, "_deployment", None)
    assert not shared.is_shared()
    shared.refuse("Anything")
    shared.check_upload("big.csv", 10**9)
    assert shared.upload_mib(50) == 50
    assert shared.without_folders("/srv/x/file") == "/srv/x/file"
    with pytest.raises(ValueError, match="not shared"):
        shared.deployment()


def test_a_refusal_says_what_and_how_to_do_it_elsewhere(is_shared):
    with pytest.raises(NotOnSharedError) as refused:
        shared.refuse("Training a model", "python -m engine inject")
    assert str(refused.value) == (
        "Training a model is not possible here, because this Biascope is shared by several "
        "people. On your own machine, run: python -m engine inject"
    )


def test_only_listed_models_are_allowed_and_the_bundled_one_always_is(is_shared):
    assert shared.allowed_model(BUNDLED) == BUNDLED
    assert shared.allowed_model("Ours") == "/srv/models/ours"
    for name in ("/srv/models/ours", "../..", "/etc/passwd", "someone/other", "", "ours"):
        with pytest.raises(NotOnSharedError, match="bundled, Ours"):
            shared.allowed_model(name)


def test_an_upload_is_measured_against_the_limit(is_shared):
    assert (shared.upload_mib(50), shared.upload_mib(1)) == (2, 1)
    shared.check_upload("a.csv", 2 * MIB)
    with pytest.raises(NotOnSharedError, match=r"a\.csv has 2\.0 MiB.*at most 2 MiB"):
        shared.check_upload("a.csv", 2 * MIB + 1)


def test_messages_hold_no_folder_of_the_server(is_shared):
    assert shared.without_folders("/srv/x/a.csv is not there") == (
        "(a folder of the server)/a.csv is not there"
    )


@pytest.mark.parametrize("raised", [BiascopeError, NotOnSharedError])
def test_no_error_names_a_folder_wherever_its_text_goes(is_shared, raised):
    error = raised("/srv/x/a.csv is not there")
    assert str(error) == "(a folder of the server)/a.csv is not there"
    shared.use(None)
    assert str(error) == "/srv/x/a.csv is not there"


def test_only_who_runs_the_server_is_told_where_a_fault_is(is_shared):
    assert str(OperatorError("/srv/x/a.toml is damaged")) == "/srv/x/a.toml is damaged"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("/home/me/models/ours", "ours"),
        ("/home/me/my models/ours, heads 3-1, 6-12 masked", "ours, heads 3-1, 6-12 masked"),
        ("~/ours", "ours"),
        ("C:\\models\\ours", "ours"),
        ("\\\\host\\models\\ours", "ours"),
        ("/", "(a folder of the server)"),
        ("owner/model, 2 heads masked", "owner/model, 2 heads masked"),
        ("An assistant of 2026", "An assistant of 2026"),
        ("", ""),
    ],
)
def test_of_a_name_that_is_a_path_the_last_part_is_shown(is_shared, name, shown):
    assert shared.without_path(name) == shown
    shared.use(None)
    assert shared.without_path(name) == name


def test_hidden_folders_are_the_longest_first_and_never_the_root():
    found = shared.hidden_folders([Path("/a"), Path("/a/b"), Path("/")])
    assert found == ("/a/b", "/a")


def test_nothing_is_fetched_from_the_hub(is_shared, monkeypatch):
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    assert hub_is_off()
    shared.use(None)
    assert not hub_is_off()
