"""What a link names is neither fetched nor read before the user has clicked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components.frame import session
from components.frame.present.numbers import file_size
from components.frame.session.in_memory import loaded
from engine.core.errors import UnknownModelError
from engine.models import sizes as file_sizes
from engine.models import sources
from tests.components.drawn import again, drawn
from tests.components.frame.shell.opened import bar

pytestmark = pytest.mark.usefixtures("fresh_caches")


def reader() -> None:
    import streamlit as st

    from components.frame.widgets import own_file

    source = own_file.source("File", "file", ["csv"], "help", "/home/me/file.csv")
    st.text("nothing read" if source is None else f"reads {source[0]}")


def said(page: AppTest) -> str:
    return " ".join(entry.value for entry in (*page.main.markdown, *page.main.text))


def measured(page: AppTest) -> list[str]:
    """Names of the model that the page measures and of the one it is compared with, if any."""
    return [subject.spec.checkpoint for subject in page.session_state["seen"] if subject]


def offers(page: AppTest) -> bool:
    """Whether the page asks before it opens a model."""
    return "confirm_model" in [button.key for button in page.button]


@pytest.fixture
def hub_size(monkeypatch) -> list[str]:
    """Names whose size the hub was asked for; it says 438 MB."""
    asked: list[str] = []

    def download_bytes(name: str) -> int:
        asked.append(name)
        return 438_000_000

    monkeypatch.setattr(session, "download_bytes", download_bytes)
    return asked


def test_a_folder_in_a_link_is_opened_by_one_click(bert, resolved, offered):
    page = drawn(bar, model=bert)
    assert resolved == []
    assert measured(page) == []
    size = file_size(file_sizes.folder_bytes(bert))
    assert f"({size})" in said(page)
    label = page.button(key="confirm_model").label
    assert label.startswith("Open …")
    assert label.endswith(f"{Path(bert).name} ({size})")
    assert Path(bert).name in said(page)
    page.button(key="confirm_model").click()
    assert measured(again(page)) == [bert]
    assert not offers(page)


def test_a_hub_model_in_a_link_is_not_fetched(resolved, hub_size, offered):
    page = drawn(bar, model="owner/name")
    assert resolved == []
    assert hub_size == ["owner/name"]
    assert "names a model that would be downloaded from the hub: **owner/name** (438 MB)" in said(
        page
    )
    assert page.button(key="confirm_model").label == "Download owner/name (438 MB)"
    page.button(key="confirm_model").click().run()
    assert resolved == ["owner/name"]


def test_the_bundled_model_can_be_used_instead(resolved, hub_size, offered):
    page = drawn(bar, model="owner/name", heads="1-1")
    page.button(key="decline_model").click()
    assert measured(again(page))[0] == "bundled"
    assert resolved == []


def test_what_was_declined_comes_back_by_a_later_choice_alone(
    resolved, hub_size, offered, monkeypatch
):
    page = drawn(bar, model="owner/name")
    page.button(key="decline_model").click().run()
    # A poll that the browser sent before it knew still has the name in the field.
    page.sidebar.selectbox(key="model").set_value("owner/name").run()
    assert resolved == []
    assert offers(page)
    monkeypatch.setattr("components.frame.session.confirmed.LATE", 0.0)
    page.button(key="decline_model").click().run()
    page.sidebar.selectbox(key="model").set_value("owner/name").run()
    assert resolved == ["owner/name"]


def test_a_compared_model_in_a_link_waits_while_the_first_is_measured(bert, resolved, offered):
    page = drawn(bar, compare=bert)
    assert resolved == []
    assert measured(page) == ["bundled"]
    page.button(key="confirm_compare").click().run()
    assert measured(page) == ["bundled", bert]


def test_a_model_typed_or_chosen_needs_no_other_click(bert, resolved, offered):
    page = drawn(bar)
    page.sidebar.selectbox(key="model").set_value(bert).run()
    assert measured(page) == [bert]
    assert resolved == [bert]


@pytest.fixture
def asked(monkeypatch, bert) -> list[bool]:
    """Whether the hub was asked, each time that its model was looked for; there is a copy here."""
    found: list[bool] = []

    def hub(name: str, _accept: object, ask: bool) -> sources.ModelSource:
        found.append(ask)
        return sources.ModelSource(name.partition("@")[0], "a" * 40, Path(bert))

    monkeypatch.setattr(sources, "_hub", hub)
    monkeypatch.setattr(
        "components.frame.session.models._cached_checkpoints", lambda: ["owner/name"]
    )
    return found


def test_a_cached_hub_model_is_opened_from_its_copy_and_the_hub_is_not_asked(
    monkeypatch, bert, asked
):
    page = drawn(bar, model="owner/name")
    assert measured(page) == ["owner/name"]
    assert asked == [False]
    # Nor is it while the model is loaded, where part of another download lies next to the copy.
    monkeypatch.setattr("engine.models.loading.resolve", None)
    spec = page.session_state["biascope_subject"].spec
    assert loaded(spec).source.folder == Path(bert)
    assert session.facts(spec).family == "BERT"
    assert asked == [False]


def test_a_revision_that_is_not_here_is_offered_although_another_is(monkeypatch, hub_size, asked):
    def hub(name: str, _accept: object, ask: bool) -> sources.ModelSource:
        assert not ask
        raise UnknownModelError("It has no copy here.")

    monkeypatch.setattr(sources, "_hub", hub)
    page = drawn(bar, model="owner/name")
    assert page.button(key="confirm_model").label == "Download owner/name (438 MB)"


def test_a_typed_revision_is_known_by_its_spec(asked):
    """The name of the spec is without the revision, so it is not what was typed."""
    name = "owner/name@" + "a" * 40
    page = drawn(bar, {"biascope_confirmed": {("model", name)}}, model=name)
    assert measured(page) == ["owner/name"]
    assert session.facts(page.session_state["biascope_subject"].spec).layers == 2
    assert asked == [True]


def test_a_folder_on_another_machine_is_not_even_looked_for(monkeypatch):
    looked: list[str] = []
    real = Path.stat

    def stat(path: Path, **kwargs: bool) -> object:
        looked.append(str(path))
        return real(path, **kwargs)

    monkeypatch.setattr(Path, "stat", stat)
    monkeypatch.setattr(Path, "iterdir", lambda path: looked.append(str(path)) or iter(()))
    for name in ("//server.example/share/model", r"\\server.example\share\model"):
        page = drawn(bar, model=name)
        assert "on another machine, which this one would connect to" in said(page)
        assert "(size unknown)" in said(page)
        assert offers(page)
    page = drawn(reader, file=r"\\server.example\share\file.csv")
    assert "nothing read" in said(page)
    assert "(size unknown)" in said(page)
    assert not any("server.example" in path for path in looked)


def test_what_cannot_be_a_model_is_refused_at_once():
    page = drawn(bar, model="no such thing")
    assert "is not a hub id" in page.error[0].value
    assert not offers(page)


def test_a_file_in_a_link_is_read_by_one_click(tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("a" * 2000)
    page = drawn(reader, file=str(path))
    assert "nothing read" in said(page)
    assert "(2 kB)" in said(page)
    page.button(key="confirm_file").click().run()
    assert f"reads {path}" in said(page)


def test_a_path_typed_into_the_field_needs_no_other_click(tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("a")
    page = drawn(reader)
    page.text_input(key="file").set_value(str(path)).run()
    assert f"reads {path}" in said(page)


def test_a_confirmed_file_is_no_confirmed_model(bert, resolved):
    page = drawn(bar, {"biascope_confirmed": {("file", bert)}}, model=bert)
    assert offers(page)
    assert resolved == []


def test_sizes_are_of_what_would_be_read_alone(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({}))
    (tmp_path / "model.safetensors").write_bytes(b"0" * 100)
    (tmp_path / "pytorch_model.bin").write_bytes(b"0" * 5000)
    assert file_sizes.folder_bytes(str(tmp_path)) == 102
    assert file_sizes.folder_bytes(str(tmp_path / "nowhere")) is None
    assert file_sizes.folder_bytes("~nobody-of-this-name/model") is None
