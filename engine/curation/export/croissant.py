"""Croissant metadata of an exported set: its files and the columns of its table, for programs.

Source: MLCommons, Croissant format specification 1.0.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from engine.core.wording import counted
from engine.curation.export.accepted import WAYS
from engine.curation.export.facts import Facts

TABLE = "pairs.csv"
_CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
_FORMATS = {".csv": "text/csv", ".md": "text/markdown", ".jsonl": "application/jsonlines"}
_TEXT, _INTEGER, _FLOAT = "sc:Text", "sc:Integer", "sc:Float"

# Column → its type and what it holds.
FIELDS: dict[str, tuple[str, str]] = {
    "sent_more": (_TEXT, "The sentence as it was found, or as a reviewer edited it."),
    "sent_less": (_TEXT, "The same sentence with other people in it."),
    "stereo_antistereo": (_TEXT, "Always stereo: sent_more is the found sentence."),
    "bias_type": (_TEXT, "The bias type, as in CrowS-Pairs."),
    "film": (_TEXT, "Title of the film."),
    "year": (_INTEGER, "Year of the film; empty where it is not known."),
    "time": (_TEXT, "When the sentence begins in the film, as HH:MM:SS.mmm."),
    "file": (_TEXT, "Name of the subtitle file."),
    "keywords": (_TEXT, "The keywords that the sentence was found by, separated by commas."),
    "rule": (_TEXT, "The proposed swaps, separated by semicolons."),
    "status": (_TEXT, "accepted as it was proposed, or edited by hand."),
    "reviewer": (_TEXT, "Who accepted it in the first pass."),
    "second_reviewer": (_TEXT, "Who accepted it in the second pass; empty for nobody."),
    "softened": (_TEXT, "Rude words that a rule replaced."),
    "score_model": (_TEXT, "The model that the difference is of."),
    "difference": (_FLOAT, "Score of sent_more minus score of sent_less, nats."),
    "assistant": (_TEXT, "What assistants said of the sentence."),
    "zero_shot": (_TEXT, "What zero-shot classifiers said of the sentence."),
    "id": (_TEXT, "Identity of the found sentence in its review."),
}

# As the specification has it.
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    **{
        name: f"cr:{name}"
        for name in (
            *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject"),
            *("fileProperty", "fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key"),
            *("md5", "parentField", "path", "recordSet", "references", "regex", "repeated"),
            *("replace", "samplingRate", "separator", "source", "subField", "transform"),
        )
    },
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
}


def croissant(facts: Facts, files: Mapping[str, str]) -> dict[str, Any]:
    """The metadata, JSON-ready.

    Licence, address and citation are for whoever publishes the set, and are left out.

    Args:
        files: name → content, of the files that lie in one folder with the metadata; `TABLE` is
            among them.
    """
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": _CONFORMS_TO,
        "name": facts.name,
        "alternateName": facts.title,
        "description": (
            f"{counted(facts.n, 'pair')} of sentences from the subtitles of "
            f"{counted(facts.films, 'film')}, {WAYS[facts.which]} of a review, in the columns of "
            "CrowS-Pairs. They measure whether a language model prefers a stereotype."
        ),
        "inLanguage": facts.language,
        "dateCreated": facts.exported,
        "isLiveDataset": False,
        "distribution": [_file(name, content) for name, content in files.items()],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "pairs",
                "name": "pairs",
                "description": "One pair of sentences a row, with where it is from.",
                "field": [_field(name, *held) for name, held in FIELDS.items()],
            }
        ],
    }


def _file(name: str, content: str) -> dict[str, Any]:
    data = content.encode()
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{len(data)} B",
        "encodingFormat": _FORMATS[name[name.rindex(".") :]],
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _field(name: str, kind: str, description: str) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"pairs/{name}",
        "name": name,
        "description": description,
        "dataType": kind,
        "source": {"fileObject": {"@id": TABLE}, "extract": {"column": name}},
    }
