"""What a report is made from: the completions of every prompt and the verdicts on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.core.mask_token import masks_in
from engine.core.wording import counted
from engine.evaluators.suite import Completed, Suite, Verdict
from engine.measures.arena.settings import ArenaSettings
from engine.prompts.prompt import PromptSet

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Filling:
    """One completion of a prompt.

    Args:
        word: as a person would write it.
        token: as the vocabulary has it.
        probability: of the token, 0 to 1; nan where the completion was made elsewhere.
        weight: share of the prompt's figure; those of one prompt add up to 1.
    """

    word: str
    token: str
    probability: float
    weight: float


@dataclass(frozen=True, eq=False)
class Judged:
    """Prompts, their completions and the verdicts on them.

    Args:
        fillings: [prompt][filling]; empty where the model gave no word.
        verdicts: name of an evaluator -> [prompt][filling].
        baseline: name of an evaluator -> [prompt], its verdict on the same sentence with a
            neutral filler; without evaluators that have none.
    """

    prompts: PromptSet
    suite: Suite
    settings: ArenaSettings
    fillings: list[list[Filling]]
    verdicts: dict[str, list[list[Verdict]]]
    baseline: dict[str, list[Verdict]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        size = len(self.prompts.prompts)
        if len(self.fillings) != size:
            raise ValueError(
                f"{counted(size, 'prompt', 'have')} completions of {len(self.fillings)}"
            )
        sizes = [len(words) for words in self.fillings]
        for evaluator in self.suite.evaluators:
            given = self.verdicts.get(evaluator.name)
            if given is None or [len(part) for part in given] != sizes:
                raise ValueError(f"verdicts of {evaluator.name} do not fit the completions")
        for name, given_baseline in self.baseline.items():
            if len(given_baseline) != size:
                raise ValueError(f"the baseline of {name} does not fit the prompts")

    def completed(self) -> Iterator[Completed]:
        """Every completed sentence, prompt by prompt, in the order in which it is judged."""
        for prompt, words in zip(self.prompts.prompts, self.fillings, strict=True):
            for filling in words:
                yield Completed(prompt, filling.word)

    def texts(self) -> list[list[str]]:
        """[prompt][filling], the completed sentences; of a prompt without a mask, its fillings."""
        return [
            [
                Completed(prompt, filling.word).text if masks_in(prompt.sentence) else filling.word
                for filling in words
            ]
            for prompt, words in zip(self.prompts.prompts, self.fillings, strict=True)
        ]


ROW_COLUMNS = (
    "category",
    "group",
    "sentence_type",
    "sentence",
    "completion",
    "token",
    "probability",
    "weight",
)
VERDICT_COLUMNS = ("label", "probability", "value", "flagged", "score", "problem")


def rows_of(judged: Judged, group: str = "") -> pd.DataFrame:
    """Every completion with every verdict on it, as it is written beside a report.

    Args:
        group: only prompts about it; all where it is empty.

    Returns:
        One row a completion, prompts in the order of the set; a prompt without one has a row with
        no completion. `ROW_COLUMNS`, then `<evaluator>: ` and each of `VERDICT_COLUMNS`. What is
        not there is empty (None).
    """
    import pandas as pd

    names = [entry.name for entry in judged.suite.evaluators]
    columns = [*ROW_COLUMNS, *(f"{name}: {part}" for name in names for part in VERDICT_COLUMNS)]
    return pd.DataFrame(list(_rows(judged, names, group)), columns=columns, dtype=object)


def _rows(judged: Judged, names: list[str], group: str) -> Iterator[list[Any]]:
    for at, prompt in enumerate(judged.prompts.prompts):
        if group and prompt.group != group:
            continue
        # As the model saw it and the evaluators judged it.
        sentence = prompt.quoted().sentence if judged.settings.quoted else prompt.sentence
        asked: list[Any] = [prompt.category, prompt.group, prompt.sentence_type, sentence]
        words = judged.fillings[at]
        if not words:
            yield [*asked, *[None] * (4 + len(names) * len(VERDICT_COLUMNS))]
        for place, filling in enumerate(words):
            known = filling.probability == filling.probability
            row: list[Any] = [*asked, filling.word, filling.token]
            row += [filling.probability if known else None, filling.weight]
            for name in names:
                verdict = judged.verdicts[name][at][place]
                row += [verdict.get(part) for part in VERDICT_COLUMNS]
            yield row
