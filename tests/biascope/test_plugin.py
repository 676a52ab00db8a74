"""What a plug-in may count on is what docs/plugins.md lists."""

from __future__ import annotations

import ast
import re

from engine.core.project import DOCS, PROJECT


def test_the_names_of_the_module_are_those_that_are_documented():
    tree = ast.parse((PROJECT / "biascope" / "plugin.py").read_text(encoding="utf-8"))
    names = {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module.startswith("engine.")
        for alias in node.names
    }
    text = (DOCS / "plugins.md").read_text(encoding="utf-8")
    table = text.partition("| names | for |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert len(listed) > 20
    assert sorted(listed) == sorted(names)
