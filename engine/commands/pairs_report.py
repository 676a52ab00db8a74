"""The report of `pairs` for people: the result, its parts, then the caveats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from engine.commands.output import write_table
from engine.measures.pairs.variants import VARIANTS
from engine.wording import bounds_text, counted, interval_text

if TYPE_CHECKING:
    import pandas as pd

_CAVEAT = (
    "CrowS-Pairs-like scores are noisy, and their authors warn against relying on them "
    "(Blodgett et al. 2021; Pikuliak et al. 2023)."
)


def show(title: str, report: dict[str, Any]) -> None:
    """Write the report of one file as tables."""
    rules = [report["variant"], report["reduction"], *["published"] * report["published"]]
    rules += ["clean pairs only"] * report["clean_only"] + [report["precision"]]
    write_table(f"{title}: {'; '.join(rules)}", ["", "", "95% CI", "pairs"], _totals(report))
    if report["by_type"]:
        write_table(
            "By bias type",
            ["bias type", "score", "95% CI", "pairs", "p (Holm)"],
            [_type_row(entry) for entry in report["by_type"]],
        )
    if "control" in report:
        _show_control(report["control"])
    if "comparison" in report:
        _show_comparison(report["comparison"])
    typer.echo(_CAVEAT)


def precision(dtype: str) -> str:
    """How numbers were computed; half precision is mixed with float32 where it would hurt."""
    if dtype == "float32":
        return dtype
    return f"mixed precision ({dtype} network, float32 log-probabilities)"


def rejection_text(name: str, rejected: pd.DataFrame) -> str:
    """Which rows were left out and why, the first few by number."""
    first = "; ".join(
        f"row {row}: {problem}"
        for row, problem in zip(rejected["row"][:3], rejected["problem"][:3], strict=True)
    )
    more = f"; and {len(rejected) - 3} more" if len(rejected) > 3 else ""
    some = "1 row" if len(rejected) == 1 else f"{len(rejected)} rows"
    return f"{name}: {some} left out, as they cannot be scored ({first}{more})."


def _totals(report: dict[str, Any]) -> list[list[str]]:
    rows = [
        ["prefers the stereotype", report["metric_score"], report["interval"], report["n"]],
        *(
            [f"  {name} rows", report[f"{name}type_score"], report[f"{name}type_interval"],
             report[f"{name}type_n"]]
            for name in ("stereo", "antistereo")
        ),
        *(
            [f"  {name} pairs", report[name]["score"], report[name]["interval"], report[name]["n"]]
            for name in ("clean", "flagged")
        ),
    ]  # fmt: skip
    lines = [
        [name, percent(score), bounds_text(bounds, ".1f"), str(n)]
        for name, score, bounds, n in rows
        if n
    ]
    lines.append(
        [
            VARIANTS[report["measure"]].accuracy_of,
            percent(report["accuracy"]),
            bounds_text(report["accuracy_interval"], ".1f"),
            "",
        ]
    )
    lines.append(
        [
            "mean difference (nats)",
            f"{report['mean_difference']:+.3f}",
            bounds_text(report["mean_difference_interval"], "+.3f"),
            "",
        ]
    )
    lines.append(["ties", str(report["ties"]), "", ""])
    if report["problems"]:
        lines.append(["pairs not scored", str(report["problems"]), "", ""])
    return lines


def _type_row(entry: dict[str, Any]) -> list[str]:
    p = entry["p_holm"]
    return [
        entry["bias_type"],
        percent(entry["score"]),
        bounds_text(entry["interval"], ".1f"),
        str(entry["n"]),
        "" if p is None else f"{p:.3f}",
    ]


def _show_control(control: dict[str, Any]) -> None:
    if control["score"] is None:
        typer.echo(f"No control: {control.get('reason', 'no control pair could be scored.')}")
        return
    typer.echo(
        f"Control: only the swapped words, in neutral sentences: {percent(control['score'])} "
        f"({interval_text(control['interval'], '.1f')}, {control['n']} swaps; 50% expected)."
    )


def _show_comparison(found: dict[str, Any]) -> None:
    spec = found["manifest"]["spec"]
    masked = len(spec["masked_heads"])
    heads = f"{counted(masked, 'head')} masked" if masked else "no head masked"
    bounds = (
        interval_text(found["score_change_interval"], "+.1f") or "too few pairs for an interval"
    )
    typer.echo(
        f"Second model ({spec['checkpoint']}, {heads}, {found['precision']}): "
        f"{percent(found['score_second'])} ({found['preferred_second']:,} of the same "
        f"{counted(found['n'], 'pair')}; {found['preferred_first']:,} under the first model). From "
        f"the first model to the second: {found['score_change']:+.1f} points ({bounds}); "
        f"pairs that change side: {found['flips']}, {found['flips_toward']} toward the stereotype "
        f"and {found['flips_away']} away (McNemar p = {found['mcnemar_p']:.3f})."
    )


def percent(score: float | None) -> str:
    """A percentage as it is shown."""
    return "none" if score is None else f"{score:.1f}%"
