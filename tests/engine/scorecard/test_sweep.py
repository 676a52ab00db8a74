"""Every contestant in every column, with what measures it."""

from __future__ import annotations

from dataclasses import replace

from engine.columns.column import Column, Reading
from engine.core.spec import ModelSpec
from engine.flow.asking import Measurement
from engine.flow.guarded import AUTO
from engine.scorecard.plan import Contestant, Plan, plan
from engine.scorecard.sweep import sweep
from engine.scorecard.table import measure_entry

SPEC = ModelSpec("bundled", "sha256:1")


def column(name, read):
    return Column(
        name=f"test:{name}", title=name, data="data", variant="variant", counted="units",
        higher="more", digits=2, version=1, identity={"name": name}, read=read,
        measures=("pairs",), texts=(),
    )  # fmt: skip


def healthy(name, _items, _params):
    status = {"status": "green", "reasons": []}
    return Measurement([status if name == "health" else name], {})


def constant(*_):
    return Reading(1.0, None, 1, (1.0,))


def asker(_spec):
    return healthy, lambda _name, _version, _item, _params, work: work()


def test_cells_come_contestant_by_contestant_and_each_is_counted():
    one = column("one", constant)
    two = column("two", lambda _ask, _derive, _kind, seed: Reading(seed, None, 1, (seed,)))
    whole = Contestant("a", SPEC, "BERT", 10)
    given = Plan((whole, replace(whole, label="b", problem="No such head.")), (one, two), (4, 5))
    seen, counted = [], []
    swept = sweep(
        given, asker, lambda: counted.append(1), lambda so_far: seen.append(len(so_far.cells))
    )
    assert [cell["value"] for cell in swept.cells] == [1.0, 4, None, None]
    assert swept.cells[1]["detail"] == {"seeds": {"4": 4, "5": 5}}
    assert swept.cells[3]["problem"] == "No such head."
    assert [entry["health"] for entry in swept.contestants] == ["green", ""]
    assert (seen, len(counted)) == ([2], 4)


def test_preferences_alone_are_measured_in_guarded_precision(monkeypatch):
    from engine.measures.pairs import guarded_scores

    used = []
    monkeypatch.setattr(
        guarded_scores, "guarded_ask", lambda fine, coarse: used.append(coarse) or fine
    )
    found = plan(["bundled"], [], ["pairs:bundled:cps", "cloze"], guard=True)
    assert [one.identity.get("precision") for one in found.columns] == [AUTO, None]
    plain = plan(["bundled"], [], ["pairs:bundled:cps"])
    assert plain.columns[0].identity["precision"] == "float32"

    def asking(ask, *_):
        ask("pairs", [], {})
        return constant()

    columns = tuple(replace(one, read=asking, measures=("pairs",)) for one in found.columns)
    swept = sweep(
        replace(found, columns=columns),
        asker,
        lambda: None,
        lambda _: None,
        lambda _spec: "none here",
    )
    assert used == ["none here"]
    assert [cell["precision"] for cell in swept.cells] == [AUTO, "float32"]
    same_data = measure_entry(plain.columns[0])["data_digest"]
    assert swept.measures[0]["data_digest"] == same_data
