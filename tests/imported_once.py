"""Imports what commands and servers of the app import, for the process that others fork from."""

from __future__ import annotations

import importlib

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
