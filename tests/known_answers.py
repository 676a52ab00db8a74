"""Tiny models loaded once a process and asked once, for tests of what stands above them.

A page or a command still asks, waits, stores and reads as ever, and each test's store is
empty at first; only the arithmetic of a network whose files are the same is not done again.
Tests of loading and of the measures do without.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from engine.core.digest import canonical_json
from engine.flow.descriptor import Measure, Scorer
from engine.models.sources import ModelSource, resolve

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM

_networks: dict[tuple[Any, ...], LoadedModel] = {}
_answers: dict[tuple[Any, ...], Any] = {}
_outcomes: dict[tuple[Any, ...], str] = {}
# Results that are derived from their item alone; others measure, and so store, on their way.
_ARITHMETIC = ("cabm_weights", "cabm_validation", "projection t-SNE", "projection UMAP")


def use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load and measure through what this process already knows, until the test ends."""
    from streamlit.components.v2 import manifest_scanner
    from streamlit.testing.v1 import local_script_runner

    from engine.flow import derived
    from engine.models import loading

    # Every page opened alone looks through all installed packages, which stay what they are.
    scan = _once(manifest_scanner.scan_component_manifests)
    monkeypatch.setattr(manifest_scanner, "scan_component_manifests", scan)
    monkeypatch.setattr(loading, "_loaded", _loading_once(loading._loaded))
    monkeypatch.setattr(Measure, "scorer", _answering_once(Measure.scorer))
    monkeypatch.setattr(derived, "_worked", _working_once(derived._worked))
    # Streamlit looks every millisecond whether a page is drawn, and so holds up the page.
    monkeypatch.setattr(local_script_runner, "require_widgets_deltas", _until_drawn)


_once = cache(cache)


def _loading_once(load: Callable[..., LoadedModel]) -> Callable[..., LoadedModel]:
    def loaded(
        checkpoint: str | ModelSource, device: str, dtype: str, attention: str, classifier: bool
    ) -> LoadedModel:
        if attention == "eager":  # asked for only by training, which changes what it loads
            return load(checkpoint, device, dtype, attention, classifier)
        source = checkpoint if isinstance(checkpoint, ModelSource) else resolve(checkpoint)
        key = source.revision, device, dtype, classifier
        if key not in _networks:
            _networks[key] = load(checkpoint, device, dtype, attention, classifier)
        return replace(_networks[key], source=source)

    return loaded


def _answering_once(scorer: Callable[[Measure], Scorer]) -> Callable[[Measure], Scorer]:
    def chosen(measure: Measure) -> Scorer:
        compute = scorer(measure)

        def answers(lm: MaskedLM, items: Sequence[Any], params: dict[str, Any]) -> list[Any]:
            # The revision is a digest of the files, wherever they lie.
            spec = replace(lm.spec, checkpoint="").identity()
            asked = (canonical_json(spec), measure.location)
            keys = [(*asked, canonical_json(params), canonical_json(item)) for item in items]
            unknown = {
                key: item for key, item in zip(keys, items, strict=True) if key not in _answers
            }
            if unknown:
                values = compute(lm, list(unknown.values()), params)
                _answers.update(zip(unknown, values, strict=True))
            return [_answers[key] for key in keys]

        return answers

    return chosen


def _working_once(work_out: Callable[..., str]) -> Callable[..., str]:
    from engine.measures.cabm import weighting

    def worked(context: Any, text: str, work: Callable[[], Any]) -> str:
        if json.loads(context.identity)["measure"] not in _ARITHMETIC:
            return work_out(context, text, work)
        # A test may make forests smaller, which is not part of what an outcome is kept under.
        key = context.identity, text, weighting.TREES, weighting.DRAWN_TREES
        if key not in _outcomes:
            _outcomes[key] = work_out(context, text, work)
        return _outcomes[key]

    return worked


def _until_drawn(runner: Any, timeout: float = 3) -> None:
    runner._script_thread.join(timeout)
    if runner._script_thread.is_alive():
        raise RuntimeError(f"AppTest script run timed out after {timeout}(s)")
