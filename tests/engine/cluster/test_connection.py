"""What is said of work on a cluster that is lost."""

from __future__ import annotations

import pytest

from engine.cluster import connection
from engine.cluster.connection import Connection
from engine.core import finished


@pytest.mark.parametrize(
    ("anything", "said"),
    [(True, "What was finished is kept."), (False, "Nothing new was finished.")],
)
def test_a_lost_cluster_says_that_work_is_kept_only_where_some_was(monkeypatch, anything, said):
    monkeypatch.setattr(finished, "_anything", anything)
    monkeypatch.setattr(connection, "_PATIENCE", -1.0)
    monkeypatch.setattr(connection, "unreachable", lambda host, port: "no answer")
    with pytest.raises(connection.LostError, match="was lost") as lost:
        Connection("there:1", ("there", 1)).check()
    assert said in str(lost.value)
    assert "start the cluster" in str(lost.value).lower()
