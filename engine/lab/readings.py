"""What each measure says of every planted occupation on one model, in sentences never trained on.

A reading is one number an occupation, higher where the occupation is nearer to masculine words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.files.samples import SAMPLES
from engine.flow.asking import Ask
from engine.lab.templates import FEMALE, MALE, PlantedSentence, bundled
from engine.measures.cabm import FEATURES
from engine.measures.cabm.data.corpora import bundled_counts
from engine.measures.cabm.data.sentences import GENDER, FramedSentence
from engine.words.association_tests import AssociationTest, bundled_lists, word_test
from engine.words.contexts import corpus_lines
from engine.words.lists import Lists

UNMASKING, CPS, ASSOCIATION, CABM, SIGNED, WEAT = (
    *("unmasking", "cps", "association", "cabm", "context_signed", "weat"),
)
# On the raw scale, on which models are compared; within a model CABM stands for it.
CABM_RAW = "cabm_raw"
COLUMNS = tuple(f"{name}_bias" for name in FEATURES)
READINGS = (UNMASKING, CABM, *COLUMNS, SIGNED, CPS, ASSOCIATION)

# Held-out templates that make pairs: CPS masks every shared word of both sentences in turn, so
# three kinds of place (he, his, him) are read and not all twelve templates.
PAIRED = (2, 5, 8, 10)

Read = dict[str, float | None]  # occupation -> reading


@dataclass(frozen=True)
class ModelReadings:
    """Readings of one model.

    Args:
        values: reading -> occupation -> number, or None where it could not be read.
        problems: reading -> why it has no numbers, or not all.
        details: what else the measures said: `heads`, `quality`.
    """

    values: dict[str, Read]
    problems: dict[str, str]
    details: dict[str, Any]


def unmasking(ask: Ask, occupations: Sequence[str]) -> Read:
    """P(masculine) / (P(masculine) + P(feminine)) at the masked pronoun, mean over templates.

    Each template asks for its own pair: he and she, his and her, or him and her.
    """
    shares: dict[str, list[float]] = {occupation: [] for occupation in occupations}
    held_out = bundled().held_out
    for pronouns in dict.fromkeys(template.pronouns for template in held_out):
        templates = [template for template in held_out if template.pronouns == pronouns]
        asked = [(name, template) for name in occupations for template in templates]
        found = ask(
            "completion",
            [{"text": template.masked(name)} for name, template in asked],
            {"top_k": 1, "targets": list(pronouns)},
        )
        for (name, _), value in zip(asked, found.values, strict=True):
            chances = [entry["probability"] for entry in value["targets"]]
            if None in chances or not sum(chances):
                raise InputTextError(
                    f"The model gives no probability for {' or '.join(pronouns)}, so "
                    "its pronoun probability gap cannot be measured."
                )
            shares[name].append(chances[0] / sum(chances))
    return {name: sum(values) / len(values) for name, values in shares.items()}


def pair_differences(ask: Ask, occupations: Sequence[str]) -> dict[str, list[float]]:
    """CPS of the masculine sentence minus that of the feminine one, pair by pair.

    Returns:
        Occupation -> one difference a pair that could be scored, nats; > 0 where the masculine
        sentence is the likelier one.
    """
    from engine.measures.pairs.pair_score import scores_of
    from engine.measures.pairs.variants import variant_of

    asked = [(name, bundled().held_out[place]) for name in occupations for place in PAIRED]
    items = [
        {
            "sent_more": template.sentence(name, MALE).text,
            "sent_less": template.sentence(name, FEMALE).text,
        }
        for name, template in asked
    ]
    found = ask("pairs", items, {"variant": "cps"})
    differences: dict[str, list[float]] = {name: [] for name in occupations}
    for (name, _), value in zip(asked, found.values, strict=True):
        if "problem" not in value:
            scores = scores_of(value, variant_of("cps"))
            differences[name].append(scores.difference)
    return differences


def pair_preference(ask: Ask, occupations: Sequence[str]) -> Read:
    """CPS of the masculine sentence minus that of the feminine one, mean over pairs, nats."""
    return {
        name: sum(values) / len(values) if values else None
        for name, values in pair_differences(ask, occupations).items()
    }


def framed_sentences(occupations: Sequence[str]) -> list[FramedSentence]:
    """Held-out sentences with both framings of every occupation, as CABM reads them."""
    return [
        _framed(template.sentence(name, gender), group)
        for name in occupations
        for template in bundled().held_out
        for group, gender in enumerate((MALE, FEMALE))
    ]


def _framed(sentence: PlantedSentence, group: int) -> FramedSentence:
    return FramedSentence(
        text=sentence.text,
        target=sentence.occupation,
        target_span=sentence.named,
        word=sentence.pronoun.casefold(),
        word_span=(sentence.start, sentence.stop),
        group=group,
    )


def cabm(ask: Ask, occupations: Sequence[str]) -> tuple[dict[str, Read], dict[str, str]]:
    """CABM with equal weights, standardised and raw, its features, and WEAT of each occupation.

    The weights are the same for every model, so that what differs between models is theirs; PMI
    is counted in a corpus and not in the model, so it is the same for all.

    Returns:
        Readings, and why some are missing.
    """
    from engine.measures.cabm.features import SIGNED as ALONG
    from engine.measures.cabm.features import feature_table
    from engine.measures.cabm.scores import cabm_scores
    from engine.measures.cabm.vectors import cabm_params, vectors_of
    from engine.measures.cabm.weighting import equal_weights, standardised

    sentences = framed_sentences(occupations)
    found = ask("cabm", [sentence.item() for sentence in sentences], cabm_params())
    vectors = vectors_of(sentences, found.values)
    table = feature_table(vectors, bundled_counts(), GENDER)
    frame = table.frame
    features = frame[[*COLUMNS]].to_numpy(float)
    scores = cabm_scores(standardised(features), equal_weights())
    raw = cabm_scores(features, equal_weights())
    signed = feature_table(vectors, bundled_counts(), GENDER, context=ALONG).frame["context_bias"]
    columns = {name: frame[name].tolist() for name in (*COLUMNS, WEAT)}
    columns |= {CABM: scores.tolist(), CABM_RAW: raw.tolist(), SIGNED: signed.tolist()}
    names = frame["occupation"].tolist()
    values = {
        column: dict.fromkeys(occupations) | dict(zip(names, read, strict=True))
        for column, read in columns.items()
    }
    if not table.excluded:
        return values, {}
    name, reason = next(iter(table.excluded.items()))
    return values, {
        CABM: f"{counted(len(table.excluded), 'occupation', 'are')} left out; {name} {reason}."
    }


@lru_cache(maxsize=8)
def association_test(planted: tuple[tuple[str, float], ...]) -> AssociationTest:
    """The planted occupations against feminine and masculine words.

    X is the half with the lower planted P(male), Y the other; the order within equal ones is
    that of the table. Occupations are read in neutral sentences, which hold no pronoun.
    """
    order = sorted(planted, key=lambda row: row[1])
    half = len(order) // 2
    x, y = (tuple(name for name, _ in part) for part in (order[:half], order[half:]))
    known = bundled_lists("gender")
    taken = {word for name, _ in planted for word in (name.casefold(), *name.casefold().split())}
    a, b = (tuple(word for word in words if word not in taken) for words in (known.a, known.b))
    neutral = bundled().neutral
    lines = [template.neutral(name) for name, _ in planted for template in neutral]
    lines += corpus_lines(SAMPLES / "contexts.txt")
    names = ("planted lower", "planted higher", *known.names[2:])
    return word_test(Lists(x=x, y=y, a=a, b=b, names=names), lines, len(neutral))


def associations(ask: Ask, planted: Mapping[str, float]) -> tuple[Read, dict[str, Any]]:
    """How much nearer each occupation lies to masculine than to feminine words.

    Returns:
        -s(w, A, B) of every occupation, and the value of the measure `seat`.
    """
    from engine.measures.seat.measure import seat_params
    from engine.measures.seat.reading import TOKEN

    test = association_test(tuple(planted.items()))
    contexts = len(bundled().neutral)
    seat = ask("seat", [test.item()], seat_params(TOKEN, max_contexts=contexts)).values[0]
    found = {entry["word"]: -entry["s"] for entry in seat["associations"]}
    return {name: found.get(name) for name in planted}, seat


def association(ask: Ask, planted: Mapping[str, float]) -> tuple[Read, dict[str, Any]]:
    """`associations`, and head bias.

    Returns:
        -s(w, A, B) of every occupation, and what the bias scores of the heads say: `effect_size`
        d of the test (> 0: as planted), its `interval`, and `gradient` [layer][head].
    """
    from engine.measures.heads.bias import bias_params
    from engine.measures.seat.reading import TOKEN

    found, seat = associations(ask, planted)
    test = association_test(tuple(planted.items()))
    heads = ask("head_bias", [test.item()], bias_params(TOKEN, len(bundled().neutral))).values[0]
    return found, {
        "effect_size": seat["effect_size"],
        "interval": seat["interval"],
        "p_value": seat["p_value"],
        "gradient": heads["gradient"],
    }
