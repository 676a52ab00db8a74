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
from typing import Any

import streamlit as st

from components.session.device import chosen_device, on_one_device
from components.session.measuring import known, measure, store
from components.session.models import loaded, opened
from engine.digest import data_digest
from engine.measurement import Measurement
from engine.measurement import measure as measured
from engine.spec import ModelSpec

_STEP = 0.1  # seconds between two chances to handle a click


@st.cache_resource
def _workers() -> ThreadPoolExecutor:
    """Two: torch already uses every core, but one user's wait should not be another's."""
    return ThreadPoolExecutor(2, thread_name_prefix="biascope-measuring")


@st.cache_resource
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

    Raises:
        BiascopeError: what the model or the measure refuses.
    """
    if len(known(name, spec, items, params)) == len(items):
        return measure(name, spec, items, params)
    lm = opened(spec)
    work = _running()
    key = data_digest([name, spec.identity(), items, params])
    future = work.get(key)
    if future is None:
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


def warm(spec: ModelSpec) -> None:
    """Load a model before it is needed, once; results from the store do not load it.

    Errors are shown where the model is used.
    """
    where = (spec.unmasked(), chosen_device())
    if where not in _warmed():
        _warmed().add(where)
        after_loading(partial(loaded, spec.unmasked()))


def after_loading(work: Callable[[], object]) -> None:
    """Do something in the background once the models that are wanted are loaded.

    Loading is mostly importing libraries, which shares the interpreter with everything else.
    """
    _loader().submit(work)


@on_one_device
@st.cache_resource
def _warmed() -> set[tuple[ModelSpec, str]]:
    """Models and the device each was loaded to; forgotten with the copies there."""
    return set()


@st.cache_resource
def _loader() -> ThreadPoolExecutor:
    """Apart from the measurements, which a large download would keep waiting."""
    return ThreadPoolExecutor(1, thread_name_prefix="biascope-loading")
