"""All designs of `bench coverage`, in the order of its table."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bench.coverage.agreement import agreement_designs
from engine.bench.coverage.arena import arena_designs
from engine.bench.coverage.cabm import cabm_designs
from engine.bench.coverage.classifiers import classifier_designs
from engine.bench.coverage.counter import counter_designs
from engine.bench.coverage.crossed_prompts import crossed_designs
from engine.bench.coverage.design import AnyDesign
from engine.bench.coverage.differing import differing_designs
from engine.bench.coverage.films import film_designs
from engine.bench.coverage.gest import gest_designs
from engine.bench.coverage.groups import group_designs
from engine.bench.coverage.halves import half_designs
from engine.bench.coverage.heads import head_designs
from engine.bench.coverage.honest import honest_designs
from engine.bench.coverage.identities import identity_designs
from engine.bench.coverage.kappa import kappa_designs
from engine.bench.coverage.means import means_designs
from engine.bench.coverage.mitigation import mitigation_designs
from engine.bench.coverage.orders import order_designs
from engine.bench.coverage.pair_changes import pair_change_designs
from engine.bench.coverage.pair_distances import pair_distance_designs
from engine.bench.coverage.pair_figures import pair_figure_designs
from engine.bench.coverage.pairs import pairs_designs
from engine.bench.coverage.professions import profession_designs
from engine.bench.coverage.rankings import ranking_designs
from engine.bench.coverage.right_answers import right_answer_designs
from engine.bench.coverage.units import unit_designs


def every_design(
    differences: Sequence[float], losses: Sequence[float], tokens: Sequence[int]
) -> list[AnyDesign]:
    """Every design, in the order of the table.

    Args:
        differences: of pairs, nats; samples of means are drawn from them.
        losses: of sentences, nats; samples of pseudo-perplexity are drawn from them.
        tokens: of the same sentences.
    """
    return [
        *unit_designs(differences, losses, tokens),
        *arena_designs(),
        *ranking_designs(),
        *differing_designs(),
        *crossed_designs(),
        *group_designs(),
        *identity_designs(),
        *head_designs(),
        *means_designs(),
        *kappa_designs(),
        *cabm_designs(),
        *pairs_designs(),
        *counter_designs(),
        *pair_figure_designs(),
        *pair_change_designs(),
        *pair_distance_designs(),
        *film_designs(),
        *half_designs(),
        *classifier_designs(),
        *right_answer_designs(),
        *profession_designs(),
        *order_designs(),
        *honest_designs(),
        *gest_designs(),
        *agreement_designs(),
        *mitigation_designs(),
    ]
