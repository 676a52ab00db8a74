"""`sweep`: contestants by measures, resumed, twice at once, refused in part."""

from __future__ import annotations

import os
import signal
import time

import pytest

from engine.core.errors import StorageError
from engine.scorecard import reading
from engine.storage.store import Store
from tests.forked import Forked

QUICK = "seat:race,lpbs,cloze"


@pytest.fixture
def sweep(engine, model, tmp_path):
    """Run `sweep` on a tiny model into one folder."""

    def run(*options, measures=QUICK):
        out = ("--out", str(tmp_path / "out"))
        return engine("sweep", "--models", model, "--measures", measures, *out, *options)

    return run


def table(folder):
    return reading.read((folder / "scorecard.json").read_bytes())


def test_the_table_has_every_contestant_in_every_measure(sweep, tmp_path):
    found = sweep("--masks", "none,1-1,9-9", "--json").json
    assert found == table(tmp_path / "out")
    labels = [entry["label"] for entry in found["contestants"]]
    assert labels == ["bert", "bert, 1-1", "bert, 9-9"]
    names = [entry["name"] for entry in found["measures"]]
    assert names == ["seat:race", "lpbs:career-family", "cloze"]
    assert len(found["cells"]) == 9
    by_contestant = {
        name: {cell["status"] for cell in found["cells"] if cell["contestant"] == name}
        for name in ("c1", "c2", "c3")
    }
    assert by_contestant == {"c1": {"measured"}, "c2": {"measured"}, "c3": {"refused"}}
    assert "Head 9-9 does not exist" in found["cells"][-1]["problem"]
    assert found["contestants"][2]["spec"] is None
    # The model was never trained: it is measured, and compared with nobody.
    assert found["comparisons"] == []
    measured = [cell for cell in found["cells"] if cell["status"] == "measured"]
    assert all("too weak to be judged" in " ".join(cell["notes"]) for cell in measured)
    assert found["manifest"]["finished"]
    shown = sweep("--masks", "none,1-1,9-9")
    assert "SEAT d, race" in shown.out
    assert "bert, 9-9: Head 9-9 does not exist" in shown.out
    assert "Ranks hold within a measure" in shown.out


def test_what_else_is_done_makes_rows_beside_those_under_masks(sweep):
    options = ("--masks", "none,1-1", "--gate", "1-1:0.5", "--self-debias", "age")
    found = sweep(*options, "--json", measures="seat:race,cloze").json
    changed = "head 1-1 scaled to 0.5, self-debiasing (age)"
    assert [entry["label"] for entry in found["contestants"]] == [
        *("bert", "bert, 1-1"),
        *(f"bert, {changed}", "bert, 1-1, self-debiasing (age)"),
    ]
    spec = found["contestants"][2]["spec"]
    assert spec["scaled_heads"] == ["1-1:0.5"]
    assert spec["self_debias"] == {"because_of": "age", "decay": 50.0}
    cells = {(cell["contestant"], cell["measure"]): cell for cell in found["cells"]}
    assert cells["c3", "cloze"]["status"] == "measured"


def test_what_switched_off_heads_give_is_measured_of_those_alone(sweep):
    asked = ("--masks", "none,1-1", "--ablation", "mean", "--json")
    found = sweep(*asked, measures="cloze").json
    assert [entry["label"] for entry in found["contestants"]] == [
        *("bert", "bert, 1-1", "bert, 1-1, mean ablation"),
    ]


def test_the_time_of_a_sweep_is_said_before_it_begins_or_that_it_is_unknown(sweep):
    line = "how long that takes on this machine is unknown yet."
    first, again = sweep(), sweep()
    more = sweep("--masks", "none,1-1", measures="seat:race,cloze")
    assert first.err.splitlines()[0] == f"Cells: 3 in all, to be measured; {line}"
    assert "Cells:" not in again.err
    assert more.err.splitlines()[0] == f"Cells: 2 of 4 are left, to be measured; {line}"


def test_a_second_run_reads_the_store_and_gives_the_same_bytes(sweep, tmp_path, monkeypatch):
    from engine.models import loading

    sweep()
    first = (tmp_path / "out" / "scorecard.json").read_bytes()
    (tmp_path / "out" / "scorecard.json").unlink()

    def loaded(*_args, **_options):
        raise AssertionError("loaded")

    monkeypatch.setattr(loading, "_loaded", loaded)
    assert sweep().code == 0
    assert (tmp_path / "out" / "scorecard.json").read_bytes() == first


def test_what_is_refused_does_not_stop_the_rest_at_any_seed(
    engine, bad_folders, tiny_model_folder, tmp_path
):
    models = f"{bad_folders.sentence_encoder},{tiny_model_folder('gpt2')}"
    options = ("--measures", "cloze,seat:race", "--seeds", "1,0", "--out", str(tmp_path / "out"))
    found = engine("sweep", "--models", models, *options, "--json").json
    assert found["contestants"][0]["health"] == "green"
    no_head, without, causal, measured = found["cells"]
    assert (no_head["status"], causal["status"]) == ("refused", "refused")
    assert no_head["problem"].startswith("This is an encoder without a language-model head; ")
    assert causal["problem"].startswith("This is a causal model")
    assert without["status"] == "measured"  # it reads no language-model head
    assert measured["status"] == "measured"
    assert (found["seed"], list(measured["detail"]["seeds"])) == (1, ["1", "0"])


def test_all_measures_are_listed(engine):
    from engine.scorecard.columns import FAMILIES

    listed = engine("sweep", "--list", "--json").json["measures"]
    assert [entry["name"] for entry in listed] == list(FAMILIES)
    shown = engine("sweep", "--list").out.splitlines()
    for family in FAMILIES.values():
        place = shown.index(family.usage)
        assert shown[place + 1] == f"    {family.title}"
        assert set(family.suggested) <= set(shown), "every name in a line of its own"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "--measures names what to measure"),
        (("--measures", "cloze"), "--out names the folder"),
        (("--measures", "palms", "--out", "OUT"), "No measure 'palms'"),
        (("--measures", "cloze", "--out", "OUT", "--seeds", "a"), "--seeds are whole numbers"),
        (("--measures", "cloze", "--out", "FILE"), "--out names a folder"),
        (("--measures", "cloze", "--out", "FILE/below"), "Nothing can be written"),
    ],
)
def test_a_mistake_is_one_line(engine, tmp_path, options, message):
    (tmp_path / "file").write_text("")
    places = {"OUT": str(tmp_path / "out"), "FILE": str(tmp_path / "file")}
    places["FILE/below"] = str(tmp_path / "file" / "below")
    assert message in engine("sweep", *(places.get(option, option) for option in options)).refusal


def test_a_full_disk_is_said_before_anything_is_measured(sweep, monkeypatch):
    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    found = sweep()
    assert "No space left on device" in found.refusal


def test_a_store_that_cannot_be_written_is_said_once_and_the_table_is_right(
    sweep, monkeypatch, tmp_path
):
    whole = sweep("--masks", "none,1-1", "--json").json
    kept = Store.put_texts
    for what in ("scorecard_cell", ""):

        def put(self, context, results, what=what):
            if what in context.identity:
                raise StorageError("Results could not be kept (the disk is full).")
            kept(self, context, results)

        monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / f"other {what}"))
        monkeypatch.setattr(Store, "put_texts", put)
        found = sweep("--masks", "none,1-1", "--json")
        assert found.json == whole
        assert found.err.count("the disk is full") == 1


def test_a_table_that_cannot_be_written_is_still_shown(sweep, monkeypatch, tmp_path):
    tried = []

    def full(path, _write):
        tried.append(path)
        raise StorageError(f"{path} cannot be written (the disk is full).")

    monkeypatch.setattr("engine.scorecard.file.write_whole", full)
    found = sweep("--masks", "none,1-1,2-2", "--json", measures="cloze")
    assert found.code == 2
    assert [cell["status"] for cell in found.json["cells"]] == ["measured"] * 3
    assert (len(tried), found.err.count("the disk is full")) == (3, 2)  # on the way, and at the end


def test_guarded_precision_says_once_why_all_is_float32(sweep, monkeypatch, tmp_path):
    monkeypatch.setattr(
        "engine.scorecard.asking.why_no_bfloat16", lambda _device: "this machine is old"
    )
    options = ("--masks", "none,1-1", "--dtype", "auto", "--json")
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("sent_more,sent_less\nHe was late.,She was late.\n")
    found = sweep(*options, measures=f"pairs:{pairs}:cps")
    assert found.err.count("float32 throughout: this machine is old.") == 1
    precisions = {cell["detail"]["precision"]["reason"] for cell in found.json["cells"]}
    assert precisions == {"this machine is old"}


def test_a_file_that_is_nothing_to_import_does_not_end_the_sweep(sweep, tmp_path):
    (tmp_path / "odd.json").write_text("{}")
    found = sweep("--import", str(tmp_path / "odd.json"), measures="cloze")
    assert found.code == 0
    assert "odd.json" in found.err


# --- processes that are killed, and two at once -------------------------------------------


MEASURED = ("--measures", "seat:race,pppl,cloze", "--masks", "none,1-1,2-2 2-3")


def start(folder, model, cache):
    command = ["sweep", "--models", model, "--out", str(folder), *MEASURED]
    return Forked(command, os.environ | {"BIASCOPE_CACHE": str(cache)}, None)


def ended(process):
    _, said = process.communicate(timeout=240)
    assert process.returncode == 0, said


@pytest.fixture
def undisturbed(engine, model, tmp_path):
    """What one sweep writes that nothing disturbs."""
    folder = tmp_path / "undisturbed"
    assert engine("sweep", "--models", model, "--out", str(folder), *MEASURED).code == 0
    return (folder / "scorecard.json").read_bytes()


@pytest.mark.main_path
@pytest.mark.process
def test_a_killed_sweep_leaves_a_whole_table_and_goes_on(undisturbed, model, tmp_path):
    killed = tmp_path / "killed"
    process = start(killed, model, tmp_path / "cache")
    try:
        while process.poll() is None and not (killed / "scorecard.json").exists():
            time.sleep(0.005)
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert 0 < len(table(killed)["contestants"]) <= 3
    ended(start(killed, model, tmp_path / "cache"))
    assert (killed / "scorecard.json").read_bytes() == undisturbed


@pytest.mark.process
def test_the_same_sweep_twice_at_once_gives_one_table(undisturbed, model, tmp_path):
    for process in [start(tmp_path / "out", model, tmp_path / "cache") for _ in range(2)]:
        ended(process)
    assert (tmp_path / "out" / "scorecard.json").read_bytes() == undisturbed
