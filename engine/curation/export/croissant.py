"""Croissant metadata of an exported set: its files and the columns of its table, for programs.

Source: MLCommons, Croissant format specification 1.0.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from engine.core.wording import counted
from engine.curation.export.facts import SetFacts
from engine.curation.export.pairs import COLUMNS, WAYS

TABLE = "pairs.csv"
_CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
_FORMATS = {".csv": "text/csv", ".md": "text/markdown", ".jsonl": "application/jsonlines"}
_KINDS = {"year": "sc:Integer", "difference": "sc:Float"}  # the other columns are text

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


def croissant(facts: SetFacts, files: Mapping[str, str]) -> dict[str, Any]:
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
            f"{counted(facts.films, 'film')}, {WAYS[facts.chosen.which]} of a review, in the "
            "columns of CrowS-Pairs. They measure whether a language model prefers a stereotype."
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
                "field": [_field(name, held) for name, held in COLUMNS.items()],
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


def _field(name: str, description: str) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"pairs/{name}",
        "name": name,
        "description": description,
        "dataType": _KINDS.get(name, "sc:Text"),
        "source": {"fileObject": {"@id": TABLE}, "extract": {"column": name}},
    }
