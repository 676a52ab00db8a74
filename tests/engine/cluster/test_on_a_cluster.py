"""A real cluster of two nodes on this machine: equal tables, whatever becomes of the workers.

One story on one cluster, since starting nodes takes longer than all that is measured on them.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest

from engine.cluster import ClusterAsker, Settings, connected
from engine.cluster.processors import own_processor
from engine.cluster.shipping import packed
from engine.core.errors import BiascopeError
from engine.flow.guarded import COARSE, FINE
from engine.flow.measurement import measure
from engine.measures.pairs.guarded_scores import guarded_ask
from engine.models.loading import MaskedLM, load
from engine.models.sources import identify
from engine.storage.store import Store
from tests import isolation
from tests.forked import fork

PARAMS = {"variant": "cps"}
JOBS = ("nurse", "engineer", "doctor", "teacher", "pilot", "cleaner", "driver", "writer", "cook")
MOODS = ("tired", "happy", "sad", "angry", "late", "early", "rich", "poor", "old", "young")
ITEMS = [
    {
        "sent_more": f"The {job} said that he was {mood}.",
        "sent_less": f"The {job} said that she was {mood} too.",
    }
    for job in JOBS
    for mood in MOODS
] * 2
MEMORY = 8 * 2**30  # bytes that a node says it has


@pytest.fixture
def cluster(monkeypatch):
    """Two nodes with two CPUs each, ended by their own handle."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_worker_niceness", "0")
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 2, "object_store_memory": 80 * 2**20, "memory": MEMORY}
    started = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    own, is_local = started.address.rpartition(":")[0], isolation.is_local
    monkeypatch.setattr(isolation, "is_local", lambda host: host == own or is_local(host))
    try:
        started.add_node(**node)
        yield started
    finally:
        started.shutdown()


def table(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return sorted(connection.execute("SELECT key, value FROM result"))


@contextmanager
def asked_there(connection, path, settings, on_progress=None):
    """A new store, and what measures through it on the cluster."""
    with closing(Store(path)) as store:
        there = ClusterAsker(connection, store, settings, on_progress)
        try:
            yield there
        finally:
            there.release()


def processes(there) -> list[int]:
    return [one.process for one in there._workers.opened]


def sent_while_the_folder_is_gone(connection, spec, path, monkeypatch):
    """One worker, whose machine lacks the model."""
    folder = Path(spec.checkpoint)
    away = folder.with_name("away")

    def packed_and_gone(source, put):
        files = packed(source, put)
        folder.rename(away)
        return files

    monkeypatch.setattr("engine.cluster.asker.packed", packed_and_gone)
    with asked_there(connection, path, Settings("cpu", 1, ship_models=True)) as there:
        assert there.described() == "Measuring with up to 1 worker (1 thread each) on 2 machines."
        found = there(spec)[0]("pairs", ITEMS, PARAMS)
    away.rename(folder)
    return found


def with_one_of_two_killed(connection, spec, path, known):
    """Two workers, one of which is killed once there is a value that was not known before."""
    killed = []

    def kill(done, _total):
        if not killed and done > known:
            killed.append(processes(there)[0])
            os.kill(killed[0], signal.SIGKILL)

    with asked_there(connection, path, Settings("cpu", 2), kill) as there:
        found = there(spec)[0]("pairs", ITEMS, PARAMS)
        assert killed[0] not in [one for one in processes(there) if psutil.pid_exists(one)]
    return found


def drive(address, checkpoint, path):
    """Compute on a cluster, and stop for good after the first chunk."""

    def stop(*_):
        threading.Event().wait()

    with connected(address) as connection, closing(Store(path)) as store:
        ask, _ = ClusterAsker(connection, store, Settings("cpu", 1), stop)(identify(checkpoint))
        ask("pairs", ITEMS, PARAMS)


def killed_half_way(address, spec, path):
    """A driver that is killed once its first chunk is stored, with its workers."""
    said = path.with_name("driver")
    driver = fork(drive, address, spec.checkpoint, path, environment=os.environ, out=said, err=said)
    try:
        while driver.is_alive() and not stored(path):
            time.sleep(0.05)
        assert driver.is_alive(), said.read_text()
    finally:
        driver.kill()
        driver.join()


def stored(path: Path) -> int:
    with closing(Store(path)) as store:
        return store.info().results


def with_the_head_gone(cluster, spec, path):
    """The head is killed once the first values are there, and the worker with it."""

    def kill(_done, _total):
        cluster.head_node.kill_gcs_server(check_alive=False)
        for process in processes(there):
            os.kill(process, signal.SIGKILL)

    with (
        connected(cluster.address) as connection,
        asked_there(connection, path, Settings("cpu", 1), kill) as there,
    ):
        there(spec)[0]("pairs", ITEMS, PARAMS)


def in_guarded_precision(spec, fine, coarse):
    """Values of both precisions, and what is said of them."""
    found = guarded_ask(fine, coarse)("pairs", ITEMS, PARAMS)
    return found.values, found.manifest["precision"]


def guarded_here(spec):
    def ask(dtype, name, items, params):
        own = replace(spec, dtype=dtype)
        return measure(name, own, items, params, lambda: lms[dtype], None)

    lms = {dtype: MaskedLM(load(spec.checkpoint, "cpu", dtype)) for dtype in (FINE, COARSE)}
    return in_guarded_precision(spec, partial(ask, FINE), partial(ask, COARSE))


def guarded_there(connection, spec, path):
    """Guarded precision on two workers, which keep their processes when the precision changes."""
    with asked_there(connection, path, Settings("cpu", 2, guard=True)) as there:
        assert (there.why_no_bfloat16() == "") == own_processor("cpu").native
        fine, coarse = (there(replace(spec, dtype=dtype))[0] for dtype in (FINE, COARSE))
        fine("pairs", ITEMS[:1], PARAMS)
        (first,) = processes(there)[:1]
        found = in_guarded_precision(spec, fine, coarse)
        assert first in processes(there)
    return found


@pytest.mark.process
@pytest.mark.skipif(" " in sys.prefix, reason="Ray starts no worker of a Python in such a path")
def test_a_cluster_gives_the_table_of_one_machine(
    cluster, tiny_model_folder, tmp_path, monkeypatch
):
    spec = identify(str(shutil.copytree(tiny_model_folder("bert"), tmp_path / "model")))
    with closing(Store(tmp_path / "here")) as store:
        lm = MaskedLM(load(spec.checkpoint, "cpu"))
        here = measure("pairs", spec, ITEMS, PARAMS, lambda: lm, store)
    expected = table(tmp_path / "here")
    handler = signal.getsignal(signal.SIGTERM)

    with connected(cluster.address) as connection:
        assert signal.getsignal(signal.SIGTERM) is handler
        found = sent_while_the_folder_is_gone(connection, spec, tmp_path / "one", monkeypatch)
        assert found.values == here.values
        assert found.warnings == []
        assert found.manifest["cluster"]["threads"] == 1
        assert table(tmp_path / "one") == expected
        assert guarded_there(connection, spec, tmp_path / "two") == guarded_here(spec)

    killed_half_way(cluster.address, spec, tmp_path / "three")
    before = len(table(tmp_path / "three"))
    assert 0 < before < len(expected)

    with connected(cluster.address) as connection:
        found = with_one_of_two_killed(connection, spec, tmp_path / "three", 2 * before)
        assert found.manifest["from_store"] == 2 * before
        assert found.values == here.values
        assert table(tmp_path / "three") == expected

    monkeypatch.setattr("engine.cluster.connection._PATIENCE", 1.0)
    with pytest.raises(BiascopeError, match="was lost"):
        with_the_head_gone(cluster, spec, tmp_path / "lost")
    assert 0 < len(table(tmp_path / "lost")) < len(expected)
