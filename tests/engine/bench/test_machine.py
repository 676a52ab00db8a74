from datetime import date

from engine.bench.shown import machine, machine_line


def test_a_figure_names_its_machine_and_its_day():
    import torch

    facts = machine("cpu")
    assert facts["torch"] == torch.__version__
    assert facts["cores"] >= 1
    assert facts["date"] == date.today().isoformat()
    assert facts["cpu"]


def test_what_is_not_known_of_a_machine_is_left_out():
    facts = machine("cpu") | {"load": None}
    assert "None" not in machine_line(facts)
