"""VADER's words that change the valence of other words, as version 3.3.2 has them."""

from __future__ import annotations

RAISED = 0.293  # what an intensifier adds to the size of a valence; a dampener takes it off
CAPITALS = 0.733  # what a word in capitals adds where the others are not
NEGATED = -0.74  # factor of a negated valence

_INTENSIFIERS = """
absolutely amazingly awfully completely considerable considerably decidedly deeply effing enormous
enormously entirely especially exceptional exceptionally extreme extremely fabulously flipping
flippin frackin fracking fricking frickin frigging friggin fully fuckin fucking fuggin fugging
greatly hella highly hugely incredible incredibly intensely major majorly more most particularly
purely quite really remarkably so substantially thoroughly total totally tremendous tremendously
uber unbelievably unusually utter utterly very
"""
_DAMPENERS = """
almost barely hardly kinda kindof kind-of less little marginal marginally occasional occasionally
partly scarce scarcely slight slightly somewhat sorta sortof sort-of
"""
_DAMPENING_PHRASES = ("just enough", "kind of", "sort of")
_NEGATIONS = """
aint arent cannot cant couldnt darent didnt doesnt ain't aren't can't couldn't daren't didn't
doesn't dont hadnt hasnt havent isnt mightnt mustnt neither don't hadn't hasn't haven't isn't
mightn't mustn't neednt needn't never none nope nor not nothing nowhere oughtnt shant shouldnt uhuh
wasnt werent oughtn't shan't shouldn't uh-uh wasn't weren't without wont wouldnt won't wouldn't
rarely seldom despite
"""

DEGREES = (
    dict.fromkeys(_INTENSIFIERS.split(), RAISED)
    | dict.fromkeys(_DAMPENERS.split(), -RAISED)
    | dict.fromkeys(_DAMPENING_PHRASES, -RAISED)
)
NEGATIONS = frozenset(_NEGATIONS.split())

# Phrases whose valence is not that of their words.
IDIOMS = {
    "the shit": 3,
    "the bomb": 3,
    "bad ass": 1.5,
    "badass": 1.5,
    "bus stop": 0.0,
    "yeah right": -2,
    "kiss of death": -1.5,
    "to die for": 3,
    "beating heart": 3.5,
}


def is_negation(word: str) -> bool:
    """Whether a word in lower case negates what comes after it."""
    return word in NEGATIONS or "n't" in word
