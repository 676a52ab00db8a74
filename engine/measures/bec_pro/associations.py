"""From profession sentences and measured log-probabilities to one association a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.measures.bec_pro.data.sentences import ProfessionSet

if TYPE_CHECKING:
    import pandas as pd

MEASURE = "masked_words"
_Place = tuple[str, int]  # a masked text, and which of its masks is the person word's


def items_of(data: ProfessionSet) -> list[dict[str, Any]]:
    """What has to be measured: each masked text once, with all person words that fill it."""
    return [
        {"text": text, "mask": mask, "words": words} for (text, mask), words in _asked(data).items()
    ]


def _asked(data: ProfessionSet) -> dict[_Place, list[str]]:
    words: dict[_Place, set[str]] = {}
    for sentence in data.sentences:
        for place in (
            (sentence.person_masked(), 0),
            (sentence.both_masked(), sentence.person_mask),
        ):
            words.setdefault(place, set()).add(sentence.person)
    # Texts of one length share batches, so they are measured one after the other.
    order = sorted(words, key=lambda place: (len(place[0].split()), place))
    return {place: sorted(words[place]) for place in order}


def associations(data: ProfessionSet, values: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """The association of every sentence's person word with its profession.

    Args:
        values: of `items_of`, in order.

    Returns:
        One row a sentence that can be scored: `sentence`, `person`, `gender`, `profession`
        (whatever its form), `form` (as it is written), `group`, `template`, `log_probability`
        (nats, the profession in sight), `log_prior` (nats, both masked), `association` (nats,
        their difference), `pieces` of the person word.

    Source: Bartl, Nissim and Gatt 2020, section 4.
    """
    import pandas as pd

    known = {
        (place, word): (log_prob, pieces)
        for (place, words), value in zip(_asked(data).items(), values, strict=True)
        for word, log_prob, pieces in zip(
            words, value["log_probabilities"], value["pieces"], strict=True
        )
    }
    rows = []
    for sentence in data.sentences:
        seen, pieces = known[(sentence.person_masked(), 0), sentence.person]
        prior, _ = known[(sentence.both_masked(), sentence.person_mask), sentence.person]
        if seen is None or prior is None:
            continue
        rows.append(
            {
                "sentence": sentence.text,
                "person": sentence.person,
                "gender": sentence.gender,
                "profession": sentence.unit,
                "form": sentence.profession,
                "group": sentence.group,
                "template": sentence.template,
                "log_probability": seen,
                "log_prior": prior,
                "association": seen - prior,
                "pieces": pieces,
            }
        )
    frame = pd.DataFrame(rows)
    if frame.empty or frame["gender"].nunique() < 2:
        raise InputTextError(
            "The model's vocabulary has no pieces for the person words of a gender, so the two "
            "cannot be compared; choose a model of this language."
        )
    return frame


def unknown_persons(data: ProfessionSet, frame: pd.DataFrame) -> list[str]:
    """Person words that the vocabulary has no pieces for.

    Args:
        frame: of `associations`.
    """
    known = set(frame["person"])
    return sorted({sentence.person for sentence in data.sentences} - known)
