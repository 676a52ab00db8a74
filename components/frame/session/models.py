"""Models of the screen: which there are, where their files are, and what their configs say."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from pathlib import Path

import streamlit as st

from components.frame.session.confirmed import confirmed_names, is_confirmed
from components.frame.session.device import chosen_device
from engine.core.checkpoint_names import local_folder, may_be_on_the_hub, shortest_paths
from engine.core.errors import BiascopeError, UnknownModelError
from engine.core.paths import is_elsewhere
from engine.core.spec import BUNDLED, HeadRef, ModelSpec, check_heads, is_commit
from engine.lab.places import finished_models
from engine.models import devices
from engine.models import facts as model_facts
from engine.models import sizes as file_sizes
from engine.models.added_folders import (
    Found,
    add_folder,
    added_folders,
    added_models,
    is_model_folder,
    remove_folder,
)
from engine.models.convert.made import converted_models
from engine.models.sources import ModelSource, resolve
from engine.models.suggested import Suggestion, known_bytes, on_this_machine
from engine.server import shared
from engine.server.shared import hub_is_off

Facts = model_facts.Facts
_LEAST = "bfloat16"  # the precision that takes the least memory


@st.cache_resource(ttl=600, max_entries=64, show_spinner=False)
def _hub_source(checkpoint: str, ask_hub: bool) -> ModelSource:
    """Asking the hub for a commit on every rerun would be slow, and a burden on it."""
    return resolve(checkpoint, ask_hub, dtype=_LEAST)


@st.cache_resource(ttl=30, max_entries=64, show_spinner="Asking the hub for the model …")
def _hub_answer(checkpoint: str, ask_hub: bool) -> ModelSource | BiascopeError:
    """A hub that cannot be reached is not asked again at once; each try may take long."""
    try:
        return _hub_source(checkpoint, ask_hub)
    except BiascopeError as error:
        return error


@st.cache_resource(show_spinner=False)
def _known_sources() -> dict[tuple[str, str], ModelSource]:
    """Checkpoint and revision -> where its files were found, for hub models in use.

    What is in use is never looked for again under its bare name: that might ask the hub, or give
    another revision.
    """
    return {}


def _source(checkpoint: str) -> ModelSource:
    """A local folder is resolved again each time: its files may have changed.

    The hub is asked for what the user has named; a link alone gets the copy on this machine.
    """
    if shared.is_shared():
        return _offered(checkpoint)
    if is_local(checkpoint) or not may_be_on_the_hub(checkpoint):
        return resolve(checkpoint, dtype=_LEAST)
    answer = _hub_answer(checkpoint, is_confirmed("model", checkpoint))
    if isinstance(answer, BiascopeError):
        raise type(answer)(str(answer))
    _known_sources()[answer.checkpoint, answer.revision] = answer
    return answer


def _offered(name: str) -> ModelSource:
    """A model of a shared server's list, under the name that its users know; nothing is fetched."""
    place = shared.allowed_model(name)
    try:
        found = (
            _hub_source(place, False)
            if may_be_on_the_hub(place)
            else resolve(place, known_as=name)  # users never see a folder, in messages neither
        )
    except UnknownModelError:
        raise UnknownModelError(
            f"{name} is in the list of this shared Biascope, but not on its machine. Tell whoever "
            "runs it, or choose another model."
        ) from None
    _known_sources()[found.checkpoint, found.revision] = found
    return found


def source_of(spec: ModelSpec) -> ModelSource:
    """Where the files of exactly this revision are; the hub is not asked.

    A local folder is looked at again: its files may have changed.
    """
    known = _known_sources().get((spec.checkpoint, spec.revision))
    if shared.is_shared():
        return known if known and is_commit(spec.revision) else _offered(spec.checkpoint)
    if is_local(spec.checkpoint):
        return resolve(spec.checkpoint)
    if known is not None and known.folder.is_dir():
        return known
    return resolve(spec.exact_name, ask_hub=False)


def is_local(checkpoint: str) -> bool:
    """Whether a name is a checkpoint on this machine rather than a hub id."""
    if shared.is_shared():
        return shared.deployment().models.get(checkpoint, checkpoint) != checkpoint or (
            checkpoint == BUNDLED
        )
    return checkpoint == BUNDLED or local_folder(checkpoint) is not None


def may_open(checkpoint: str) -> bool:
    """Whether a model may be opened without a click; also where there is nothing to open.

    What lies on another machine is not even looked for. A shared server has its list, and opening
    any other model is refused.
    """
    if shared.is_shared() or checkpoint == BUNDLED or is_confirmed("model", checkpoint):
        return True
    if checkpoint in checkpoints():  # of a hub model, perhaps another revision is here
        return is_local(checkpoint) or not isinstance(
            _hub_answer(checkpoint, False), UnknownModelError
        )
    return not (is_elsewhere(checkpoint) or is_local(checkpoint) or may_be_on_the_hub(checkpoint))


def checkpoints() -> list[str]:
    """Names of the models that can be chosen without typing, wherever one is chosen.

    The bundled one, those made here, those in folders that the user added, those that the user
    has typed in this session, and those in the hub's cache. On a shared server, those of its list.
    """
    if shared.is_shared():
        return [*shared.deployment().models]
    return list(dict.fromkeys([BUNDLED, *_local_names(), *_cached_checkpoints()]))


def model_names() -> dict[str, str]:
    """Checkpoint -> what it is called, where that is not its own name: models in folders.

    Those made here have names; of any other folder, as much of its path as tells it apart.
    """
    return {} if shared.is_shared() else _local_names()


def _local_names() -> dict[str, str]:
    made, added = made_models(), _added()  # both look at the disk
    listed = dict.fromkeys([*added, *_typed({*made, *added})])
    others = [folder for folder in listed if folder not in made]
    return made | dict(zip(others, shortest_paths(others), strict=True))


@st.cache_data(ttl=10, show_spinner=False)
def _added() -> list[str]:
    return added_models()


def _typed(known: Set[str]) -> list[str]:
    """Folders of models that the user has opened in this session, without those that are known."""
    opened = [name for name in confirmed_names("model") if is_model_folder(name)]
    return [name for name in opened if str(Path(name).expanduser().resolve()) not in known]


def folders_of_models() -> list[str]:
    """The folders that the user has added; none on a shared server."""
    return [] if shared.is_shared() else added_folders()


def add_models(folder: str) -> Found:
    """Add a folder of models, for all pages and later visits; the user has typed it."""
    shared.refuse("Adding a folder of models")
    found = add_folder(folder)
    _added.clear()
    return found


def remove_models(folder: str) -> None:
    """Take a folder of models off the list."""
    shared.refuse("Removing a folder of models")
    remove_folder(folder)
    _added.clear()


def suggestions() -> dict[Suggestion, str | None]:
    """Checkpoints of the papers behind Biascope, each with its name on this machine, if any.

    None on a shared server, which fetches nothing.
    """
    return {} if shared.is_shared() else on_this_machine(_cached_checkpoints())


def made_models() -> dict[str, str]:
    """Folder of every model made here, by the Lab or by `models convert` -> its name."""
    if shared.is_shared():
        return {}
    converted = {
        folder: f"{Path(name).name if Path(name).is_absolute() else name}, converted"
        for folder, name in converted_models().items()
    }
    return finished_models() | converted


def injected_models() -> dict[str, str]:
    """Folder of every model made in the Lab -> its name."""
    return {} if shared.is_shared() else finished_models()


@st.cache_data(ttl=60, show_spinner=False)
def _cached_checkpoints() -> list[str]:
    return model_facts.models_on_this_machine()


@st.cache_resource(max_entries=64, show_spinner=False)
def _facts(source: ModelSource) -> Facts:
    """The revision is part of the key: files that changed are read again."""
    return model_facts.facts_of(source)


def spec_and_facts(checkpoint: str) -> tuple[ModelSpec, Facts]:
    """Identity of a checkpoint with no head masked, and what its config says."""
    source = _source(checkpoint)
    return ModelSpec(source.checkpoint, source.revision), _facts(source)


def spec_of(checkpoint: str, masked_heads: tuple[HeadRef, ...] = ()) -> ModelSpec:
    """Identity of a checkpoint under an intervention, without loading it."""
    spec, known = spec_and_facts(checkpoint)
    check_heads(masked_heads, known.layers, known.heads)
    return replace(spec, masked_heads=masked_heads)


def facts(spec: ModelSpec) -> Facts:
    """Family, layers and heads of a checkpoint; those of a page's model are in its `Subject`."""
    return _facts(source_of(spec))


def kind_of(spec: ModelSpec) -> str | None:
    """Kind of a checkpoint from its files, without asking the hub; None if they are not here."""
    return model_facts.kind_of(spec)


def device() -> str | None:
    """The device in use, once torch is in memory; asking sooner would load it."""
    if not devices.is_loaded():
        return None
    return str(devices.choose_device(chosen_device()))


@st.cache_data(ttl=60, max_entries=64, show_spinner="Asking the hub for the size …")
def download_bytes(checkpoint: str) -> int | None:
    """Bytes that opening a hub model would fetch; None if neither the hub nor we can tell.

    Kept for a while: each question to a hub that cannot be reached takes seconds.
    """
    asked = file_sizes.download_bytes(checkpoint)
    return known_bytes(checkpoint) if asked is None else asked


def offline() -> bool:
    """Whether the hub is never asked: by the environment, or because the server is shared."""
    return shared.is_shared() or hub_is_off()
