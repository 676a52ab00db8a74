"""Reader of StereoSet in its flat form: the sentences of which one word was left open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def stereoset_intrasentence(path: Path) -> pd.DataFrame:
    """The stereotype and the anti-stereotype option of each intrasentence example as a pair.

    The unrelated option, a check of whether the model knows the language, is left out.

    Returns:
        The columns of CrowS-Pairs, and `target`: the term that the example is about, which
        the published score averages over.
    """
    import pandas as pd

    lines = path.read_text(encoding="utf-8").splitlines()
    examples = [json.loads(line) for line in lines if line.strip()]
    return pd.DataFrame(
        [
            {
                "sent_more": example["stereotype"],
                "sent_less": example["anti-stereotype"],
                "stereo_antistereo": "stereo",
                "bias_type": example["bias_type"],
                "target": example["target"],
            }
            for example in examples
            if example["type"] == "intrasentence"
        ]
    )
