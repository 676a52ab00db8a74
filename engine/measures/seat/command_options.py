"""What `seat`, `heads` and `counter` share: options that name an association test."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer

from engine.command_line.facts import Names
from engine.command_line.given import check_used
from engine.command_line.inputs import split_words
from engine.command_line.options import Command, ValuesOption
from engine.core.errors import DataSetError, InputTextError
from engine.core.paths import exists, file_path
from engine.core.wording import counted
from engine.files.layout import sheets_of
from engine.files.mapping import parse_mapping, parse_values
from engine.words.association_tests import (
    AssociationTest,
    bundled_lists,
    bundled_test,
    read_seat_test,
    read_word_test,
    word_test,
)
from engine.words.contexts import MAX_CONTEXTS
from engine.words.list_tables import OF_ATTRIBUTES, OF_TARGETS, ListReading

SeatOption = Annotated[str, typer.Option("--seat", help="A SEAT or WEAT test file."), Names.FILE]
AttributesOption = Annotated[
    str,
    typer.Option(help="Attribute words: CSV of counterparts, JSON, or a folder."),
    Names.FILE,
]
TargetsOption = Annotated[
    str,
    typer.Option(help="Target words with the attribute they go with; CSV, JSON or folder."),
    Names.FILE,
]
CorpusOption = Annotated[
    str,
    typer.Option(help="Text file, one sentence a line, to read the words in."),
    Names.FILE,
]
WordsOption = Annotated[str, typer.Option(help="Bundled word lists: gender, race or religion.")]
GroupsOption = Annotated[str, typer.Option(help="Two groups, where a file has more: a,b.")]
ColumnsOption = Annotated[
    str,
    typer.Option(help="Columns of the word lists by name, as a=A,b=B,word=C,association=D."),
]
SheetOption = Annotated[
    str,
    typer.Option(help="Sheet of an Excel file of word lists; of each, attributes=A,targets=B."),
]
PoolingOption = Annotated[
    str,
    typer.Option(
        help="token, cls, mean, mean-all (special tokens too) or last; by default token for words "
        "in a corpus, cls for a test file (last for a causal model, a sentence encoder's own)."
    ),
]
ContextsOption = Annotated[
    int, typer.Option("--max-contexts", min=1, help="Most sentences to read each word in.")
]
DEFAULT_CONTEXTS = MAX_CONTEXTS


def texts_read(test: AssociationTest, value: dict[str, Any], max_contexts: int) -> list[str]:
    """The row of a report that says how much text the results are based on.

    Args:
        value: with `inputs` and `tokens`, the texts and tokens that the network read.
        max_contexts: sentences a word is read in at most.
    """
    text = f"{value['inputs']:,} ({counted(value['tokens'], 'token')})"
    if test.contexts is not None:
        text += f", at most {max_contexts:,} per word (--max-contexts)"
    return ["texts read", text]


def local_path(name: str) -> str:
    """A path as given, or the path of a data set of the registry on this machine.

    Args:
        name: a path, or a name as `seat/weat6.jsonl`.
    """
    if not name or exists(file_path(name)):
        return name
    from engine.files.fetch.places import find

    try:
        path = find(name)
    except DataSetError:
        return name  # reading it says that there is no such file
    return name if path is None else str(path)


# What options go with that others make useless.
IN_CORPUS = "words that are read in a corpus, in place of a test file"
OF_CORPUS = ("--words", "--groups", "--max-contexts")
OWN_LISTS = "--attributes and --targets, word lists in tables"
OF_TABLES = ("--columns", "--values", "--sheet")
BUNDLED_LISTS = "the bundled word lists, in place of --attributes"


class WordsAsked(NamedTuple):
    """What the options say of words and of the sentences to read them in, each by its option."""

    attributes: AttributesOption = ""
    targets: TargetsOption = ""
    corpus: CorpusOption = ""
    words: WordsOption = "gender"
    groups: GroupsOption = ""
    columns: ColumnsOption = ""
    values: ValuesOption = ""
    sheet: SheetOption = ""
    max_contexts: ContextsOption = DEFAULT_CONTEXTS


DEFAULT_WORDS = WordsAsked()


def with_words(command: Command) -> Command:
    """Give a command the options of `WordsAsked` in the place of its parameter `asked`."""
    hints = get_type_hints(WordsAsked, include_extras=True)
    options = [
        inspect.Parameter(
            name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=getattr(DEFAULT_WORDS, name),
            annotation=hints[name],
        )
        for name in WordsAsked._fields
    ]
    parameters: list[inspect.Parameter] = []
    for entry in inspect.signature(command, eval_str=True).parameters.values():
        parameters += options if entry.name == "asked" else [entry]

    @wraps(command)
    def run(**given: Any) -> None:
        asked = WordsAsked(*(given.pop(name) for name in WordsAsked._fields))
        command(**given, asked=asked)

    run.__dict__["__signature__"] = inspect.Signature(parameters, return_annotation=None)
    return run


def association_test(seat: str, asked: WordsAsked) -> AssociationTest:
    """The test file of `--seat`, or the words in a corpus that the other options name."""
    if not seat:
        if asked.attributes:
            check_used(BUNDLED_LISTS, "--words")
        return words_in_corpus(asked)
    check_used(OWN_LISTS, *OF_TABLES)
    if asked.attributes or asked.targets or asked.corpus:
        raise InputTextError("Give --seat, or --attributes and --targets; not both.")
    check_used(IN_CORPUS, *OF_CORPUS)
    return read_seat_test(local_path(seat))


def words_in_corpus(asked: WordsAsked) -> AssociationTest:
    """The word lists that the options name, with the sentences to read them in."""
    attributes, corpus = asked.attributes, asked.corpus
    if asked.targets and not attributes:
        raise InputTextError("--targets needs --attributes, the words it is measured against.")
    if attributes and not corpus:
        raise InputTextError(
            "--attributes needs --corpus, a text file whose sentences hold the words."
        )
    if attributes:
        return read_word_test(
            local_path(attributes),
            local_path(asked.targets or attributes),
            local_path(corpus),
            asked.max_contexts,
            _two(asked.groups),
            _reading(asked),
        )
    check_used(OWN_LISTS, *OF_TABLES)
    check_used("--attributes, a file with more groups than two", "--groups")
    if corpus:
        from engine.words.contexts import corpus_lines

        lines = corpus_lines(local_path(corpus))
        return word_test(bundled_lists(asked.words), lines, asked.max_contexts)
    return bundled_test(asked.words, asked.max_contexts)


def _reading(asked: WordsAsked) -> ListReading:
    mapping, values = parse_mapping(asked.columns, "word=COLUMN"), parse_values(asked.values)
    return ListReading(mapping, values, sheets_of(asked.sheet, (OF_ATTRIBUTES, OF_TARGETS)))


def _two(groups: str) -> tuple[str, str] | None:
    if not groups:
        return None
    named = split_words(groups)
    if len(named) != 2:
        raise InputTextError(f"--groups takes two names, as black,caucasian; got {groups!r}.")
    return named[0], named[1]
