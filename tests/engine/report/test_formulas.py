"""Formulas of the cards as MathML."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.report import methods
from engine.report.markdown import mathml

SYMBOLS = ["\\frac", "{", "}", "^", "_", "a", "1", " ", "\\left", "\\right", "|", "\\text", "&"]


def test_a_fraction_and_its_scripts():
    assert mathml(r"\frac{a_1}{b^2}", False) == (
        '<math alttext="\\frac{a_1}{b^2}"><mrow><mfrac><mrow><msub><mi>a</mi><mn>1</mn></msub>'
        "</mrow><mrow><msup><mi>b</mi><mn>2</mn></msup></mrow></mfrac></mrow></math>"
    )


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
    found = mathml(source, False).replace("&nbsp;", " ")
    assert ElementTree.fromstring(found).tag in ("math", "code")
