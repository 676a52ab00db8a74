"""The same measures on a device and on the CPU, and the largest difference of their numbers."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.bench.device.parts import Finding, Part
from engine.bench.random_models import Shape, build, made_up_sentence
from engine.core.spec import parse_heads
from engine.core.wording import counted
from engine.flow.registry import MEASURES
from engine.models.loading import MaskedLM, load, load_classifier

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel

MASK = "1-1, 2-3"
_TEXTS = (
    "The nurse said that she was tired.",
    "The sun rises in the east.",
    "My mother and my father often go to the kitchen because the garden is cold at night.",
)
_CONTEXTS = 4  # of each word of the association test
_PAIRS = 6
_STEPS = 3  # of a training
_SENTENCES = 400  # of the planted corpus: a few for each occupation
_CLASSIFIER = Shape("bert", 1000, hidden=256, layers=4, heads=4, classes=3, deviation=0.1)


@dataclass(frozen=True)
class Question:
    """A measurement whose numbers are compared.

    Args:
        name: in the table.
        scorer: (lm, items, params) -> one value an item.
        mask: heads that are masked, as the command line takes them.
    """

    name: str
    scorer: Callable[[MaskedLM, Any, dict[str, Any]], Sequence[Any]]
    items: Sequence[Any]
    params: dict[str, Any]
    mask: str = ""


def questions() -> Iterator[Question]:
    """What is asked of a masked language model."""
    from engine.measures.cabm.data.sets import load_framed
    from engine.measures.cabm.vectors import cabm_params
    from engine.measures.heads.bias import bias_params
    from engine.measures.pairs.data.sets import load_pairs
    from engine.measures.pairs.frame import items_of
    from engine.measures.seat.reading import TOKEN
    from engine.words.association_tests import bundled_test

    texts = [{"text": text} for text in _TEXTS]
    blanks = [{"text": "[MASK] is a nurse."}, {"text": "The doctor said that [MASK] was late."}]
    pairs = items_of(load_pairs("bundled").head(_PAIRS))
    test = [bundled_test("gender", _CONTEXTS).item()]
    framed = [sentence.item() for sentence in load_framed("bundled").sentences[:_PAIRS]]
    seat = bias_params(TOKEN, _CONTEXTS)
    fill, pairs_of, heads, pppl, cabm = (
        MEASURES[name].scorer() for name in ("completion", "pairs", "head_bias", "pppl", "cabm")
    )
    # No list of words: two that are nearly as likely may change places.
    yield Question("fill", fill, blanks, {"top_k": 1, "targets": ["he", "she"]})
    yield Question("cps", pairs_of, pairs, {"variant": "cps"})
    yield Question("cps with masked heads", pairs_of, pairs, {"variant": "cps"}, MASK)
    yield Question("aula (attention)", pairs_of, pairs, {"variant": "aula"})
    yield Question("seat", associations, test, seat)
    yield Question("gradients of heads", heads, test, seat)
    yield Question("pppl", pppl, texts, {})
    yield Question("cabm", cabm, framed, cabm_params())


def associations(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[list[float]]:
    """What SEAT works out of vectors, without its intervals: the association of each target.

    Args:
        items: `AssociationTest.item()`.
        params: `bias_params()`.
    """
    from engine.measures.seat.measure import target_associations
    from engine.measures.seat.reading import read_apart, read_test

    found = []
    for item in items:
        reading = read_test(lm, item, params["pooling"], params["max_contexts"])
        found.append(target_associations(read_apart(lm, reading).vectors, reading).tolist())
    return found


def agreement_parts(checkpoint: str, device: str, dtype: str) -> Iterator[Part]:
    """Every question in a precision, and a classifier."""
    models = _OnBoth(checkpoint, device, dtype)
    for question in questions():
        yield Part(question.name, dtype, partial(_asked, models, question))
    yield Part("classifier", dtype, partial(_classified, device, dtype))


def training_part(checkpoint: str, device: str) -> Part:
    """The first steps of an injection."""
    return Part("injection (training)", "float32", partial(_trained, checkpoint, device))


@dataclass(frozen=True)
class _OnBoth:
    """A model on the device and on the CPU, each loaded when it is first asked for."""

    checkpoint: str
    device: str
    dtype: str

    @cached_property
    def here(self) -> LoadedModel:
        return load(self.checkpoint, self.device, self.dtype)

    @cached_property
    def there(self) -> LoadedModel:
        return load(self.checkpoint, "cpu", self.dtype)


def _asked(models: _OnBoth, question: Question) -> Finding:
    heads = parse_heads(question.mask)
    here, there = (
        [
            plain(value)
            for value in question.scorer(MaskedLM(model, heads), question.items, question.params)
        ]
        for model in (models.here, models.there)
    )
    return compared_values(here, there)


def _classified(device: str, dtype: str) -> Finding:
    """Classes and probabilities of a classifier of random weights."""
    import random

    draw = random.Random(0)
    texts = [made_up_sentence(length, 900, draw) for length in (4, 9, 15, 9, 30)]
    items = [{"text": text, "second": None} for text in texts]
    with tempfile.TemporaryDirectory() as parent:
        folder = str(build(_CLASSIFIER, Path(parent) / "classifier"))
        here, there = (
            MEASURES["nlu"].scorer()(MaskedLM(load_classifier(folder, place, dtype)), items, {})
            for place in (device, "cpu")
        )
    return compared_values(list(here), list(there))


def _trained(checkpoint: str, device: str) -> Finding:
    """Losses of the first steps of an injection without dropout, which devices draw differently."""
    here, there = (_losses(checkpoint, place) for place in (device, "cpu"))
    return compared_values(here, there)


def _losses(checkpoint: str, device: str) -> list[float]:
    from engine.lab.injection import shares_of
    from engine.lab.settings import InjectionSettings, Request
    from engine.lab.table import bundled_table
    from engine.lab.templates import BIASED, corpus, encoded
    from engine.training.loop import train
    from engine.training.planting import Planting
    from engine.training.recipe import TrainingSettings

    model, original = (load(checkpoint, device, attention="eager") for _ in range(2))
    settings = InjectionSettings(sentences=_SENTENCES)
    revision = model.source.revision
    request = Request(model.source.checkpoint, revision, bundled_table(), settings)
    cut = encoded(model.tokenizer, corpus(shares_of(BIASED, request), seed=0))
    objective = Planting(model, original, *cut, settings.named, settings.hold, False)
    steps = TrainingSettings(_STEPS, settings.tokens, settings.peak_lr, dropout=0.0, bfloat16=False)
    with tempfile.TemporaryDirectory() as folder:
        found = train(model, cut.pieces, steps, Path(folder), objective=objective)
        return [step.loss for step in found]


# --- differences --------------------------------------------------------------------------


def compared_values(here: list[Any], there: list[Any]) -> Finding:
    """The largest difference of the numbers in two values of one form."""
    found = list(_apart(here, there))
    numbers = [apart for apart in found if apart is not None]
    other = len(found) - len(numbers)
    if not numbers:
        raise ValueError("there is no number to compare")
    largest = max(numbers)
    more = f"; {counted(other, 'other difference')}" if other else ""
    text = f"at most {largest:.1e} apart in {counted(len(numbers), 'number')}{more}"
    return Finding(
        text, {"largest_difference": largest, "numbers": len(numbers), "other_differences": other}
    )


def plain(value: Any) -> Any:
    """A value with its packed vectors as numbers."""
    from engine.measures.cabm.vectors import PARTS

    if not isinstance(value, dict) or not set(value) <= {*PARTS, "unread_words"}:
        return value
    return {
        key: _unpacked(part) if key in PARTS and isinstance(part, str) else part
        for key, part in value.items()
    }


def _unpacked(text: str) -> list[float]:
    from engine.flow.packing import unpacked

    found: list[float] = unpacked([text])[0].tolist()
    return found


def _apart(one: Any, other: Any) -> Iterator[float | None]:
    """How far numbers are apart, place by place; None where anything else differs."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from _apart(one[key], other[key])
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other):
            yield None
            return
        for first, second in zip(one, other, strict=True):
            yield from _apart(first, second)
    elif isinstance(one, float) and isinstance(other, float):
        yield abs(one - other)
    elif one != other:
        yield None
