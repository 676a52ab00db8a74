"""`seat`: the effect size of an association test (SEAT, WEAT)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.columns.column import CLUSTERS, Column, Family, Link, Reading, any_kind
from engine.columns.effect import effect_reading
from engine.columns.side import BY_TEST, always
from engine.core.digest import data_digest
from engine.core.errors import DataSetError, InputTextError
from engine.core.paths import exists, file_path
from engine.core.program import PROGRAM
from engine.core.wording import counted
from engine.files.fetch.places import find
from engine.flow.kinds import WITH_CLS
from engine.measures.seat.earlier import texts_of
from engine.measures.seat.measure import default_pooling, seat_params
from engine.measures.seat.reading import CLS, POOLINGS
from engine.words.association_tests import DIMENSIONS, AssociationTest, bundled_test, read_seat_test
from engine.words.contexts import MAX_CONTEXTS

if TYPE_CHECKING:
    from engine.flow.asking import Ask, Derive

PUBLIC = "seat"  # the public set of test files, on the command line and on the Heads page


def _no_cls(kind: str) -> str:
    no_cls = "This model has no [CLS] token; choose the pooling token, mean or last."
    return "" if kind in WITH_CLS else no_cls


def column(argument: str) -> Column:
    """The column of a test.

    Args:
        argument: `gender`, `race`, `religion`, a file or a file of a set, as `seat/weat6.jsonl`;
            after another colon a pooling. Gender if empty.
    """
    data, pooling = _named(argument)
    test, title = _test(data)
    return column_of(test, data, title, pooling)


def column_of(test: AssociationTest, data: str, title: str, pooling: str = "") -> Column:
    """The column of a test that is there.

    Args:
        data: what it is called in the name of the column.
        title: and in its title.
        pooling: empty for the usual one.
    """
    item = test.item()

    def read(ask: Ask, _derive: Derive, kind: str, seed: int) -> Reading:
        used = pooling or default_pooling(item, kind)
        value = ask("seat", [item], seat_params(used, seed)).values[0]
        return _reading(test, value, used)

    words = "words in sentences" if test.contexts is not None else "texts as they are"
    pooled = f"pooling {pooling}" if pooling else f"pooling {default_pooling(item)}"
    return Column(
        name=":".join(filter(None, ("seat", data, pooling))),
        title=f"SEAT d, {title}{_contexts(test)}",
        data=compared_words(test.names),
        variant=f"Effect size d of {words}, {pooled}, two-sided permutation test",
        counted="targets",
        unit="d",
        higher=higher(test.names),
        digits=2,
        version=1,
        interval_version=2 if test.target_families() else 1,
        identity={"test": data_digest([item]), "pooling": pooling},
        read=read,
        refuses=_no_cls if pooling == CLS else any_kind,
        measures=("seat",),
        texts=tuple(texts_of(item)),
        names_unread=True,
        page=Link("/heads", _shown(data)),
    )


def _contexts(test: AssociationTest) -> str:
    """How many sentences each word is read in, which the value depends on: `, 10 contexts`."""
    if test.contexts is None:
        return ""
    return f", {counted(MAX_CONTEXTS, 'context')}"


def _shown(data: str) -> dict[str, str]:
    """What the Heads page is asked for, so that it shows the same texts; it has no other files."""
    folder, _, name = data.partition("/")
    if folder == PUBLIC and name:
        return {"association": PUBLIC, "association_file": Path(name).stem}
    if data not in DIMENSIONS:
        return {}
    return {"association": data, "sentences_per_word": str(MAX_CONTEXTS)}


def _named(argument: str) -> tuple[str, str]:
    data, _, last = argument.rpartition(":")
    if last in POOLINGS and data:
        return data, last
    return argument or DIMENSIONS[0], ""


def _test(data: str) -> tuple[AssociationTest, str]:
    if data in DIMENSIONS:
        return bundled_test(data), data
    path = data
    if not exists(file_path(data)):
        try:
            found = find(data)
        except DataSetError:
            raise InputTextError(
                f"There is no association test {data!r}; there are {', '.join(DIMENSIONS)}, files, "
                "and files of a set on this machine, such as seat/weat6.jsonl."
            ) from None
        if found is None:
            name = data.partition("/")[0]
            raise DataSetError(
                f"The set {name} is not on this machine; `{PROGRAM} datasets get {name}` "
                "fetches it."
            )
        path = str(found)
    return read_seat_test(path), Path(path).stem


def _reading(test: AssociationTest, value: dict, pooling: str) -> Reading:
    found = {(entry["set"], entry["word"]): entry["s"] for entry in value["associations"]}
    scores = [found.get(("x", word)) for word in test.x] + [
        found.get(("y", word)) for word in test.y
    ]
    detail = {key: value[key] for key in ("p_value", "n_permutations", "detectable")}
    if (grouped := test.target_families()) is not None:
        detail[CLUSTERS] = grouped  # by which contestants are compared
    return effect_reading(
        value, scores, len(test.x), value["warnings"], {"pooling": pooling, **detail}
    )


FAMILY = Family(
    name="seat",
    title="Association of word sets (SEAT, WEAT): effect size d",
    usage="seat[:gender|race|religion|FILE|SET/FILE][:token|cls|mean|mean-all|last]",
    column=column,
    suggested=("seat:gender", "seat:race", "seat:religion"),
    seconds=1.0,
    sides=always(BY_TEST),
)


# --- word sets ----------------------------------------------------------------------------
# Names of the four sets of an association test, as a sentence can hold them.

_STEREOTYPED = re.compile(r"stereotyped (?P<how>as|with) (?P<what>.+)", re.IGNORECASE)
_PEOPLE = {"female": "women", "male": "men"}
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")  # between the words of WhiteFemaleNames


def compared_words(names: Sequence[str]) -> str:
    """What is compared: `words stereotyped as female or male, with words for women and men`.

    Args:
        names: of the sets x, y, a, b.
    """
    x, y, a, b = names
    one, other = _STEREOTYPED.fullmatch(x), _STEREOTYPED.fullmatch(y)
    if not one or not other or one["how"] != other["how"]:
        return f"{_spaced(x)} and {_spaced(y)}, with {_spaced(a)} and {_spaced(b)}"
    return f"words stereotyped {one['how']} {one['what']} or {other['what']}, with {_words(a, b)}"


def higher(names: Sequence[str]) -> str:
    """What a higher effect size means.

    Args:
        names: of the sets x, y, a, b.
    """
    x, y, a, b = names
    if _STEREOTYPED.fullmatch(x) and _STEREOTYPED.fullmatch(y):
        return f"words {_lowered(x)} are nearer to {_words(a)}, words {_lowered(y)} to {_words(b)}"
    return f"{_spaced(x)} are nearer to {_spaced(a)}, {_spaced(y)} to {_spaced(b)}"


def _words(*names: str) -> str:
    """`words for women and men`; of other groups `words about Islam and Christianity`."""
    people = [_PEOPLE.get(name.casefold(), "") for name in names]
    return (
        f"words for {' and '.join(people)}"
        if all(people)
        else f"words about {' and '.join(map(_spaced, names))}"
    )


def _lowered(name: str) -> str:
    return f"{name[:1].lower()}{name[1:]}"


def _spaced(name: str) -> str:
    """A name in words: `WhiteFemaleNames` as `White Female Names`."""
    return _HUMP.sub(" ", name).replace("_", " ")
