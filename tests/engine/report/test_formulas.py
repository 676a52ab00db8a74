"""Formulas of the cards as MathML."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.report import methods
from engine.report.formulas import mathml

SYMBOLS = ["\\frac", "{", "}", "^", "_", "a", "1", " ", "\\left", "\\right", "|", "\\text", "&"]


def test_a_fraction_and_its_scripts():
    found = ElementTree.fromstring(mathml(r"\frac{a_1}{b^2}", False))
    assert found.get("alttext") == r"\frac{a_1}{b^2}"
    assert found.get("display") == "inline"
    assert [element.tag.partition("}")[2] for element in found.iter()] == [
        *("math", "mrow", "mfrac", "mrow", "msub", "mi", "mn", "mrow", "msup", "mi", "mn"),
    ]
    assert [element.text for element in found.iter() if element.text] == ["a", "1", "b", "2"]


@pytest.mark.parametrize("inner", ['<img src="x"/>', "<script>1</script>", "a<b"])
def test_no_element_comes_in_by_a_text(inner):
    assert mathml(rf"\text{{{inner}}}", True).startswith("<code>")
    assert "<img" not in mathml(rf"\text{{{inner}}}", True)


def test_what_is_not_known_is_shown_as_it_is_written():
    assert mathml(r"\unknown{<x>}", True) == r"<code>\unknown{&lt;x&gt;}</code>"


@pytest.mark.parametrize("name", methods.names())
def test_every_formula_of_every_card_is_known(name):
    card = methods.card(name)
    whole = "".join([card.lead, card.details, *card.limits])
    assert "<code>\\" not in whole
    assert "$" not in whole.replace("$BIASCOPE_DATA", "")


@given(st.lists(st.sampled_from(SYMBOLS), max_size=20).map("".join))
def test_any_formula_gives_one_well_formed_element(source):
    assert ElementTree.fromstring(mathml(source, False)).tag.rpartition("}")[2] in ("math", "code")
