"""What a weight of TensorFlow is called in PyTorch.

Keras writes `tf_bert_for_masked_lm/bert/encoder/layer_._0/attention/self/query/kernel:0` for
`bert.encoder.layer.0.attention.self.query.weight`: a number is set off by `_._`, a part that
stands for another is written `mlm___cls`, and kernels lie the other way round.

Source: the conventions of the TensorFlow classes of transformers 4.
"""

from __future__ import annotations

_LAST = {
    "kernel": "weight",
    "gamma": "weight",
    "beta": "bias",
    "embeddings": "weight",
    "weight": "weight",
    "bias": "bias",
}


def pytorch_name(path: str) -> tuple[str, bool] | None:
    """The name of a weight in PyTorch.

    Args:
        path: of the data set in the file, its groups separated by `/`.

    Returns:
        The name, and whether the weight is transposed; None if it is named like no weight.
    """
    parts = path.removesuffix(":0").split("/")
    starts = [place for place, part in enumerate(parts) if part.startswith("tf_")]
    # Each layer of the model is a group, which repeats the name of the layer.
    parts = parts[starts[-1] + 1 :] if starts else parts[1:]
    last = _LAST.get(parts[-1]) if len(parts) > 1 else None
    if last is None:
        return None
    inner = [part.rpartition("___")[2].replace("_._", ".") for part in parts[:-1]]
    return ".".join([*inner, last]), parts[-1] == "kernel"
