"""What a reader takes away is complete, and harmless where it is opened."""

from __future__ import annotations

import json
import math

import pandas as pd
import plotly.graph_objects as go
import pytest
import streamlit as st

from components.frame.present.theme import DARK, LIGHT, standalone
from components.frame.session import state
from components.frame.widgets import export, export_files, result
from tests.components.drawn import again, drawn

DATA = ["CSV", "JSON with manifest", "Excel", "CSV for Excel"]
MANIFEST = {"measure": "completion", "spec": {"checkpoint": "bundled"}}


def test_the_json_holds_rows_and_manifest_to_the_last_digit():
    frame = pd.DataFrame(
        {
            "word": ["she", "<b>", None],
            "probability": [0.1 + 0.2, None, math.inf],
            "rank": pd.array([1, None, 3], dtype="Int64"),
        }
    )
    read = json.loads(export.as_json(frame, MANIFEST))
    assert read["manifest"] == MANIFEST
    assert read["rows"][0]["probability"] == 0.1 + 0.2
    assert read["rows"][1] == {"word": "<b>", "probability": None, "rank": None}
    assert read["rows"][2] == {"word": None, "probability": None, "rank": 3}


@pytest.mark.parametrize(
    ("installed", "more", "said"),
    [
        (False, "", "Run this in Biascope's folder."),
        (False, ", on this machine", "Run this in Biascope's folder, on this machine."),
        (True, "", ""),
        (True, ", on this machine", "Run this on this machine."),
    ],
)
def test_a_command_is_run_in_the_folder_of_a_clone_or_anywhere(monkeypatch, installed, more, said):
    monkeypatch.setattr(result, "IS_INSTALLED", installed)
    assert result.where_to_run(more) == said


def script() -> None:
    import pandas as pd
    import plotly.graph_objects as go

    from components.frame.widgets import export

    frame = pd.DataFrame({"word": ["=1+1"], "probability": [0.5]})
    figure = go.Figure(go.Bar(x=[1], y=[1]))
    export.row("words", frame, figure, "python -m engine fill", {"measure": "completion"}, "<b>t")


def script_with_a_usual_choice() -> None:
    import streamlit as st

    from components.frame.widgets import data_choice, export

    data_choice.name_in_links("answers", "Simulated")
    st.code(export.link())


def test_a_link_names_a_choice_that_other_machines_would_not_make():
    """The address leaves out what is usual, and which one is usual may follow from the machine."""
    (link,) = (block.value for block in drawn(script_with_a_usual_choice).code)
    assert link.endswith("?answers=Simulated")


def test_the_buttons_deliver_data_figure_command_and_link():
    page = drawn(script, text="[MASK] & she", hide=["word pieces", "stop words"])
    labels = [button.label for button in page.get("download_button")]
    assert labels == [*DATA, "HTML"]
    command, link = (block.value for block in page.code)
    assert command == "python -m engine fill"
    assert link.endswith("?text=%5BMASK%5D+%26+she&hide=word+pieces&hide=stop+words")
    assert "It does not hold a file that you uploaded" in page.caption[-1].value


def test_a_csv_for_excel_is_separated_as_the_file_that_was_uploaded_last():
    page = drawn(script)
    assert [toggle.value for toggle in page.toggle] == [False]
    page.session_state[state.SEMICOLONS] = True
    assert [toggle.value for toggle in again(page).toggle] == [True]


def several() -> None:
    import pandas as pd
    import plotly.graph_objects as go

    from components.frame.widgets import export

    frame = pd.DataFrame({"word": ["he"], "probability": [0.5]})
    drawn = go.Figure(go.Bar(x=[1], y=[1]))
    export.section(
        "both",
        [
            export.Result("a", frame, drawn, "python -m engine pairs crows-pairs", {}, "First"),
            export.Result("b", frame, drawn, "python -m engine seat gender", {}, "Second"),
            export.Result("c", frame, None, "python -m engine fill x", {}, hint="As it is."),
        ],
    )


def test_a_section_has_one_row_for_all_its_results():
    page = drawn(several)
    labels = [button.label for button in page.get("download_button")]
    assert labels == DATA * 3 + ["HTML"] * 2
    popovers = [block.proto.popover.label for block in page.get("popover")]
    assert popovers == ["Data", "Figures", "Reproduce", "Pin", "Link"]
    titles = [text.value for text in page.markdown]
    named = ["**First**", "**Second**", "**c**"]
    assert titles == [*named, "**First**", "**Second**", *named]
    *commands, _ = (block.value for block in page.code)
    assert commands == [
        "python -m engine pairs crows-pairs",
        "python -m engine seat gender",
        "python -m engine fill x",
    ]


def awaiting() -> None:
    import pandas as pd
    import plotly.graph_objects as go
    import streamlit as st

    from components.frame.widgets import export

    frame = pd.DataFrame({"word": ["he"], "probability": [0.5]})
    drawn = go.Figure(go.Bar(x=[1], y=[1]))
    own = [export.Result("b", frame, drawn, "python -m engine seat", {}, "Second")]
    late = export.section("both", own, "Still computed.")
    if st.query_params.get("done"):
        late.add(export.Result("a", frame, drawn, "python -m engine fill", {}, "First"))


def test_a_result_that_is_still_computed_is_added_before_the_others():
    page = drawn(awaiting)
    assert [text.value for text in page.markdown] == ["**Second**"] * 3
    assert [text.value for text in page.caption].count("Still computed.") == 4
    assert [button.label for button in page.button] == ["Second"]
    page = drawn(awaiting, done="1")
    assert [text.value for text in page.markdown] == ["**First**", "**Second**"] * 3
    assert "Still computed." not in [text.value for text in page.caption]
    assert [button.label for button in page.button] == ["First", "Second"]


def of_one_command() -> None:
    import pandas as pd

    from components.frame.widgets import export

    frame = pd.DataFrame({"word": ["he"], "probability": [0.5]})
    same = "python -m engine cabm --out occupations.csv"
    export.section(
        "same",
        [
            export.Result("a", frame, None, same, {"of": "a"}, "First", "In its folder."),
            export.Result("b", frame, None, same, {"of": "b"}, "Second", "In its folder."),
            export.Result("c", frame, None, "python -m engine fill x", {}, "Third"),
        ],
    )


def test_a_command_of_several_results_stands_once_with_what_was_computed_for_each():
    page = drawn(of_one_command)
    *commands, _ = (block.value for block in page.code)
    assert commands == ["python -m engine cabm --out occupations.csv", "python -m engine fill x"]
    assert "**First**  \n**Second**" in [text.value for text in page.markdown]
    assert [text.value for text in page.caption].count("In its folder.") == 1
    assert [box.label for box in page.expander] == [
        "How this was computed (for reviewers): First",
        "How this was computed (for reviewers): Second",
        "How this was computed (for reviewers)",
    ]


def test_a_command_that_needs_public_data_says_where_it_is_looked_for():
    for command, named in (
        ("python -m engine pairs crows-pairs --json", "crows-pairs"),
        ("python -m engine agreement mozart-en", "mozart"),
        ("python -m engine cabm --pmi-corpus wikitext2", "wikitext2-test"),
    ):
        said = export.where_data_is(command)
        assert "`BIASCOPE_DATA`" in said
        assert f"`python -m engine datasets get {named}`" in said
    # `seat` is a command here, although a data set has that name.
    seat = "python -m engine seat gender --mask '3-1, 6-12'"
    assert export.where_data_is(seat) == ""
    assert export.where_data_is(f"{seat}\n{seat} --model x") == ""
    assert export.where_data_is("python -m engine mask --words gender --metric seat") == ""


def test_a_figure_that_leaves_the_page_carries_its_title_and_its_ground():
    figure = go.Figure(go.Bar(x=[1], y=[1]))
    alone = standalone(figure, "<b>She</b> & he")
    assert alone.layout.title.text == "&lt;b&gt;She&lt;/b&gt; &amp; he"
    assert alone.layout.paper_bgcolor == LIGHT.page
    assert figure.layout.title.text is None
    page = alone.to_html(include_plotlyjs=True)
    assert "plotly" in page
    assert 'src="http' not in page


def test_the_csv_that_is_downloaded_holds_no_formula(monkeypatch):
    given = {}

    def recorded(label, data, *_, **__):
        given[label] = data() if callable(data) else data

    monkeypatch.setattr(st, "download_button", recorded)
    drawn(script)
    assert given["CSV"] == "word,probability\n'=1+1,0.5\n"
    assert json.loads(given["JSON with manifest"])["rows"][0]["word"] == "=1+1"


def test_the_page_of_a_figure_is_made_when_its_button_is_pressed(monkeypatch):
    """In the colours that the figure was drawn in, which nobody knows any more by then."""
    given, made = {}, []

    def recorded(label, data, *_, **__):
        given[label] = data

    def standing_alone(*args):
        made.append(args)
        return standalone(*args)

    monkeypatch.setattr(st, "download_button", recorded)
    monkeypatch.setattr(export_files, "standalone", standing_alone)
    monkeypatch.setattr(export_files, "palette", lambda: DARK)
    drawn(script)
    assert not made
    assert DARK.page in given["HTML"]()
    assert len(made) == 1
