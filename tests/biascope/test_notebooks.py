"""The notebooks of the documentation run from their first cell to their last."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def test_there_are_three_and_none_is_long():
    import nbformat

    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        found = nbformat.read(path, as_version=4)
        assert len(found.cells) <= 20, path.name
        assert not any(cell.get("outputs") for cell in found.cells), path.name


@pytest.mark.process
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    import nbformat
    from nbclient import NotebookClient

    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_ALLOW_INSECURE_WRITES", "1")
    notebook = nbformat.read(path, as_version=4)
    metadata = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=300, resources=metadata).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"text/html", "application/vnd.plotly.v1+json"} <= kinds
    errors = [output.text for output in outputs if output.get("name") == "stderr"]
    unwanted = re.compile("Traceback|WARNING|Warning|IProgress")
    assert not any(unwanted.search(text) for text in errors), errors
