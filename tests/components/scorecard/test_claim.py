"""The claim of the Scorecard: which models clearly differ, in one sentence."""

from __future__ import annotations

import pytest

from components.frame.widgets.result import LONGEST_TITLE
from components.scorecard import claim, headline, table
from components.scorecard.grid import Grid
from tests.components.scorecard.reports import (
    MEASURES,
    absent,
    contestant,
    imported,
    measure,
    report,
)

SEAT, PAIRS = "seat:gender", MEASURES[0][0]


def moved(made: dict, changes: dict[tuple[str, str], float]) -> Grid:
    """A report in which only these masks differ from c1, by so much in these measures."""
    for entry in made["comparisons"]:
        change = (
            changes.get((entry["second"], entry["measure"])) if entry["first"] == "c1" else None
        )
        entry |= {"p_holm": 1.0 if change is None else 0.001, "difference": change or 0.0}
    return Grid(made)


def masks(*sizes: int) -> list[dict]:
    """One model under masks of so many heads."""
    who = [contestant(number) for number in range(1, len(sizes) + 1)]
    for one, size in zip(who, sizes, strict=True):
        one["spec"]["masked_heads"] = [f"1-{head}" for head in range(1, size + 1)]
    return who


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {("c3", SEAT): -1.0, ("c3", PAIRS): -1.0, ("c2", SEAT): -1.0},
            "With 10 heads switched off, 2 of 6 measures of bias are clearly nearer to neutral; "
            "with 1-1 switched off, 1 is; with 1-1, 1-2, 1-3 switched off, none clearly changes",
        ),
        (
            {("c3", SEAT): -1.0, ("c3", PAIRS): 1.0},
            "With 10 heads switched off, 1 of 6 measures of bias is clearly nearer to neutral and "
            "1 is clearly further from neutral; the 2 other sets of heads clearly change none",
        ),
        (
            {("c3", SEAT): -1.0, ("c2", PAIRS): 1.0},
            "With 1-1 switched off, 1 of 6 measures of bias is clearly further from neutral; with "
            "10 heads switched off, 1 is clearly nearer to neutral; with 1-1, 1-2, 1-3 switched "
            "off, "
            "none clearly changes",
        ),
        (
            {("c3", SEAT): -1.0},
            "With 10 heads switched off, SEAT, gender is clearly nearer to neutral, alone of 6 "
            "measures of bias; the 2 other sets of heads clearly change none",
        ),
        ({}, "Switching heads off makes no clear difference in 6 measures of bias"),
    ],
)
def test_masks_of_one_model_say_which_way_measures_move(changes, said):
    grid = moved(report(masks(0, 1, 10, 3)), changes)
    assert claim.claim_text(grid) == said


def test_a_mask_of_the_users_own_is_not_taken_for_another_of_as_many_heads():
    made = report(masks(0, 1, 10, 1))
    for one, head in zip(made["contestants"][1::2], ("3-1", "5-5"), strict=True):
        one["spec"]["masked_heads"] = [head]
    changes = {("c3", SEAT): -1.0, ("c3", PAIRS): -1.0, ("c2", SEAT): -1.0}
    assert claim.claim_text(moved(made, changes)) == (
        "With 10 heads switched off, 2 of 6 measures of bias are clearly nearer to neutral; "
        "with 3-1 switched off, 1 is; with 5-5 switched off, none clearly changes"
    )
    few = report(masks(0, 1, 2))
    assert claim.statistics_text(Grid(few)).startswith(
        "The original model and 2 masks (1-1; 1-1, 1-2) × 8 measures"
    )
    assert claim.claim_text(unmeasured(few, "c2")).startswith(
        "The original model and 1 of 2 masks (1-1, 1-2) are measured so far: "
    )


def test_where_many_masks_change_something_those_that_change_most_are_named():
    changes = {(f"c{number}", SEAT): -1.0 for number in (2, 3, 4)} | {("c3", PAIRS): 1.0}
    grid = moved(report(masks(0, 1, 10, 3)), changes)
    assert claim.claim_text(grid) == (
        "With 10 heads switched off, 1 of 6 measures of bias is clearly nearer to neutral and 1 is "
        "clearly further from neutral; with 1-1 switched off, 1 is clearly nearer to neutral; the "
        "other set of heads clearly changes some measure"
    )
    more = moved(report(masks(0, 1, 10, 3, 4)), changes)
    assert claim.claim_text(more).endswith(
        "; of the 2 other sets of heads, 1 clearly changes some measure"
    )


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (("1-2", "1-1", "1-3"), "With 1-1, 1-2, 1-3 switched off, 1 of 6 measures of bias is "),
        (
            ("1-1", "1-2"),
            "With 1-1, 1-2 switched off, none of 6 measures of bias clearly changes; ",
        ),
        ((), "With 10 heads switched off, 2 of 6 measures of bias are clearly nearer to neutral; "),
    ],
)
def test_the_mask_of_the_model_bar_is_named_first(own, said):
    changes = {(f"c{number}", SEAT): -1.0 for number in (2, 3, 4)} | {("c3", PAIRS): -1.0}
    made = moved(report(masks(0, 1, 10, 3, 2)), changes).report
    found = claim.claim_text(Grid(made, own_mask=own))
    assert found.startswith(said)
    assert "with 10 heads switched off, 2 " in found.lower()


def test_masks_without_the_original_are_compared_with_each_other():
    alone = report(masks(2, 1, 10), tiers={SEAT: {"c2": 2}})
    assert claim.claim_text(Grid(alone)) == (
        "The masks clearly differ from each other in 1 of 6 measures of bias: SEAT, gender"
    )
    assert claim.claim_text(Grid(report(masks(2, 1, 10)))) == (
        "The masks do not clearly differ from each other in 6 measures of bias"
    )


def test_different_models_are_said_to_differ_or_not():
    who = [contestant(number) for number in (1, 2, 3)]
    for one in who:
        one["spec"] = {**one["spec"], "checkpoint": one["id"]}
    made = report(who, tiers={SEAT: {"c2": 2}})
    pair = next(one for one in made["comparisons"] if one["measure"] == SEAT)
    for entry in made["comparisons"]:
        if entry["measure"] == SEAT:
            entry["difference"] = 0.1
    pair |= {"difference": -0.5, "p_holm": 0.001}
    said = f"{model_name(pair['second'])} is clearly nearer to neutral than "
    said += f"{model_name(pair['first'])} in SEAT, gender"
    found = claim.claim_text(Grid(made))
    assert found == f"The models clearly differ in 1 of 6 measures of bias: {said}"
    assert len(found) <= LONGEST_TITLE
    other = next(one for one in made["comparisons"] if one["measure"] == PAIRS)
    other |= {"difference": 0.5, "p_holm": 0.001}
    for cell in made["cells"]:
        if cell["measure"] == PAIRS and cell["contestant"] == other["second"]:
            cell["tier"] = 2
    assert claim.claim_text(Grid(made)) == (
        "The models clearly differ in 2 of 6 measures of bias: "
        f"{model_name(other['first'])} is clearly nearer to neutral than "
        f"{model_name(other['second'])} in CPS; {said}"
    )
    none = claim.claim_text(Grid(report(who)))
    assert none == "The models do not clearly differ in 6 measures of bias"
    (alone,) = [measure(MEASURES[0])]
    assert claim.claim_text(Grid(report(who, [alone]))).endswith("in the one measure of bias")


def model_name(id_: str) -> str:
    return f"model {id_.removeprefix('c')}"


def test_models_under_masks_are_counted_as_models_and_masks():
    who = [contestant(number) for number in range(1, 7)]
    for at, one in enumerate(who):
        heads = ["3-1"] * (at % 2)
        one["spec"] = {**one["spec"], "checkpoint": f"m{at // 2}", "masked_heads": heads}
    late = unmeasured(report(who), "c2", "c3", "c4", "c5")
    assert claim.claim_text(late).startswith(
        "2 of 6 combinations (3 models, original and under 1 mask) are measured so far: "
    )
    assert claim.statistics_text(late).startswith("3 models, original and under 1 mask × 8 ")


def unmeasured(made: dict, *who: str, measures: tuple[str, ...] = ()) -> Grid:
    """A report in which these contestants have no figure yet, at most in these measures."""
    for entry in made["cells"]:
        if entry["contestant"] in who and (not measures or entry["measure"] in measures):
            entry |= {"value": None, "status": "missing", "rank": None, "tier": None}
    pairs = made["comparisons"]
    made["comparisons"] = [one for one in pairs if not {one["first"], one["second"]} & {*who}]
    return Grid(made)


def test_while_a_job_runs_the_claim_says_how_much_is_compared():
    who = [contestant(number) for number in (1, 2, 3, 4)]
    for one in who:
        one["spec"] = {**one["spec"], "checkpoint": one["id"], "masked_heads": []}
    half = unmeasured(report(who, tiers={SEAT: {"c2": 2}}), "c3", "c4")
    assert claim.claim_text(half) == (
        "2 of 4 models are measured so far: the models clearly differ in 1 of 6 measures of bias: "
        "model 2 is clearly nearer to neutral than model 1 in SEAT, gender"
    )
    said, so_far = claim.claim_parts(half)  # a title of a screen begins with what is said
    assert said.startswith("The models clearly differ in 1 of 6 measures of bias")
    assert so_far == "2 of 4 models are measured so far"
    assert "4 models" in claim.statistics_text(half)
    late = unmeasured(report(who, tiers={SEAT: {"c2": 2}}), "c4", measures=(PAIRS,))
    assert claim.claim_text(late).startswith("31 of 32 cells are measured so far: the models ")


def test_masks_that_are_not_measured_yet_are_not_said_to_change_nothing():
    made = report(masks(0, 1, 10, 3))
    moved(made, {("c3", SEAT): -1.0})
    assert claim.claim_text(unmeasured(made, "c2", "c4")) == (
        "The original model and 1 of 3 masks are measured so far: with 10 heads switched off, "
        "SEAT, gender is clearly nearer to neutral, alone of 6 measures of bias"
    )


def test_the_original_model_is_not_counted_as_a_mask():
    made = report(masks(0, 1, 10, 3))
    assert claim.statistics_text(Grid(made)).startswith("The original model and 3 masks × 8 ")
    late = claim.claim_text(unmeasured(made, "c1", "c2"))
    assert late.startswith("2 of 3 masks, but not the original model, are measured so far: ")
    alone = report(masks(2, 1, 10))
    assert claim.statistics_text(Grid(alone)).startswith("3 masks × 8 measures")
    begun = claim.claim_text(unmeasured(alone, "c2"))
    assert begun.startswith("2 of 3 masks are measured so far: ")


def test_with_nothing_to_compare_the_claim_says_what_to_do():
    one = report([contestant(1, "*a*")])
    assert claim.claim_text(Grid(one)) == (
        r"\*a\* is the only model here: choose another model or other heads to compare it with"
    )
    which = measure(MEASURES[0])
    gone = [absent("c1", which, "missing", "Not measured yet.")]
    nothing = report([contestant(1)], [which], cells=gone)
    assert claim.claim_text(Grid(nothing)) == "model 1 is not measured yet"


def test_before_anything_is_measured_the_claim_says_of_which_models_and_whose_figures_these_are():
    made = report(masks(0, 1), gest=2)
    for one in (one for one in made["cells"] if one["status"] == "measured"):
        one |= {"value": None, "status": "missing", "rank": None, "tier": None}
    made["comparisons"] = []
    grid = Grid(made)
    assert claim.claim_text(grid) == (
        "The original model and 1 mask (1-1) are not measured yet; the figure is of 2 imported "
        "models"
    )
    assert headline.counts(grid).startswith("4 models (2 not measured yet, 2 imported)")
    rows = table.table_rows(grid)["from"].tolist()
    assert rows == ["not measured yet", "not measured yet", "imported", "imported"]
    for number in (0, 1):
        spec = made["contestants"][number]["spec"]
        made["contestants"][number]["spec"] = {**spec, "checkpoint": str(number)}
    said = claim.claim_text(Grid(made))
    assert said.startswith("None of the 2 models chosen is measured yet; ")


def test_weak_models_are_not_said_to_be_alike():
    weak = [contestant(number, health="amber") for number in (1, 2)]
    for made, start in (
        (weak, "Too weak to be judged: near neutral, these models would show weakness"),
        ([contestant(3), *weak], "Only model 3 can be judged: the other models"),
    ):
        found = report(made)
        for entry in found["cells"]:
            if entry["contestant"] != "c3":
                entry |= {"rank": None, "tier": None}
        assert claim.claim_text(Grid(found)).startswith(start)


def test_the_line_of_statistics_names_what_is_not_ranked_and_what_is_further_down():
    who = [contestant(1), contestant(2, "feeble", health="amber"), imported(9)]
    said = claim.statistics_text(Grid(report(who)))
    assert said == (
        "The original model and 1 mask (2-1) × 8 measures · any two of them compared, "
        "Holm-corrected · too weak to be ranked: feeble · 1 imported model below"
    )


def test_imported_models_neither_count_in_the_claim_nor_make_it_stricter():
    made = report(gest=2, tiers={SEAT: {"c2": 2}})
    for entry in made["comparisons"]:
        entry["p_holm"] = 0.008 if entry["p_holm"] < 0.05 else 1.0  # 6 times it is clear, 7 not
    shown = next(one for one in made["measures"] if one["name"] == "gest:gest:0")
    for cell in (one for one in made["cells"] if one["measure"] == shown["name"]):
        cell["tier"] = 2 if cell["contestant"] == "c102" else 1
    pair = dict.fromkeys(("first", "second"))
    pair = {**made["comparisons"][0], **pair, "measure": shown["name"], "p_holm": 1.0}
    made["comparisons"].append(pair | {"first": "c101", "second": "c102"})
    grid = Grid(made)
    assert "SEAT, gender is clearly nearer to neutral, alone of 6" in claim.claim_text(grid)
    said = headline.text(grid)
    assert "In 1 of the 6 measures of bias compared, models measured here clearly differ" in said
    assert "In the one measure of bias compared, these imported models do not clearly" in said


def test_a_measure_with_letters_that_the_claim_does_not_count_is_named():
    made = report(tiers={SEAT: {"c2": 2}})
    assert claim.not_counted_text(Grid(made)) == ""
    for entry in made["comparisons"]:
        if entry["p_holm"] < 0.05:
            entry["p_holm"] = 0.04  # within the measure; times six measures it is not clear
    grid = Grid(made)
    assert claim.claim_text(grid).endswith("no clear difference in 6 measures of bias")
    said = claim.not_counted_text(grid)
    assert said.startswith("SEAT, gender is not counted above: ")
    assert said in headline.in_short(grid)


def test_the_line_of_statistics_says_what_is_compared_with_what():
    made = report(masks(0, 1, 10))
    assert "· any two of them compared, Holm-corrected" in claim.statistics_text(Grid(made))
    grid = moved(made, {("c3", SEAT): -1.0})
    assert "· each mask against the original, Holm-corrected" in claim.statistics_text(grid)
    assert "Each mask against the original, Holm-corrected." in headline.in_short(grid)
