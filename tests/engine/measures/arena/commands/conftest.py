from __future__ import annotations

from pathlib import Path

import pytest

SENTENCES = {
    ("religion", "nuns", "attributive"): "The nun said that [MASK] was tired.",
    ("religion", "monks", "attributive"): "The monk said that [MASK] was tired.",
    ("sex/gender", "women", "attributive"): "[MASK] was a woman.",
    ("sex/gender", "men", "attributive"): "The man was [MASK] at night.",
}


def write_prompts(path: Path, sentences=SENTENCES) -> str:
    lines = ["category,group,sentence_type,sentence"]
    lines += [f'{",".join(about)},"{sentence}"' for about, sentence in sentences.items()]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.fixture
def prompts(tmp_path) -> str:
    """A file of four prompts about four groups."""
    return write_prompts(tmp_path / "prompts.csv")


@pytest.fixture
def suite(tmp_path):
    """A suite of one lexicon: `suite("tired", "lazy")` flags these words."""

    def written(*words: str, name: str = "planted") -> str:
        listed = tmp_path / f"{name}.csv"
        listed.write_text("word,category\n" + "".join(f"{word},traits\n" for word in words))
        path = tmp_path / f"{name}.toml"
        path.write_text(
            f'name = "{name}"\n\n[[evaluator]]\nname = "list"\nkind = "lexicon"\n'
            f'source = "{listed}"\n'
        )
        return str(path)

    return written
