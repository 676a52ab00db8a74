"""Association tests: two sets of targets X and Y, two sets of attributes A and B.

A test is either a SEAT/WEAT file, whose examples are read as they are, or word lists with
a corpus, where a word is read in the sentences that hold it. X is the set stereotyped with
A, and Y the one stereotyped with B.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from pathlib import Path
from typing import Any

from engine.core.errors import InputTextError
from engine.core.mask_token import SPECIAL
from engine.core.wording import counted, listed
from engine.files.records import parsed_object
from engine.files.samples import SAMPLES
from engine.files.text_file import TextFile, notes_of, read_text
from engine.words.contexts import MAX_CONTEXTS, Contexts, collect_contexts, corpus_lines
from engine.words.families import families
from engine.words.list_tables import AS_IT_IS, ListReading
from engine.words.lists import Lists, ListSource, read_attributes, read_lists, read_targets

DIMENSIONS = ("gender", "race", "religion")
SETS = ("x", "y", "a", "b")
_NAMED = 5  # missing words that an error names

_SEAT_KEYS = {"x": "targ1", "y": "targ2", "a": "attr1", "b": "attr2"}


@dataclass(frozen=True)
class AssociationTest:
    """Words or sentences of one association test.

    Args:
        x: targets stereotyped with `a`.
        y: targets stereotyped with `b`.
        names: of the sets x, y, a, b.
        contexts: sentences to read the words in; None where examples are read as they are.
        counts: word -> sentences that hold it, up to the limit; empty without contexts.
        pairs: attributes of `a` with their counterparts in `b`, where the source pairs them.
        notes: what a user should know about how the sets were made.
    """

    x: tuple[str, ...]
    y: tuple[str, ...]
    a: tuple[str, ...]
    b: tuple[str, ...]
    names: tuple[str, str, str, str] = ("X", "Y", "A", "B")
    contexts: tuple[str, ...] | None = None
    counts: tuple[tuple[str, int], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()

    def item(self) -> dict[str, Any]:
        """What decides the numbers, ready for `measure`."""
        contexts = None if self.contexts is None else list(self.contexts)
        item = {**{name: list(getattr(self, name)) for name in SETS}, "contexts": contexts}
        # Results from before special tokens were left out are of another item, too.
        plain = {"plain": True} if self._may_hold_special() else {}
        # And those whose sentences counted as independent.
        grouped = {"families": True} if self.target_families() else {}
        return item | ({"distinct": True} if self._may_repeat() else {}) | plain | grouped

    def target_families(self) -> list[int] | None:
        """[target] family of each target sentence, X first, each within one set.

        Returns:
            None where no two of them put the same word into different frames.
        """
        if self.contexts is not None:
            return None
        of_x, of_y = families(self.x), families(self.y)
        first_y = max(of_x, default=-1) + 1
        found = [*of_x, *(first_y + number for number in of_y)]
        return found if len(set(found)) < len(found) else None

    def _may_hold_special(self) -> bool:
        """Whether a model may take part of an example for a special token, such as [MASK]."""
        return any("[" in text or "<" in text or SPECIAL.search(text) for text in self.words())

    def _may_repeat(self) -> bool:
        """Whether a model may read two texts alike, or a word not at all.

        Only such tests have other results than when these counted, so only they have another item.
        Plain texts that differ in more than case, signs and spaces do not.
        """
        texts = [self.contexts or (), *([] if self.contexts else [self.x, self.y, self.a, self.b])]
        every = [text for group in texts for text in group]
        known = {"".join(filter(str.isalnum, text.casefold())) for text in every}
        return len(known) < len(every) or not all(
            text.isascii() for text in (*every, *self.words())
        )

    def words(self) -> list[str]:
        """Every word of the four sets, once."""
        return list(dict.fromkeys((*self.x, *self.y, *self.a, *self.b)))

    def missing(self) -> list[str]:
        """Words that the corpus never holds."""
        return [word for word, count in self.counts if not count]


def check_sets(
    sets: Mapping[str, Sequence[str]], names: Sequence[str] = ("X", "Y", "A", "B")
) -> None:
    """Refuse sets that no effect size can be computed from.

    Args:
        sets: examples of x, y, a, b.
    """
    shown = dict(zip(SETS, names, strict=True))
    for name in ("x", "y"):
        if len(sets[name]) < 2:
            raise InputTextError(
                f"The target set {shown[name]} has {counted(len(sets[name]), 'usable example')}; "
                "an effect size needs at least two in each "
                "target set."
            )
    for name in ("a", "b"):
        if not sets[name]:
            raise InputTextError(f"The attribute set {shown[name]} has no usable example.")
    for one, other in combinations(SETS, 2):
        folded = {example.casefold() for example in sets[other]}
        shared = [example for example in sets[one] if example.casefold() in folded]
        if shared:
            verb, it = ("is", "it") if len(shared) == 1 else ("are", "them")
            raise InputTextError(
                f"{', '.join(shared[:5])} {verb} in both {shown[one]} and {shown[other]}; "
                f"the four sets must not overlap. Remove {it} from one of the two."
            )


def seat_test(text: str, name: str = "The test") -> AssociationTest:
    """Read a SEAT or WEAT test: one JSON object with targ1, targ2, attr1 and attr2.

    Args:
        text: content of the file.
        name: what to call it in an error.

    Source: format of May et al. 2019.
    """
    read = parsed_object(text, name)
    missing = [key for key in _SEAT_KEYS.values() if key not in read]
    if missing:
        raise InputTextError(
            f"{name} has no {', '.join(missing)}; a SEAT test is one JSON object with targ1, "
            'targ2, attr1 and attr2, each {"category": ..., "examples": [...]}.'
        )
    examples, names, notes = {}, [], []
    for part, key in _SEAT_KEYS.items():
        entry = read[key]
        texts = entry.get("examples") if isinstance(entry, dict) else entry
        if not isinstance(texts, list) or not all(
            isinstance(example, str) and example.strip() for example in texts
        ):
            raise InputTextError(
                f'{name}: "{key}" needs "examples", a list of texts{_no_text(texts)}.'
            )
        examples[part] = tuple(dict.fromkeys(example.strip() for example in texts))
        if repeated := len(texts) - len(examples[part]):
            notes.append(
                f"{key} names {counted(repeated, 'text')} again, which counts once: "
                f"{len(examples[part])} of {len(texts)} remain."
            )
        names.append(str(entry.get("category", key)) if isinstance(entry, dict) else key)
    check_sets(examples, names)
    four = (names[0], names[1], names[2], names[3])
    return AssociationTest(**examples, names=four, notes=tuple(notes))


def _no_text(texts: object) -> str:
    """Which entry of a list is the first that holds no text, to end a refusal."""
    for number, example in enumerate(texts if isinstance(texts, list) else [], start=1):
        if not isinstance(example, str) or not example.strip():
            return f"; number {number} holds {'no text' if example is None else repr(example)[:40]}"
    return ""


def read_seat_test(path: str) -> AssociationTest:
    """A SEAT or WEAT test from a file; see `seat_test`."""
    return seat_test_of(read_text(path, wanted="a file of one test, JSON"), Path(path).name)


def seat_test_of(file: TextFile, name: str) -> AssociationTest:
    """A SEAT or WEAT test from a file that was read, with what was guessed of it."""
    test = seat_test(file.text, name)
    return replace(test, notes=(*notes_of(file), *test.notes))


def word_test(
    lists: Lists, lines: Iterable[str], max_contexts: int = MAX_CONTEXTS
) -> AssociationTest:
    """Word lists with the sentences of a corpus that hold their words."""
    sets: dict[str, tuple[str, ...]] = {name: getattr(lists, name) for name in SETS}
    check_sets(sets, lists.names)
    held = collect_contexts(lines, chain(*sets.values()), max_contexts)
    _check_held(sets, held, lists.names)
    return AssociationTest(
        **sets,
        names=lists.names,
        contexts=held.sentences,
        counts=tuple(held.counts.items()),
        pairs=lists.pairs,
        notes=lists.notes,
    )


def _check_held(sets: dict[str, tuple[str, ...]], held: Contexts, names: Sequence[str]) -> None:
    for (part, words), name in zip(sets.items(), names, strict=True):
        missing = [word for word in words if not held.counts[word]]
        there = len(words) - len(missing)
        if there < (2 if part in "xy" else 1):
            raise InputTextError(
                f"The corpus holds {there} of the {len(words)} words of {name}; "
                f"{'two are' if part in 'xy' else 'one is'} the least. Missing: "
                f"{listed(missing, _NAMED)}. Use a larger corpus, or lists whose words "
                "it holds."
            )


def read_word_test(
    attributes: str,
    targets: str,
    corpus: str,
    max_contexts: int = MAX_CONTEXTS,
    groups: tuple[str, str] | None = None,
    reading: ListReading = AS_IT_IS,
) -> AssociationTest:
    """Word lists and a corpus from files.

    Args:
        attributes: file or folder, see `lists.read_attributes`.
        targets: file or folder, see `lists.read_targets`; may be the same.
        corpus: text file, one sentence a line, may be packed (`.gz`).
        groups: which two, in a file of more than two groups.
        reading: of tables, as of `file_lists`.
    """
    lists = file_lists(attributes, targets, groups, reading)
    return word_test(lists, corpus_lines(corpus), max_contexts)


def file_lists(
    attributes: ListSource,
    targets: ListSource,
    groups: tuple[str, str] | None = None,
    reading: ListReading = AS_IT_IS,
) -> Lists:
    """Attributes and targets from files that belong together.

    Args:
        attributes: path of a file or folder, or name and content of a file.
        targets: likewise; may be the same.
        reading: which columns of tables hold what, and what their labels mean.
    """
    if attributes == targets:
        return read_lists(attributes, groups, reading)
    found = read_attributes(attributes, groups, reading)
    return found.with_targets(read_targets(targets, found.names_of_attributes, reading))


def bundled_test(dimension: str = "gender", max_contexts: int = MAX_CONTEXTS) -> AssociationTest:
    """One of the project's own tests."""
    prefix = "" if dimension == "gender" else f"{dimension}_"
    lines = corpus_lines(SAMPLES / f"{prefix}contexts.txt")
    return word_test(bundled_lists(dimension), lines, max_contexts)


def bundled_lists(dimension: str = "gender") -> Lists:
    """Word lists of one of the project's own tests."""
    if dimension not in DIMENSIONS:
        raise InputTextError(
            f"The bundled word lists are {', '.join(DIMENSIONS)}; got {dimension!r}."
        )
    if dimension == "gender":
        return file_lists(str(SAMPLES / "gender_pairs.csv"), str(SAMPLES / "gender_targets.csv"))
    return read_lists(str(SAMPLES / f"{dimension}.json"))
