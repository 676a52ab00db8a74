"""Files, long work and data sets on a shared server."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import streamlit as st

from components.frame.present import explain
from components.frame.widgets import kept_file, suites
from engine.server.shared import Limits, NotOnSharedError
from tests.components.drawn import drawn

MIB = 2**20


def reader() -> None:
    import streamlit as st

    from components.frame.widgets import own_file

    source = own_file.source("File", "file", ["csv"], "Help. The file stays on this machine.", "x")
    st.text("nothing read" if source is None else f"reads {source[0]}")


def long_work() -> None:
    import streamlit as st

    from components.frame.widgets import background
    from engine.command_line.command import Command

    work = background.Work({"job": Command(("pairs", "bundled"))}, 10, 0, lambda: 0)
    pressed = background.offer(work, "Ten.", "In the background", "job", lambda: st.button("Now"))
    st.text(f"pressed {pressed}")
    background.button("Later", "later", lambda: None)


def data_set() -> None:
    import streamlit as st

    from components.frame.widgets import fetch_offer

    st.text(f"here {fetch_offer.offer('crows-pairs')}")


@pytest.mark.parametrize("path", ["/etc/passwd", "../../secret.csv", "~/a.csv", "a\0b"])
def test_a_path_in_the_address_is_neither_shown_as_a_field_nor_read(share, path):
    share()
    page = drawn(reader, file=path)
    assert not page.text_input
    assert [text.value for text in page.text] == ["nothing read"]
    assert "names a file or folder on the server" in page.info[0].value


def test_without_a_path_nothing_is_said_of_one(share):
    share()
    assert not drawn(reader).info


def test_the_help_of_a_box_says_where_the_file_goes(share):
    share()
    text = kept_file.where_it_stays("One row per pair. The file stays on this machine.")
    assert text == (
        "One row per pair. The file is sent to this shared server and kept for your browser "
        "session alone."
    )


@pytest.mark.parametrize(("size", "taken"), [(MIB, True), (MIB + 1, False)])
def test_an_upload_over_the_bound_is_not_kept_even_past_the_box(share, monkeypatch, size, taken):
    share(limits=Limits(upload_mib=1))
    upload = SimpleNamespace(file_id="1", name="a.csv", size=size, getvalue=lambda: b"x" * size)
    asked = {}

    def box(*_: object, **options: object) -> object:
        asked.update(options)
        return upload

    said: list[str] = []
    monkeypatch.setattr(st, "file_uploader", box)
    monkeypatch.setattr(st, "error", lambda text, **_: said.append(text))
    file = kept_file.ask("File", "over_the_bound", ["csv"], "Help.")
    assert asked["max_upload_size"] == 1
    assert (file is not None) == taken
    assert bool(said) != taken


def test_long_work_shows_its_command_in_place_of_a_job(share):
    share()
    page = drawn(long_work)
    assert [button.label for button in page.button] == ["Now"]
    assert [code.value for code in page.code] == ["python -m engine pairs bundled"]
    page.button[0].click().run()
    assert page.text[0].value == "pressed True"


def test_a_data_set_that_is_not_here_is_not_fetched(share, monkeypatch, tmp_path):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    share()
    page = drawn(data_set)
    assert page.text[0].value == "here False"
    assert not page.button
    assert [code.value for code in page.code] == ["python -m engine datasets get crows-pairs"]


@pytest.mark.parametrize(
    "evaluator",
    [
        'kind = "classifier"\ncheckpoint = "owner/model"\n[evaluator.labels]\n"biased" = '
        '{ flagged = true, score = "p" }',
        'kind = "lexicon"\nsource = "/etc/passwd"',
        'kind = "lexicon"\nsource = "../words.csv"',
    ],
)
def test_an_evaluator_that_opens_something_of_the_server_is_refused(share, evaluator):
    share()
    text = f'name = "x"\n[[evaluator]]\nname = "one"\n{evaluator}\n'
    with pytest.raises(NotOnSharedError, match="not possible here"):
        suites.read_own_suite((text.encode(), "x.toml", ()))


def test_the_example_of_evaluators_can_be_used(share):
    share()
    assert len(suites.read_own_suite((suites.example().encode(), "x.toml", ())).evaluators) == 2


def test_messages_do_not_show_folders_of_the_server(share):
    share(folders=("/srv/biascope",))
    assert "srv" not in explain.plain("/srv/biascope/results.sqlite cannot be written")
