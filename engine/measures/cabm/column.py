"""`cabm`: the Context-Aware Bias Metric of occupations, male list against female list.

Models can be compared only on the raw scale and with one set of weights, so the weights are equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.columns.column import Column, Family, Link, Reading, masked_only
from engine.columns.effect import list_reading
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.measures.cabm import FEATURES
from engine.measures.cabm.data.sentences import GENDER, FramedSet
from engine.measures.cabm.data.sets import BUNDLED, SETS, load_framed

if TYPE_CHECKING:
    from engine.flow.asking import Ask, Derive
    from engine.measures.cabm.settings import CabmSettings


_CORPUS = "bundled"
_NOTE = (
    "PMI, a third of the score, is counted in a corpus and the same for every model; what differs "
    "between models is cosine and context."
)


def column(argument: str) -> Column:
    """The column of a set of framed sentences, the bundled one if none is named."""
    name, title, lists, data = occupation_lists("cabm", argument)

    def read(ask: Ask, derive: Derive, kind: str, seed: int) -> Reading:
        from engine.measures.cabm.data.corpora import corpus_counts
        from engine.measures.cabm.study import study

        counts = corpus_counts(_CORPUS, data, data.targets)
        found = study(ask, derive, data, counts, _settings(kind, seed))
        scored = found.scored(found.weigh(found.weighting)["weights"]).set_index("occupation")
        features = {
            feature: list_reading(scored[f"{feature}_bias"], lists, GENDER.names).value
            for feature in FEATURES
        }
        notes = (_NOTE, *found.warnings)
        return list_reading(
            scored["score"], lists, GENDER.names, notes, detail={"features": features}
        )

    return Column(
        name=f"cabm:{name}",
        title="CABM, male minus female list",
        data=title,
        variant="Mean CABM, raw scale, equal weights, male list minus female list of occupations",
        counted="occupations",
        higher="occupations of the male list lean male more than those of the female list",
        digits=3,
        version=2,
        identity={
            "sentences": data_digest([sentence.item() for sentence in data.sentences]),
            "lists": [*map(list, lists.items())],
            "corpus": _CORPUS,
        },
        read=read,
        refuses=masked_only("a CABM of all three features", encoders=True),
        measures=("cabm", "completion"),
        texts=tuple(dict.fromkeys(sentence.text for sentence in data.sentences)),
        page=Link("/cabm", {"sentences": title, "scale": "raw", "weighting": "equal"}),
    )


def _settings(kind: str, seed: int) -> CabmSettings:
    from engine.measures.cabm.scores import RAW
    from engine.measures.cabm.settings import CabmSettings
    from engine.measures.cabm.weighting import EQUAL

    return CabmSettings(weighting=EQUAL, scale=RAW, seed=seed, kind=kind)


FAMILY = Family(
    name="cabm",
    title="Context-Aware Bias Metric of occupations",
    usage="cabm[:bundled|winobias]",
    column=column,
    suggested=("cabm:bundled",),
    seconds=5.0,
)


# --- occupation sets ----------------------------------------------------------------------
# The occupations of a set of framed sentences with their lists, as columns ask for them.


class OccupationLists(NamedTuple):
    """A set, and occupation -> `male` or `female`, in the order of the set's sentences."""

    name: str
    title: str
    lists: dict[str, str]
    sentences: FramedSet


def occupation_lists(family: str, argument: str) -> OccupationLists:
    """The occupations of a set that are on a list.

    Args:
        family: word before the colon, for the message.
        argument: name of the set; empty for the bundled one.
    """
    name = argument or BUNDLED
    if name not in SETS:
        raise InputTextError(f"There is no {family}:{name}; there is {', '.join(SETS)}.")
    data = load_framed(name)
    lists = {target: data.lists[target] for target in data.targets if target in data.lists}
    return OccupationLists(name, data.title, lists, data)
