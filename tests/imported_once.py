"""Imports what commands and servers of the app import, for the process that others fork from."""

from __future__ import annotations

import importlib
import sys

import typer

for _name in (
    "pandas",
    "plotly.graph_objects",
    "pyarrow",
    "streamlit.web.cli",
    "torch",
    "transformers.models.auto.modeling_auto",
    "transformers.models.auto.tokenization_auto",
    "transformers.models.bert.modeling_bert",
    "engine.cli",
    "engine.models.loading",
):
    importlib.import_module(_name)
# Commands are imported when they are asked for.
dict(typer.main.get_command(sys.modules["engine.cli"].app).commands)
