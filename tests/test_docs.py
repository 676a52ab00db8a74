"""The examples on the method cards, computed again; what texts name: tests, links and modules."""

from __future__ import annotations

import ast
import math
import re
from pathlib import Path

import numpy as np
import pytest
import torch

from components.frame.present.explain import card_text, cards
from engine.columns.column import PERCENT
from engine.core.spec import format_heads, parse_heads
from engine.core.wording import interval_text
from engine.evaluators import valence
from engine.evaluators.suite import VALENCE, Completed, Evaluator
from engine.evaluators.word_lists import own_words
from engine.interventions.judging import apart
from engine.interventions.leace import leace
from engine.interventions.sentence_debias import sentence_debias
from engine.interventions.steering import mean_difference, mean_length
from engine.lab.templates import male_sentences
from engine.measures.agreement import scores
from engine.measures.arena.few import flagged_text, interval_ends
from engine.measures.arena.replication import TABLE_1
from engine.measures.arena.settings import READINGS
from engine.measures.arena.verdict_table import read_flags
from engine.measures.cabm.data.cooccurrence import CorpusCounts, TargetCount
from engine.measures.cabm.data.sentences import parse_groups
from engine.measures.cabm.pmi import pmi
from engine.measures.cabm.scores import cabm_scores, settled_category
from engine.measures.completion.group_completion import contributions
from engine.measures.gest.levels import levels
from engine.measures.gest.verdict import DEFINED, PUBLISHED, rates
from engine.measures.heads.runs import bottom_heads, positive_heads, top_heads
from engine.measures.health.check import Health, judge_health
from engine.measures.honest.data.file import IdentityTemplate
from engine.measures.honest.scores import Completion, honest_score
from engine.measures.lpbs.biases import domain_score
from engine.measures.lpbs.sets import Domain
from engine.measures.nlu.predictions import understanding
from engine.measures.pairs.pair_score import decided_by_one, side_score
from engine.measures.pairs.s_jsd import distance as distance_to_certainty
from engine.measures.pairs.s_jsd import pair_distance
from engine.measures.pairs.summary import detectable_points
from engine.measures.pairs.variants import variant_of
from engine.measures.perplexity.causal import perplexity
from engine.measures.perplexity.masked import pseudo_perplexity
from engine.measures.seat.association import (
    detectable_effect,
    effect_interval,
    effect_size,
    permutation_test,
)
from engine.models.hooks import _scaled
from engine.prompts.prompt import Prompt
from engine.scorecard.order import distance
from engine.statistics import binomial_test, cohen_kappa, paired_t_test, rank_correlation, wilson
from engine.statistics.correlation import spearman_brown
from engine.statistics.list_difference import list_difference
from engine.statistics.shares import exact_share_interval, share_interval


def example(card: str) -> str:
    """The worked example of a card, in one line."""
    found = re.search(
        r"^\*\*Worked example\*\*\n\n(.+?)(?:\n\n|\Z)", card_text(card), re.DOTALL | re.M
    )
    assert found, card
    return " ".join(found.group(1).split())


def percent(right: int, trials: int) -> str:
    """A share with its interval, as pages write it."""
    bounds = [100 * bound for bound in wilson(right, trials)]
    return f"{right / trials:.0%} ({interval_text(bounds, '.0f')})"


def written(number: float, decimals: int = 2) -> str:
    return f"{number:.{decimals}f}".replace("-", "−")


@pytest.mark.parametrize("card", cards())
def test_every_card_has_one_worked_example(card):
    assert card_text(card).count("**Worked example**") == 1
    assert re.search(r"\d", example(card))


def test_alpha_on_the_cabm_card_is_the_smoothing_and_no_weight():
    formula = card_text("cabm").split("$$")[1]
    assert "mathrm{CABM}" in formula
    assert r"\alpha" not in formula
    assert r"$2\alpha$ pseudo-sentences" in card_text("cabm")


def test_the_divergence_of_two_groups():
    bits = contributions(np.array([[0.5, 0.3, 0.2], [0.2, 0.3, 0.5]]))
    assert f"{written(bits.sum(), 3)} bits" in example("completion")
    assert bits[1] == 0
    assert f"{written(bits[0], 3)} each" in example("completion")
    assert f"is {written(math.log(0.2 / 0.8))}" in example("completion")


def test_a_pseudo_perplexity():
    values = [
        {"log_probabilities": [math.log(0.5), math.log(0.25)], "top": [True, False]},
        {"log_probabilities": [math.log(0.1)], "top": [False]},
    ]
    assert example("pppl").endswith(f"= {written(pseudo_perplexity(values)['pppl'])}$.")


def test_a_perplexity():
    values = [
        {"log_probabilities": [math.log(0.5), math.log(0.25)], "top": [True, False], "window": 8},
        {"log_probabilities": [math.log(0.125)], "top": [False], "window": 8},
    ]
    assert example("perplexity").endswith(f"= {written(perplexity(values)['perplexity'])}$.")


def test_self_debiasing():
    plain, described = np.array([0.5, 0.3, 0.2]), np.array([0.7, 0.1, 0.2])
    factors = np.exp(10 * np.minimum(plain - described, 0))
    weights = plain * factors
    text = example("self-debiasing")
    assert f"= {written(factors[0], 3)}$" in text
    assert f"weights {written(weights[0], 3)}, 0.3 and 0.2" in text
    shares = [written(share, 3) for share in weights / weights.sum()]
    assert f"{shares[0]}, {shares[1]} and {shares[2]}." in text


def test_an_erasure():
    first, second = np.array([[3.0, 1.0], [3.0, -1.0]]), np.array([[1.0, 1.0], [1.0, -1.0]])
    text = example("erasure")
    assert "(3, 1) and (1, 1), (3, −1) and (1, −1)" in text
    np.testing.assert_allclose(sentence_debias(first, second, 1)(first[0]), [0, 1], atol=1e-12)
    assert "makes (0, 1) of (3, 1)" in text
    erasure = leace(np.concatenate([first, second]), np.array([1, 1, 0, 0]))
    np.testing.assert_allclose(erasure.center, [2, 0])
    np.testing.assert_allclose(erasure(first[0]), [2, 1], atol=1e-12)
    np.testing.assert_allclose(erasure(second[0]), [2, 1], atol=1e-12)
    assert "keeps the mean, (2, 0), and makes (2, 1) of it, the same as of (1, 1)" in text


def test_a_steering_vector():
    first, second = np.array([[4.0, 4.0], [2.0, 4.0]]), np.array([[1.0, 0.0], [-1.0, 0.0]])
    direction, text = mean_difference(first, second), example("steering")
    length = mean_length(np.concatenate([first, second]))
    np.testing.assert_allclose(direction, [0.6, 0.8])
    assert f"are {written(length)} long in the mean" in text
    assert f"the vector is ({written(length * 0.6)}, {written(length * 0.8)})" in text
    assert text.endswith(f"a strength of {written(5 / length)}.")
    assert apart(first, second, direction) == pytest.approx(5)


def test_a_health_check():
    right = {count: exact_share_interval(count, 40) for count in (18, 8)}
    good, weak = (
        judge_health(Health("green", (), count / 40, interval, 40, 15.4))
        for count, interval in right.items()
    )
    assert (good.status, weak.status) == ("green", "amber")
    text = example("health")
    for correct, (low, high) in right.items():
        interval = f"[{100 * low:.0f}, {100 * high:.0f}]"
        assert f"{100 * correct / 40:.0f}% (95% CI {interval})" in text


def test_honest_of_two_templates():
    templates = [
        IdentityTemplate(f"{who} worked as a [MASK].", who, who, "", "") for who in ("woman", "man")
    ]
    words = (("nurse", "witch"), ("driver", "boxer"))
    found = [[Completion(w, w, 0.5, "an" * (w == "witch")) for w in own] for own in words]
    one, two = (honest_score(templates, found, k) for k in (1, 2))
    assert one["value"] == 0
    assert f"= 1 / 4 = {two['value']:.2f}$: " in example("honest")
    woman = two["parts"]["by_identity"]["woman"]["value"]
    assert f"{woman:.2f} for the woman, 0 for the man" in example("honest")


def test_two_reviewers_and_unedited_pairs():
    found = cohen_kappa(((20, 10), (0, 20)))
    text = example("curation")
    assert found.kappa is not None
    interval = interval_text(found.interval, ".2f")
    assert f"= {written(found.kappa)}$ ({interval})" in text
    assert f"The prevalence index is {found.prevalence_index:.0f}" in text
    assert f"the bias index {written(found.bias_index or 0.0)}" in text
    bounds = [100 * bound for bound in exact_share_interval(17, 20)]
    assert text.endswith(f"85% are unedited ({interval_text(bounds, '.0f')}).")


def test_a_pair_and_a_set_of_pairs():
    sides = {
        name: {
            "tokens": ["a", "b", "c"],
            "log_probabilities": [-2.0, -7.0, given],
            "shared": [True, False, True],
        }
        for name, given in (("more", -1.5), ("less", -1.3))
    }
    sides["less"]["log_probabilities"][0] = -2.4
    variant = variant_of("cps")
    more, less = (side_score(sides[name], variant) for name in ("more", "less"))
    text = example("pairs")
    assert f"= {written(more, 1)}$" in text
    assert f"= {written(less, 1)}$" in text
    assert f"{written(more - less, 1)} nats" in text
    assert decided_by_one({**sides, "difference": more - less}, variant)
    assert "decided by a single token" in text
    assert percent(60, 100) in text
    assert f"p = {binomial_test(60, 100):.3f}" in text
    assert f"{50 + detectable_points(100):.0f}% would have been detected" in " ".join(text.split())
    assert f"{abs(42.6 - 50) - abs(55.7 - 50):.1f} points" in card_text("pairs")


def test_an_effect_size_and_its_permutation_p():
    s = torch.tensor([0.3, 0.1, 0.0, -0.2], dtype=torch.float64)
    test = permutation_test(s.numpy(), 2, 0)
    text = example("seat")
    assert f"d = 0.3 / 0.208 = {written(float(effect_size(s, 2)))}" in text
    assert written(float(s.std()), 3) == "0.208"
    assert f"{round(test.p_value * test.n_permutations)} of {test.n_permutations}" in text
    assert f"p = {written(test.p_value)}" in text
    low, high = effect_interval(s.numpy(), 2)
    assert f"[{written(low)}, {written(high)}]" in text
    assert f"{written(detectable_effect(8, 8))} for eight and eight" in card_text("seat")


def test_the_most_biased_of_four_heads():
    grid = [[0.04, -0.02], [0.01, 0.0]]
    text = example("head-bias")
    assert f"most biased head is {format_heads(top_heads(grid, 1))}" in text
    assert f"most anti-biased one {format_heads(bottom_heads(grid, 1))}" in text
    assert f"biased heads are {format_heads(positive_heads(grid)).replace(', ', ' and ')}" in text
    assert f"to {written(1.35 - grid[0][0])}" in text


def test_the_direct_paths_of_two_heads():
    parts = torch.tensor([[1.0, 1.0, -1.0, -1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0]])
    rows, state = torch.tensor([1.0, 0.0, 1.0, -1.0]), parts.sum(0)
    scale = state.std(correction=0)
    embedding, *heads = ((parts - parts.mean(1, keepdim=True)) @ rows / scale).tolist()
    difference = float(torch.nn.functional.layer_norm(state, (4,)) @ rows)
    text = example("head-bias")
    assert f"The scale of the last norm is {written(float(scale))}" in text
    added = " and ".join(map(written, heads))
    assert f"The embedding adds {written(embedding)} logits, the heads {added}" in text
    assert f"together {written(difference)}, the difference of the logits" in text


def test_a_masked_head_leaves_the_bias_of_the_projection():
    projection = torch.nn.Linear(2, 1)
    with torch.no_grad():
        projection.weight.copy_(torch.tensor([[0.5, -1.0]]))
        projection.bias.fill_(0.1)
        heads = torch.tensor([[[2.0, 3.0]]])
        for gates in ([1.0, 1.0], [1.0, 0.0]):
            added = float(projection(_scaled(heads, torch.tensor(gates))))
            assert f"= {written(added, 1)}$" in example("heads")


def test_a_masked_head_in_the_notation_of_the_pages():
    (head,) = parse_heads("9-12")
    assert f"layer {head.layer} and head {head.head}" in example("heads")
    assert head == (8, 11)


def test_a_paired_t_test_of_four_sentences():
    test = paired_t_test([0.6, 0.5, 0.7, 0.4], [0.4, 0.4, 0.5, 0.4])
    text = example("counter-stereotype")
    assert f"mean difference is {written(test['mean_difference'], 3)}" in text
    assert f"$d_z$ = {written(test['dz'])}" in text
    assert f"$t$ = {written(test['t'])}" in text
    assert f"$p$ = {written(test['p'])}" in text


def test_a_log_probability_bias_and_its_effect_size():
    text = example("lpbs")
    score = math.log(0.4 / 0.2) - math.log(0.1 / 0.2)
    assert f"= {written(score)}$" in text
    words = (("salary", "office"), ("home", "wedding"))
    domain = Domain("career_family", "career", "family", ("a", "b"), words)
    values = [{"score": value} for value in (0.9, 0.9, 0.5, 0.5, 0.1, 0.1, -0.3, -0.3)]
    found = domain_score(domain, values)
    assert f"difference of {written(found['difference'], 1)} nats" in text
    assert f"$d$ = {written(found['effect_size'])}" in text


def test_the_levels_of_two_stereotypes_and_their_rate():
    (found,) = levels([[-0.2, -0.1, 0.1, 0.3]], [1, 1, 16, 16])
    text = example("gest")
    for reading in (DEFINED, PUBLISHED):
        figures = rates(found, reading)
        assert f"= {written(figures['r'][0])}$" in text
        assert f"= {written(figures['r'][15])}$" in text
        assert f"g_s = {written(figures['g_s'])}$" in text


def test_an_association_with_a_profession_and_the_figure_of_two_lists():
    text = example("bec-pro")
    rises, falls = math.log(0.4 / 0.2), math.log(0.1 / 0.2)
    assert f"associations of {written(rises)} and {written(falls)}" in text
    assert f"a gap of {written(rises - falls)}" in text
    gaps = {"mason": 1.8, "roofer": 0.9, "maid": -1.3, "nurse": -2.5}
    lists = {name: "male" if gap > 0 else "female" for name, gap in gaps.items()}
    found = list_difference(gaps, lists, ("male", "female"))
    assert text.endswith(f"= {written(found.value)} nats.")


def test_the_distances_of_two_models_and_a_corrected_reliability():
    measure = {"neutral": 50.0, "scale": PERCENT.name}
    first, second = (distance(value, measure) for value in (58.0, 45.0))
    text = example("scorecard")
    assert f"distances are {first:.0f} and {second:.0f} points" in text
    assert f"= {written(spearman_brown(0.6, 2))}$" in text


def test_a_token_nearer_to_certainty_is_toward_the_stereotype():
    more, less = ([math.log(p) for p in side] for side in ((0.5, 0.25), (0.25, 0.25)))
    found = pair_distance(
        {
            name: {"log_probabilities": side, "shared": [True, True]}
            for name, side in (("more", more), ("less", less))
        }
    )
    text = example("multilingual")
    for p in (0.5, 0.25):
        assert f"j({p}) = {distance_to_certainty(math.log(p)):.3f}" in text
    assert f"= {found.mean:.3f}$" in text


def test_the_scores_of_a_classifier():
    found = understanding([{"class": one} for one in (1, 0, 0, 0)], [1, 1, 0, 0])
    text = example("nlu")
    assert f"accuracy is {found['accuracy']:.0%}" in text
    assert f"F1 {written(found['f1'])}" in text
    assert f"Matthews correlation {written(found['matthews'])}" in text


def test_the_pmi_bias_and_the_score_of_an_occupation():
    counts = CorpusCounts("a corpus", ("male", "female"), 10_000, 600, 400, {})
    counts.targets["nurse"] = TargetCount(50, 10, 30)
    text = example("cabm")
    assert f"= {written(pmi(counts, 'nurse').bias)}$ bits" in text
    score = float(cabm_scores(np.array([-1.2, -0.8, 0.2]), np.array([0.5, 0.3, 0.2])))
    assert f"= {written(score)}$" in text
    assert "[−1.3, −0.3]" in text
    assert settled_category(-1.3, -0.3, parse_groups("male=he;female=she"), p=0.049) in text


def test_the_scores_of_five_answers():
    given = scores.Given(
        counts=np.array([3, 1, 1]),
        ranks=np.array([1, 4, math.inf]),
        log_probabilities=np.array([-0.5, -2.0, math.nan]),
        covered=np.array([True, True, False]),
        candidates=100,
    )
    text = example("agreement")
    for name, value in (
        ("P@1", scores.precision_at(given, 1)),
        ("P@5", scores.precision_at(given, 5)),
        ("hit@5", scores.hit_at(given, 5)),
        ("answers@5", scores.share_at(given, 5)),
        ("coverage", scores.answer_coverage(given)),
    ):
        assert f"{name} is {value:.0%}" in text, name
    assert f"MRR is {scores.reciprocal_rank(given):.0f}" in text


def test_the_figures_of_two_prompts_and_three_evaluators():
    scores = np.array([[0.8, 0.9], [0.6, 0.2], [0.0, 0.1]])
    rates = [read_flags((scores > 0.5).astype(float), reading).mean() for reading in READINGS]
    text = example("arena")
    assert f"= {written(scores.mean())}$" in text
    pooled, any_one, majority = (f"{rate:.0%}" for rate in rates)
    assert f"{pooled} pooled (three of six), {any_one} by any evaluator and {majority}" in text
    bounds = interval_ends(share_interval(np.array([1.0] * 3 + [0.0] * 9)), 12)
    assert f"{flagged_text(0.25, 12)} ({interval_text(bounds, '.1f')} of 12)" in text


def test_the_published_table_of_the_arena_is_on_its_card():
    table = re.findall(r"^\| .+?((?: \| \d\d\.\d){4}) \|$", card_text("arena"), re.M)
    found = [tuple(map(float, row.split("|")[1:])) for row in table]
    assert found == [tuple(rates.values()) for rates in TABLE_1.values()]


def test_a_planted_proportion_and_its_recovery():
    text = example("injection")
    assert f"{male_sentences(0.85, 180)} of 180" in text
    assert f"= {written(0.3 / (0.3 + 0.1))}$" in text
    rho = rank_correlation([0.9, 0.5, 0.1], [0.7, 0.6, 0.65], seed=0)["rho"]
    assert f"$\\rho$ = {written(rho, 1)}" in text


def test_the_valence_of_a_completion():
    text = example("evaluators")
    asked = [("They are [MASK].", "0.3612"), ("People hate that they are [MASK].", "0.1632")]
    for sentence, difference in asked:
        prompt = Prompt("any", "people", "attributive", sentence, slot="adjective")
        (found,) = valence.judge(Evaluator("v", VALENCE), [Completed(prompt, "lazy")])
        assert written(found["value"], 4) == f"−{difference}"
        assert f"−{difference}" in text
        if difference == "0.3612":
            assert f"score {written(found['score'], 4)}" in text
    assert f"{len(own_words()):,} unfavourable" in card_text("evaluators")


# --- what reliability.md names ------------------------------------------------------------

RELIABILITY = Path(__file__).parents[1] / "docs" / "reliability.md"
_NAMED = re.compile(r"^- \[(tests/[^\]]+)\]\(\.\./\1\):\n?(.+?)(?=\n- |\n\n|\Z)", re.DOTALL | re.M)


def promises() -> dict[str, str]:
    """Heading of each promise -> what stands below it."""
    _, *parts = re.split(r"^## ", RELIABILITY.read_text(encoding="utf-8"), flags=re.M)
    return {heading: text for heading, _, text in (part.partition("\n") for part in parts)}


def named_tests(text: str) -> list[tuple[str, str]]:
    """Path and name of each test that a text names."""
    return [
        (path, name)
        for path, names in _NAMED.findall(text)
        for name in re.findall(r"`(test_\w+)`", names)
    ]


@pytest.mark.parametrize("promise", promises())
def test_every_promise_says_how_it_works_where_it_ends_and_names_its_tests(promise):
    text = promises()[promise]
    for part in ("\nHow: ", "\nLimits: ", "\nTests:\n"):
        assert text.count(part) == 1
    named = named_tests(text)
    assert named
    assert len(named) == len(re.findall(r"`test_\w+`", text)), "a test is not named after its file"


def test_every_test_that_a_promise_names_exists():
    root = RELIABILITY.parents[1]
    for path, name in named_tests(RELIABILITY.read_text(encoding="utf-8")):
        tree = ast.parse((root / path).read_text(encoding="utf-8"))
        assert name in {part.name for part in tree.body if isinstance(part, ast.FunctionDef)}, name


def test_what_names_a_test_is_read():
    text = "- [tests/a.py](../tests/a.py): `test_one`,\n  `test_two`\n"
    text += "- [tests/b.py](../tests/b.py):\n  `test_x`\n"
    assert named_tests(text) == [
        ("tests/a.py", "test_one"),
        ("tests/a.py", "test_two"),
        ("tests/b.py", "test_x"),
    ]


# --- links --------------------------------------------------------------------------------

ROOT = RELIABILITY.parents[1]
TEXTS = [ROOT / "README.md", ROOT / "cache" / "README.md"]
TEXTS += [path for folder in ("docs", "engine") for path in sorted((ROOT / folder).rglob("*.md"))]
_FENCED = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.M)
_LINK = re.compile(r"\]\(([^()\s]+)\)")


def links_in(text: str) -> list[str]:
    """What a Markdown text links to on this machine, anchors included."""
    found = _LINK.findall(_FENCED.sub("", text))
    return [link for link in found if not re.match(r"\w+:", link)]


def anchors_in(text: str) -> set[str]:
    """Anchors of the headings of a Markdown text, as GitHub makes them.

    Lower case, without signs but hyphens and underscores, spaces as hyphens; one that is there
    already gets a number.
    """
    anchors: set[str] = set()
    for heading in re.findall(r"^#{1,6}\s+(.+?)(?:\s+#+)?\s*$", _FENCED.sub("", text), re.M):
        plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        numbered = (f"{slug}-{number}" if number else slug for number in range(len(anchors) + 1))
        anchors.add(next(anchor for anchor in numbered if anchor not in anchors))
    return anchors


def dead_links(path: Path) -> list[str]:
    """Links of a Markdown file that lead to no file, or to no heading of a Markdown file."""
    found = []
    for link in links_in(path.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists():
            found.append(link)
        elif anchor and target.suffix == ".md":
            there = anchors_in(target.read_text(encoding="utf-8"))
            found += [] if anchor in there else [link]
    return found


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_to_a_file_or_a_heading_leads_there(path):
    assert dead_links(path) == []


def test_links_of_the_promises_are_read():
    links = links_in(RELIABILITY.read_text(encoding="utf-8"))
    assert len(links) > 30
    assert "benchmarks.md#faults" in links


def test_a_dead_link_and_a_dead_anchor_are_found(tmp_path):
    (tmp_path / "other.md").write_text(
        "# One `thing`, and [another](x.md)\n## Same\n```\n# No heading\n```\n## Same ##\n"
    )
    good = ("other.md", "other.md#one-thing-and-another", "other.md#same", "other.md#same-1", "#it")
    bad = ("gone.md", "other.md#no-heading", "other.md#Same", "other.md#same-2", "#them")
    elsewhere = "https://example.org/#nowhere"
    text = "# It\n" + "".join(f"[a]({link})\n" for link in (*good, *bad, elsewhere))
    this = tmp_path / "this.md"
    this.write_text(f"{text}```\n[a](in-code.md)\n```\n")
    assert dead_links(this) == [*bad]


# --- modules ------------------------------------------------------------------------------

PACKAGES = [
    path
    for folder in ("engine", "components")
    for path in sorted((ROOT / folder).rglob("__init__.py"))
]
_BULLET = re.compile(r"^- (.+?)(?=^- |^\s*$|\Z)", re.DOTALL | re.M)


def modules_in(docstring: str) -> list[str]:
    """Modules and folders of a package that the bullets of its docstring begin with."""
    heads = [bullet.partition(":")[0] for bullet in _BULLET.findall(docstring)]
    return [name for head in heads if head[0] == "`" for name in re.findall(r"`([\w/]+)`", head)]


def gone(package: Path) -> list[str]:
    """What the docstring of a package lists and its folder does not hold."""
    docstring = ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or ""
    places = {name: package.parent / name for name in modules_in(docstring)}
    return [
        name
        for name, place in places.items()
        if not (place.is_dir() or place.with_suffix(".py").is_file())
    ]


def test_every_module_that_a_package_lists_exists():
    found = {str(path.relative_to(ROOT)): gone(path) for path in PACKAGES}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_module_that_is_gone_is_found(tmp_path):
    (tmp_path / "one.py").touch()
    (tmp_path / "folder").mkdir()
    package = tmp_path / "__init__.py"
    package.write_text(
        '"""A room.\n\n- `one`, `two`,\n  `folder/`: of `three`; `four`: no head.\n'
        '- *five*: `six`.\n- `seven`: last.\n\nAfter it `eight`: nothing.\n"""\n'
    )
    assert modules_in(ast.get_docstring(ast.parse(package.read_text())) or "") == [
        *("one", "two", "folder/", "seven")
    ]
    assert gone(package) == ["two", "seven"]
