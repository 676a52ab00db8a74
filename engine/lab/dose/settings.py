"""What decides a run of dose and response: doses, seeds, shuffled tables, and their models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.lab.settings import InjectionSettings, Request
from engine.lab.table import shuffled
from engine.lab.templates import PlantedShare, biased_shares

VERSION = 1  # rises when the same request gives other models
DOSES = (0.0, 0.25, 0.5, 0.75, 1.0)
SEEDS, FEWEST_SEEDS, MOST_SEEDS = 2, 2, 20
MOST_DOSES = 20
_HALF = 0.5
_ATTEMPTS = 100


@dataclass(frozen=True)
class DosedModel:
    """One of the models of a run.

    Args:
        dose: 0 to 1, of the distance of each planted proportion from one half.
        seed: of the shuffle, the corpus and the training.
    """

    dose: float
    seed: int

    @property
    def variant(self) -> str:
        """Names it in the folder of its run."""
        return f"dose-{dose_text(self.dose)}-seed-{self.seed}"


@dataclass(frozen=True)
class DoseRequest:
    """One run.

    Args:
        injection: the model, the table before it is shuffled, and the sizes of each training; its
            seed is the first one of the run.
        doses: rising, 0 among them.
        seeds: how many there are.
    """

    injection: Request
    doses: tuple[float, ...] = DOSES
    seeds: int = SEEDS

    @property
    def seed_numbers(self) -> tuple[int, ...]:
        """Every seed, the first one first."""
        first = self.injection.settings.seed
        return tuple(range(first, first + self.seeds))

    @property
    def models(self) -> tuple[DosedModel, ...]:
        """Every model, all doses of a seed one after the other."""
        return tuple(DosedModel(dose, seed) for seed in self.seed_numbers for dose in self.doses)

    def tables(self) -> dict[int, dict[str, float]]:
        """Seed -> the proportions that dose 1 plants."""
        return shuffled_tables(self.injection.planted, self.seed_numbers)

    def settings_of(self, model: DosedModel) -> InjectionSettings:
        """Sizes of the training of one model, with its own seed."""
        return replace(self.injection.settings, seed=model.seed)

    def identity(self) -> dict[str, Any]:
        """What a run must share with another to be the same, JSON-ready."""
        return {
            **self.injection.identity(),
            "doses": list(self.doses),
            "seeds": self.seeds,
            "dose_version": VERSION,
        }


def dose_text(dose: float) -> str:
    """A dose as it is written: `0`, `0.25`."""
    return f"{dose:.12g}"


def checked_doses(doses: Iterable[float]) -> tuple[float, ...]:
    """Doses in rising order, each once.

    Raises:
        InputTextError: if one is not between 0 and 1, 0 is not among them, or nothing else is.
    """
    found = tuple(sorted(set(doses)))
    if wrong := [dose for dose in found if not 0 <= dose <= 1]:
        raise InputTextError(f"A dose is between 0 and 1; got {wrong[0]:g}.")
    if 0 not in found:
        raise InputTextError(
            "Dose 0 is missing; the models of all other doses are compared with those of dose 0."
        )
    if len(found) < 2:
        raise InputTextError("There is only dose 0; give at least one dose above it.")
    if len(found) > MOST_DOSES:
        raise InputTextError(f"There are {len(found)} doses; the most is {MOST_DOSES}.")
    return found


def checked_seeds(seeds: int) -> int:
    """A number of seeds.

    Raises:
        InputTextError: if there are too few to tell a response from a training, or too many.
    """
    if seeds < FEWEST_SEEDS:
        raise InputTextError(
            f"There must be at least {FEWEST_SEEDS} seeds, so that a response is seen in more than "
            f"one shuffle and training; got {seeds}."
        )
    if seeds > MOST_SEEDS:
        raise InputTextError(f"There are {seeds} seeds; the most is {MOST_SEEDS}.")
    return seeds


# --- tables -------------------------------------------------------------------------------
# The proportions of one seed, at one dose, and as a corpus has them.


def dosed(planted: Mapping[str, float], dose: float) -> dict[str, float]:
    """Proportions moved toward one half: P_d(o) = 0.5 + d (P(o) - 0.5).

    Args:
        planted: occupation -> P(male).
        dose: 0 for one half everywhere, 1 for the proportions as they are.
    """
    return {name: _HALF + dose * (p_male - _HALF) for name, p_male in planted.items()}


def shuffled_tables(
    planted: Mapping[str, float], seeds: Sequence[int]
) -> dict[int, dict[str, float]]:
    """The same proportions over other occupations, once for each seed.

    Returns:
        Seed -> occupation -> P(male); no two are the same, and none is the table that was given.

    Raises:
        InputTextError: if there are not as many ways to shuffle the proportions.
    """
    found: dict[int, dict[str, float]] = {}
    for seed in seeds:
        taken = [dict(planted), *found.values()]
        drawn = (shuffled(planted, name) for name in _names(seed))
        table = next((one for one in drawn if one not in taken), None)
        if table is None:
            raise InputTextError(
                f"The proportions of {counted(len(planted), 'occupation')} cannot be shuffled in "
                f"{len(seeds)} different ways; give more occupations, or proportions that differ."
            )
        found[seed] = table
    return found


def _names(seed: int) -> Iterable[int | str]:
    return (seed, *(f"{seed}/{attempt}" for attempt in range(1, _ATTEMPTS)))


def shares_at(table: Mapping[str, float], dose: float, sentences: int) -> list[PlantedShare]:
    """How many sentences of a corpus each occupation gets, and how many of them masculine ones.

    Args:
        table: occupation -> P(male) at dose 1.
        sentences: of the corpus, at most.
    """
    return biased_shares(dosed(table, dose), sentences)


def halves(table: Mapping[str, float]) -> dict[str, str]:
    """Occupation -> `male` for the half with the higher P(male), `female` for the other.

    An occupation in the middle of an odd number is in the higher half; those of the same proportion
    stay in the order of the table.
    """
    order = sorted(table, key=table.__getitem__)
    lower = set(order[: len(order) // 2])
    return {name: LISTS[name in lower] for name in table}


LISTS = ("male", "female")


def planted_gap(table: Mapping[str, float], shares: Sequence[PlantedShare]) -> float:
    """How far a corpus has the two halves of the occupations apart.

    Args:
        table: occupation -> P(male) at dose 1, which decides the halves.
        shares: of the corpus of one dose.

    Returns:
        Mean P(male) of the higher half less that of the lower one, 0 to 1.
    """
    lists = halves(table)
    means = []
    for half in LISTS:
        own = [share.p_male for share in shares if lists[share.occupation] == half]
        means.append(sum(own) / len(own))
    return means[0] - means[1]


def planted_gaps(request: DoseRequest) -> dict[float, float]:
    """Dose -> how far its corpora have the halves of the occupations apart, mean over the seeds.

    Returns:
        Mean P(male) of the half that is planted as more masculine less that of the other, 0 to 1.
    """
    sentences = request.injection.settings.sentences
    tables = list(request.tables().values())
    found = {}
    for dose in request.doses:
        gaps = [planted_gap(table, shares_at(table, dose, sentences)) for table in tables]
        found[dose] = sum(gaps) / len(gaps)
    return found
