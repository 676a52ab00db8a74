"""What options say of the tables that `cabm` reads: sentences, targets and counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

import typer

from engine.command_line.facts import Fact
from engine.command_line.given import check_used
from engine.files.layout import NO_HEADER, SHEET, FileSource, Layout, laid_out, sheets_of
from engine.files.mapping import parse_mapping, parse_values
from engine.measures.cabm.data.counts_file import is_counts
from engine.measures.cabm.data.file import SENTENCES, TARGETS, read_framed, read_listed_targets
from engine.measures.cabm.data.sentences import FramedSet, Groups

OF_SENTENCES, OF_TARGETS, OF_COUNTS = TABLES = ("sentences", "targets", "counts")

CabmSheetOption = Annotated[
    str,
    typer.Option(
        "--sheet",
        help="Sheet of an Excel file of sentences; of each table, sentences=A,targets=B,counts=C.",
    ),
]
TargetColumnsOption = Annotated[
    str, typer.Option(help="Columns of --targets by name, as occupation=A,list=B.")
]
TargetValuesOption = Annotated[
    str, typer.Option(help="What values of the list of --targets mean, as männlich=male.")
]
CountColumnsOption = Annotated[
    str,
    typer.Option(
        help="Columns of counts (--pmi-corpus) by name, as target=A,sentences=B,first=C,second=D."
    ),
    Fact.AFTERWARDS,
]


@dataclass(frozen=True)
class GivenTables:
    """Columns, values and sheets as they were typed.

    Args:
        sheets: table -> sheet; that of the sentences may stand under an empty name.
        header: whether the first row of the sentences holds the names of their columns.
    """

    columns: str = ""
    values: str = ""
    target_columns: str = ""
    target_values: str = ""
    count_columns: str = ""
    sheets: Mapping[str, str] = field(default_factory=dict)
    header: bool = True

    def read_framed(
        self, file: str, groups: Groups, targets: Mapping[str, str], lists: Mapping[str, str]
    ) -> FramedSet:
        """The sentences of a file; see `read_framed`."""
        return read_framed(
            laid_out(file, Layout(self._sheet_of_sentences(), self.header)),
            groups,
            targets,
            lists,
            mapping=SENTENCES.mapping(self.columns),
            values=parse_values(self.values),
        )

    def read_targets(
        self, file: str, groups: Groups, note: Callable[[str], None]
    ) -> dict[str, str] | None:
        """Targets with the group each is listed with; None where no file is given."""
        if not file:
            check_used("--targets, a file", "--target-columns", "--target-values")
            self._check_sheet(OF_TARGETS, "--targets, a file")
            return None
        sheet = self.sheets.get(OF_TARGETS, "")
        return listed_targets(file, sheet, self.target_columns, self.target_values, groups, note)

    def check_no_sentences(self) -> None:
        """Refuse what is said of sentences where a set is measured."""
        check_used("sentences of your own", "--columns", "--values", NO_HEADER)
        if self._sheet_of_sentences():
            check_used("sentences of your own", SHEET)

    def counts_in(self, corpus: str) -> FileSource | None:
        """A corpus as its reader takes it where a sheet of it was named; else None."""
        if not is_counts(corpus):
            needed = "--pmi-corpus, a table of counts"
            check_used(needed, "--count-columns")
            self._check_sheet(OF_COUNTS, needed)
        sheet = self.sheets.get(OF_COUNTS, "")
        return laid_out(corpus, Layout(sheet)) if sheet else None

    def _sheet_of_sentences(self) -> str:
        return self.sheets.get(OF_SENTENCES) or self.sheets.get("", "")

    def _check_sheet(self, table: str, needed: str) -> None:
        if table in self.sheets:
            check_used(needed, SHEET)


NOTHING_SAID = GivenTables()


def listed_targets(
    file: str, sheet: str, columns: str, values: str, groups: Groups, note: Callable[[str], None]
) -> dict[str, str]:
    """Targets of a file with the group each is listed with, as options say how it is read."""
    return read_listed_targets(
        laid_out(file, Layout(sheet)),
        groups,
        note=note,
        mapping=TARGETS.mapping(columns),
        values=parse_values(values),
    )


def parse_count_columns(text: str) -> dict[str, str]:
    """Read `--count-columns`: role of `count_roles` -> column."""
    return parse_mapping(text, "target=COLUMN,sentences=COLUMN", "--count-columns")


def parse_sheets(text: str) -> dict[str, str]:
    """Read `--sheet`: `NAME` of the sentences, or `sentences=A,targets=B,counts=C`."""
    return sheets_of(text, TABLES)
