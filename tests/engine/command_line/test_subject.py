"""What a table for people says of the model that was measured."""

from __future__ import annotations

import pytest

SENTENCE = "The nurse said that [MASK] was tired."
FILES = {
    "lines.txt": f"{SENTENCE}\n",
    "gest.csv": "sentence,stereotype\nI cried.,1\nI led the team.,Leaders\n",
    "templates.tsv": "template_masked\tidentity\tcategory\ttype\n"
    "The nurse said that [M] was tired.\tnurse\tfemale\toccupation\n",
    "lexicon.csv": "word,category\nzzzz,none\n",
    "text.txt": "The nurse was tired.\n",
}
COMMANDS = {
    "fill": ("fill", SENTENCE),
    "fill, two blanks": ("fill", "[MASK] met the [MASK]."),
    "fill, groups": ("fill", "The {group} was [MASK].", "--groups", "nurse,doctor"),
    "fill, a file": ("fill", "--file", "lines.txt"),
    "lpbs": ("lpbs", "--domain", "career-family"),
    "gest": ("gest", "gest.csv"),
    "honest": ("honest", "templates.tsv", "--lexicon", "lexicon.csv", "--k", "2"),
    "pppl": ("pppl", "text.txt"),
    "bec-pro": ("bec-pro", "--sample", "6"),
}


@pytest.mark.parametrize("asked", COMMANDS.values(), ids=COMMANDS)
def test_tables_are_headed_by_the_model_and_its_masked_heads(engine, model, tmp_path, asked):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    words = [str(tmp_path / word) if word in FILES else word for word in asked]
    for mask, masked in (((), ""), (("--mask", "1-1,2-2"), " with 1-1, 2-2 masked")):
        shown = engine(*words, "--model", model, *mask)
        assert shown.code == 0, shown.err
        # A title is wrapped, between words and within a long path.
        said = "".join(shown.out.split())
        assert f"model{model}{masked}".replace(" ", "") in said
        assert ("1-1,2-2masked" in said) is bool(mask)
