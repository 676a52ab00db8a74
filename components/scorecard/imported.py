"""Results from elsewhere: files that become contestants of this browser session's table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from components.frame.shell import link_request
from components.frame.widgets import own_file
from engine.core.errors import BiascopeError
from engine.core.wording import counted
from engine.scorecard.imports.imported import Imported
from engine.server import shared

_BOX = "scorecard_import"
_PATH = "scorecard_import_path"
_MOST = 50  # MiB
_MOST_FILES = 20
_HELP = (
    "A report that sweep, this page or the Arena wrote, results of the lm-evaluation-harness "
    "(JSON), or the released scores of a model on GEST (MODEL_template-1.txt). The file is checked "
    "and shown as imported; nothing that it names is opened or fetched."
)


def found() -> list[Imported]:
    """What was imported in this browser session, in the order of the files."""
    return [each for entry in _files().values() for each in entry]


def key() -> tuple[int, ...]:
    """What tells one set of imports from another."""
    return tuple(map(id, found()))


def draw_scorecard_imported() -> None:
    """Draw the boxes, what came of the last import, and what is in the table."""
    box = f"{_BOX}_{st.session_state.get(state.SCORECARD_UPLOADS, 0)}"
    left, right = st.columns(2)
    with left:
        st.file_uploader(
            "Import results",
            type=["json", "txt"],
            key=box,
            max_upload_size=shared.upload_mib(_MOST),
            help=_HELP,
            on_change=_upload,
            args=(box,),
        )
    with right:
        _path()
    _outcome()
    _list()


def _path() -> None:
    """The field of a path on this machine; it is read once the user asks for it."""
    path = own_file.path_field(
        "or their path on this machine",
        _PATH,
        "/home/me/results.json",
        "A file, or a folder of released scores of GEST.",
    )
    if path and session.is_confirmed("file", path):
        st.button("Import from this path", key="import_path", on_click=_read_path, args=(path,))
    elif path:
        link_request.file(path, _PATH)


def _upload(box: str) -> None:
    """A callback, so that a file is read once; nothing is raised here."""
    upload = st.session_state.get(box)
    if upload is None:
        return
    _keep(upload.name, lambda: [session.scorecard.import_(upload.name, upload.getvalue())])
    # Another box next time: this one would offer the file again.
    st.session_state[state.SCORECARD_UPLOADS] = st.session_state.get(state.SCORECARD_UPLOADS, 0) + 1


def _read_path(path: str) -> None:
    """A callback: read what lies at a path that the user has typed."""
    _keep(path, lambda: session.scorecard.import_path(path))


def _keep(name: str, read: Callable[[], list[Imported]]) -> None:
    """Read a file and put it into the table; what is wrong with it is kept to be shown."""
    files = _files()
    try:
        if len(files) >= _MOST_FILES and name not in files:
            raise BiascopeError(f"{_MOST_FILES} files are imported, the most; remove one first.")
        read_now = read()
    except BiascopeError as error:
        text = str(error) if name in str(error) else f"{name}: {error}"
        st.session_state[state.SCORECARD_IMPORTED] = (False, [text])
        return
    files[name] = read_now
    notes = [note for each in read_now for note in each.notes]
    text = f"{counted(_models(read_now), 'model')} imported from {name}."
    st.session_state[state.SCORECARD_IMPORTED] = (True, [text, *notes])


def _models(imports: Sequence[Imported]) -> int:
    """Models in what was read: files of one model are one."""
    return len({str(one["label"]) for each in imports for one in each.contestants})


def _outcome() -> None:
    done: tuple[bool, list[str]] | None = st.session_state.get(state.SCORECARD_IMPORTED)
    if done is None:
        return
    good, sentences = done
    text = explain.plain(" ".join(sentences))
    if good:
        st.success(text, icon=":material/check:")
    else:
        st.error(text, icon=":material/info:")


def _list() -> None:
    """The files in the table, each with a button that removes it."""
    for name, imports in list(_files().items()):
        with st.container(horizontal=True, vertical_alignment="center"):
            text = f"{name}: {counted(_models(imports), 'model')}"
            st.caption(explain.plain(text), width="content")
            st.button(
                "Remove",
                key=f"remove_import_{name}",
                type="tertiary",
                on_click=_forget,
                args=(name,),
            )


def _forget(name: str) -> None:
    _files().pop(name, None)
    st.session_state.pop(state.SCORECARD_IMPORTED, None)


def _files() -> dict[str, list[Imported]]:
    files: dict[str, list[Imported]] = st.session_state.setdefault(state.SCORECARD_IMPORTS, {})
    return files
