"""Measurements in a thread of their own, so that a click is handled while they run.

Streamlit handles a click only between two steps of a script. What measures one item for seconds
is therefore done in a worker thread while the script waits in small steps; if the user goes on,
the result is left to the store.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from functools import partial
from threading import BoundedSemaphore, Thread
from typing import Any, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import add_script_run_ctx

from components.frame.session.device import chosen_device, on_one_device
from components.frame.session.in_memory import is_loaded, loaded, open_model
from components.frame.session.measuring import allow, known, measure, store
from engine.core.digest import data_digest
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec
from engine.flow.asking import Measurement
from engine.flow.measurement import measure as measured

V = TypeVar("V")

_TURNS = BoundedSemaphore(2)  # of work that somebody waits for; torch uses every core
_STEP = 0.1  # seconds between two chances to handle a click


@st.cache_resource(show_spinner=False)
def _workers() -> ThreadPoolExecutor:
    """Two: torch already uses every core, but one user's wait should not be another's."""
    return ThreadPoolExecutor(2, thread_name_prefix="biascope-measuring")


@st.cache_resource(show_spinner=False)
def _running() -> dict[str, Future[Measurement]]:
    return {}


def measure_in_thread(
    name: str,
    spec: ModelSpec,
    items: list[Any],
    params: dict[str, Any],
    wait: Callable[[], object],
) -> Measurement:
    """As `measure`, in a thread: `wait` is called in small steps until the values are there.

    Args:
        wait: draws something, however small; Streamlit may stop the script there.
    """
    if len(known(name, spec, items, params)) == len(items):
        return measure(name, spec, items, params)
    work = _running()
    key = data_digest([name, spec.identity(), items, params])
    future = work.get(key)
    if future is None:
        allow(name, spec, items, params)
        lm = open_model(spec, name)
        future = work[key] = _workers().submit(
            measured, name, spec, items, params, lambda: lm, store()
        )
        future.add_done_callback(lambda _: work.pop(key, None))
    try:
        while not wait_for([future], _STEP).done:
            wait()
        return future.result()
    except CancelledError:  # another user waited for it first, and went on
        return measure_in_thread(name, spec, items, params, wait)
    finally:
        future.cancel()  # only what no worker has begun


class LateError(BiascopeError):
    """Work goes on, but nobody waits for it any longer."""


def within(seconds: float, work: Callable[[], V]) -> V:
    """What work gives, if it is done in time; else it goes on, and its values are kept.

    Args:
        work: draws nothing; it runs in a thread of its own.
    """
    future: Future[V] = Future()
    thread = Thread(target=_take_turn, args=(future, work), daemon=True)
    add_script_run_ctx(thread)  # a shared server counts what each of its users asks
    thread.start()
    if not wait_for([future], seconds).done:
        future.cancel()  # only what has not begun
        raise LateError("The model did not answer in time")
    return future.result()


def _take_turn(future: Future[V], work: Callable[[], V]) -> None:
    with _TURNS:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(work())
        except BaseException as error:  # for whoever waits
            future.set_exception(error)


def warm(spec: ModelSpec) -> None:
    """Load a model before it is needed, once; results from the store do not load it.

    Errors are shown where the model is used. One that left memory since is loaded again only
    where it is needed, or two people would take turns to push out each other's.
    """
    where = _where(spec)
    if where not in _warmed():
        _warmed().add(where)
        after_loading(partial(loaded, spec.unmasked()))


def load_later(spec: ModelSpec) -> bool:
    """Load a model that is needed in the background, unless it is in memory.

    Returns:
        Whether to wait for it; false too where it could not be loaded, which is said as soon as it
        is used.
    """
    if is_loaded(spec):
        return False
    begun, where = _begun(), _where(spec)

    def load() -> bool:  # the model itself, or an error with what was read, would be kept with it
        try:
            loaded(spec.unmasked())
        except Exception:  # raised again where the model is used
            return False
        return True

    work = begun.get(where)
    if work is None or (work.done() and work.result()):  # it left memory since
        begun[where] = after_loading(load)
        return True
    return not work.done()


def after_loading(work: Callable[[], V]) -> Future[V]:
    """Do something in the background once the models that are wanted are loaded.

    Loading is mostly importing libraries, which shares the interpreter with everything else.
    """
    return _loader().submit(work)


def _where(spec: ModelSpec) -> tuple[ModelSpec, str]:
    return spec.unmasked(), chosen_device()


@on_one_device
@st.cache_resource(show_spinner=False)
def _warmed() -> set[tuple[ModelSpec, str]]:
    """Models and the device each was loaded to; forgotten with the copies there."""
    return set()


@on_one_device
@st.cache_resource(show_spinner=False)
def _begun() -> dict[tuple[ModelSpec, str], Future[bool]]:
    """A model and the device it is loaded to -> whether it could be when it was last needed."""
    return {}


@st.cache_resource(show_spinner=False)
def _loader() -> ThreadPoolExecutor:
    """Apart from the measurements, which a large download would keep waiting."""
    return ThreadPoolExecutor(1, thread_name_prefix="biascope-loading")
