"""A drawn page as JSON: every element in the order of the screen, with all that it holds."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped]
from streamlit import dataframe_util
from streamlit.testing.v1.element_tree import Block, Element, Node

from tests.golden.normalising import plain

# What tells elements and files of this server apart, and scripts of components, which have files.
_LEFT_OUT = frozenset(
    (
        *("id", "element_id", "form_id", "fragment_id", "page_script_hash", "url", "proto"),
        *("deferred_file_id", "js_content", "css_content", "js_source_path", "css_source_path"),
        *("arrow_data", "lazy_data", "arrow_blobs", "raw_data"),
    )
)
# Fields that hold JSON as text.
_JSON = frozenset(("spec", "json", "json_args", "columns", "config", "body_json"))


def tree(node: Node) -> dict[str, Any]:
    """An element, or a container with what is in it.

    Args:
        node: of the tree that Streamlit's test runner makes.
    """
    found: dict[str, Any] = {"is": node.type}
    if node.key:
        found["key"] = node.key
    if isinstance(node, Block):
        found |= _fields(node.proto)
        return found | {"in it": [tree(node.children[place]) for place in sorted(node.children)]}
    fields = _fields(node.proto)
    if node.type == "bidi_component":
        fields = {"component_name": fields["component_name"], "given": _given(node.proto)}
    found |= fields
    if node.type in ("dataframe", "table", "arrow_data_frame", "arrow_table"):
        found["table"] = _table(node)
    elif _is_widget(node):
        found["value now"] = plain(_value(node))
    return found


def _fields(proto: Any) -> dict[str, Any]:
    if proto is None or not hasattr(proto, "DESCRIPTOR"):
        return {}
    return _kept(MessageToDict(proto, preserving_proto_field_name=True))


def _kept(value: Any, name: str = "") -> Any:
    if isinstance(value, Mapping):
        return {
            key: _kept(each, key) for key, each in sorted(value.items()) if key not in _LEFT_OUT
        }
    if isinstance(value, list):
        return [_kept(each) for each in value]
    if name in _JSON and isinstance(value, str):
        try:
            return decoded(json.loads(value))
        except ValueError:
            return value
    return value


def decoded(value: Any) -> Any:
    """JSON in which arrays of Plotly are lists, not bytes in base64."""
    if isinstance(value, list):
        return [decoded(each) for each in value]
    if not isinstance(value, dict):
        return value
    if {"bdata", "dtype"} <= value.keys():
        array = np.frombuffer(base64.b64decode(value["bdata"]), dtype=value["dtype"])
        if "shape" in value:
            array = array.reshape([int(each) for each in str(value["shape"]).split(",")])
        return array.tolist()
    return {key: decoded(each) for key, each in value.items() if key not in _LEFT_OUT}


def _table(node: Element) -> Any:
    value = node.value
    frame = getattr(value, "data", value)
    cells = json.loads(frame.to_json(orient="split", double_precision=15, default_handler=str))
    return {**cells, "types": [str(each) for each in frame.dtypes]}


def _is_widget(node: Element) -> bool:
    return bool(getattr(node.proto, "id", "")) and node.type != "plotly_chart"


def _value(node: Element) -> Any:
    try:
        return node.value
    except (AttributeError, KeyError, NotImplementedError, ValueError):
        return None  # what has none, such as a button to download


def _given(proto: Any) -> Any:
    """What a component of ours is given, tables as lists."""
    kind = proto.WhichOneof("data")
    if kind == "json":
        return decoded(json.loads(proto.json))
    if kind == "mixed":
        blobs = {
            key: json.loads(
                dataframe_util.convert_arrow_bytes_to_pandas_df(blob.data).to_json(orient="split")
            )
            for key, blob in sorted(proto.mixed.arrow_blobs.items())
        }
        return {"json": decoded(json.loads(proto.mixed.json)), "tables": blobs}
    return kind
