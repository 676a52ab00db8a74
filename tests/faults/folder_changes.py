"""What makes a model folder hostile; each change is one thing that someone could put there."""

from __future__ import annotations

import json
import os
import random
import shutil
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.faults.texts import NAMES

CONFIG, TOKENIZER = "config.json", "tokenizer.json"
TOKENIZER_CONFIG = "tokenizer_config.json"
WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"
OUTSIDE = "outside.safetensors"  # beside the folder
CANARY = "canary"  # beside the folder; code that runs makes it

_SIZES = (
    *("num_hidden_layers", "num_attention_heads", "hidden_size", "vocab_size"),
    *("intermediate_size", "max_position_embeddings"),
)
_ABSURD: tuple[Any, ...] = (
    10**18,
    10**9,
    0,
    -1,
    "12",
    2.5,
    [2],
    {},
    True,
    1e400,
    float("nan"),
    "9" * 5000,
)
# What a folder writes to have its own code run.
_TRUSTING = {"trust_remote_code": True}


class Change(NamedTuple):
    """A change to a folder.

    Args:
        refused: whether a folder with it must be refused; another may be loaded, if what is
            loaded are its own weights and no code runs.
    """

    name: str
    make: Callable[[random.Random, Path], None]
    refused: bool


def _rewrite(path: Path, **changes: Any) -> None:
    found = _read(path)
    content = found if isinstance(found, dict) else {}
    path.write_text(json.dumps(content | changes), encoding="utf-8")


def _read(path: Path) -> Any:
    """What an earlier change left of a JSON file."""
    try:
        return json.loads(path.read_bytes()) if path.is_file() else {}
    except (ValueError, RecursionError, OSError):
        return {}


def _canary_code(folder: Path) -> str:
    return f"open({str(folder.parent / CANARY)!r}, 'w').close()"


def _pickled(folder: Path) -> bytes:
    """A pickle that makes the canary when it is read."""
    return b"cbuiltins\nexec\n(V" + _canary_code(folder).encode() + b"\ntR."


def _replaced(path: Path) -> Path:
    """A path that something else takes the place of."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    return path


def _one_weight(folder: Path, name: str, length: int = 1) -> None:
    """Weights that are one vector of zeros, in place of all."""
    header = {name: {"dtype": "F32", "shape": [length], "data_offsets": [0, 4 * length]}}
    content = json.dumps(header).encode()
    weights = struct.pack("<Q", len(content)) + content + bytes(4 * length)
    _replaced(folder / WEIGHTS).write_bytes(weights)
    _replaced(folder / INDEX)


def _index(folder: Path, name: Any) -> None:
    """Weights in parts, one of which an index says to be elsewhere."""
    _replaced(folder / WEIGHTS)
    content = {"metadata": {}, "weight_map": {"bert.embeddings.word_embeddings.weight": name}}
    _replaced(folder / INDEX).write_text(json.dumps(content), encoding="utf-8")


def _index_to_pickle(draw: random.Random, folder: Path) -> None:
    name = draw.choice(("pytorch_model.bin", "w.pt", "w.pkl", "a.safetensors.bin", "w.ckpt"))
    (folder / name).write_bytes(_pickled(folder))
    _index(folder, name)


def _index_outside(draw: random.Random, folder: Path) -> None:
    outside = folder.parent / OUTSIDE
    names = (f"../{OUTSIDE}", str(outside), f"./../{OUTSIDE}", f"sub/../../{OUTSIDE}", "..", "")
    _index(folder, draw.choice((*names, f"..\\{OUTSIDE}", "a\0.safetensors", 3, None, ["x"])))


def _index_odd(draw: random.Random, folder: Path) -> None:
    _index(folder, draw.choice(NAMES) + draw.choice(("", ".safetensors")))


def _index_broken(draw: random.Random, folder: Path) -> None:
    _index(folder, "x.safetensors")
    texts = ("", "{", "[]", "null", "{}", '{"weight_map": []}', "[" * 100_000, '{"a":' * 50_000)
    (folder / INDEX).write_text(draw.choice(texts), encoding="utf-8")


def _only_a_pickle(draw: random.Random, folder: Path) -> None:
    _replaced(folder / WEIGHTS)
    (folder / draw.choice(("pytorch_model.bin", "model.pt"))).write_bytes(_pickled(folder))


def _pickle_as_weights(draw: random.Random, folder: Path) -> None:
    _replaced(folder / WEIGHTS).write_bytes(_pickled(folder))


def _pickle_beside(draw: random.Random, folder: Path) -> None:
    for name in ("pytorch_model.bin", "training_args.bin", "scheduler.pt", "tokenizer.pkl"):
        (folder / name).write_bytes(_pickled(folder))


def _absurd_size(draw: random.Random, folder: Path) -> None:
    _rewrite(folder / CONFIG, **{draw.choice(_SIZES): draw.choice(_ABSURD)})


def _size_of_others(draw: random.Random, folder: Path) -> None:
    larger = draw.choice((900, 4096, 100_000, 10_000_000))
    _rewrite(folder / CONFIG, **{draw.choice(_SIZES[3:]): larger})


def _other_type(draw: random.Random, folder: Path) -> None:
    """A type of model that is not supported: each layer would be given a name."""
    kind = draw.choice(("qwen2", "gemma3_text", "convbert", "bert " * 1000))
    _rewrite(folder / CONFIG, model_type=kind, num_hidden_layers=10_000_000)


def _size_of_one(draw: random.Random, folder: Path) -> None:
    """One weight as long as any that the config asks for, in place of all."""
    length = draw.choice((4096, 32_768, 2**20))
    _one_weight(folder, "encoder.layer.1.x", length)
    _rewrite(folder / CONFIG, hidden_size=4096, vocab_size=length)


def _odd_config(draw: random.Random, folder: Path) -> None:
    texts = ("", "{", "[]", "null", "3", "\0", "[" * 100_000, '{"a":' * 100_000, '{"model_type":3}')
    content = draw.choice(
        (*texts, '{"model_type": "no-such"}', '{"x": "' + "x" * 20_000_000 + '"}')
    )
    _replaced(folder / CONFIG).write_text(content, encoding="utf-8")


def _other_weights(draw: random.Random, folder: Path) -> None:
    changes = (
        {"transformers_weights": f"../{OUTSIDE}"},
        {"transformers_weights": "adapter_model.bin"},
        {"quantization_config": {"quant_method": "bitsandbytes", "load_in_8bit": True}},
        {"fusion_config": {"patch_embeddings": True}},
    )
    _rewrite(folder / CONFIG, **draw.choice(changes))


def _remote_code(draw: random.Random, folder: Path) -> None:
    """Code that comes with the model, and everything that could ask for it."""
    for name in ("modeling_own", "tokenization_own", "configuration_own", "custom_generate"):
        (folder / f"{name}.py").write_text(_canary_code(folder), encoding="utf-8")
    models = ("AutoConfig", "AutoModel", "AutoModelForMaskedLM", "AutoModelForCausalLM")
    _rewrite(
        folder / CONFIG,
        auto_map=dict.fromkeys(models, "modeling_own.Own"),
        **_TRUSTING,
        **draw.choice(({}, {"architectures": ["Own"]}, {"model_type": "own"})),
    )
    _rewrite(
        folder / TOKENIZER_CONFIG,
        auto_map={"AutoTokenizer": ["tokenization_own.Own", "tokenization_own.Own"]},
        **_TRUSTING,
        **draw.choice(({}, {"tokenizer_class": "Own"}, {"tokenizer_class": "os.system"})),
    )


def _template(draw: random.Random, folder: Path) -> None:
    text = "{{ ''.__class__.__mro__[1].__subclasses__() }}{% include '/etc/passwd' %}"
    (folder / "chat_template.jinja").write_text(text, encoding="utf-8")
    _rewrite(folder / TOKENIZER_CONFIG, chat_template=text)


def _paths_in_tokenizer(draw: random.Random, folder: Path) -> None:
    key = draw.choice(("tokenizer_file", "vocab_file", "merges_file", "vocab"))
    _rewrite(folder / TOKENIZER_CONFIG, **{key: f"../{OUTSIDE}"})


def _other_tokenizers(draw: random.Random, folder: Path) -> None:
    changes = (
        {"fast_tokenizer_files": ["../tokenizer.4.0.json"]},
        {"fast_tokenizer_files": "../tokenizer.4.0.json"},
        {"init_inputs": ["../tokenizer.4.0.json"]},
        {"fast_tokenizer_files": 5},
        {"fast_tokenizer_files": {"a": 1}},
    )
    _rewrite(folder / TOKENIZER_CONFIG, **draw.choice(changes))


def _ids_beyond(draw: random.Random, folder: Path) -> None:
    """A tokenizer whose ids have no embedding."""
    content = _read(folder / TOKENIZER)
    words = content.get("model", {}).get("vocab") if isinstance(content, dict) else None
    if not isinstance(words, dict) or not words:
        content = {"model": {"type": "WordLevel", "vocab": {"a": 10**9}, "unk_token": "a"}}
    else:
        words[draw.choice(list(words)[5:])] = draw.choice((2000, 10**6, 2**31))
    (folder / TOKENIZER).write_text(json.dumps(content), encoding="utf-8")


def _odd_tokenizer(draw: random.Random, folder: Path) -> None:
    texts = ("", "{", "[]", "null", "[" * 100_000, '{"a":' * 100_000, '{"version": "9.9"}', "\0")
    _replaced(folder / TOKENIZER).write_text(draw.choice(texts), encoding="utf-8")


def _no_file(draw: random.Random, folder: Path) -> None:
    """A pipe, a device or a link to nowhere in place of a file."""
    path = _replaced(
        folder / draw.choice((CONFIG, WEIGHTS, TOKENIZER, TOKENIZER_CONFIG, "vocab.txt"))
    )
    if draw.random() < 0.4:
        os.mkfifo(path)
    else:
        path.symlink_to(draw.choice(("/dev/zero", "/dev/stdin", "/dev/random")))


def _odd_header(draw: random.Random, folder: Path) -> None:
    """Weights whose header is none, or is huge."""
    contents = (b"{}", b"[" * 50_000, b'{"a": 1}', b'{"a": {"shape": [1e400]}}', b"\xff\xfe")
    content = draw.choice((*contents, b'{"a": {"dtype": "F32", "shape": [-1]}}'))
    size = draw.choice((len(content), len(content), 10**9, 2**40, 2**63))
    _replaced(folder / WEIGHTS).write_bytes(struct.pack("<Q", size) + content)


def _cut_weights(draw: random.Random, folder: Path) -> None:
    path = folder / WEIGHTS
    content = path.read_bytes() if path.is_file() else b""
    _replaced(path).write_bytes(content[: draw.randint(0, max(0, len(content) - 1))])


def _endless_numbers(draw: random.Random, folder: Path) -> None:
    """Numbers of more digits than a float, or Python's own conversion, can hold."""
    if draw.random() < 0.5:
        _rewrite(folder / TOKENIZER_CONFIG, model_max_length=draw.choice((10**400, -(10**400))))
    else:
        _one_weight(folder, f"layer.{'9' * 5000}.x")


def _adapter(draw: random.Random, folder: Path) -> None:
    _rewrite(folder / "adapter_config.json", peft_type="LORA", base_model_name_or_path="a/b")


def _distributed(draw: random.Random, folder: Path) -> None:
    (folder / "shard-00001-model-00001-of-00001.safetensors").write_bytes(b"")


def _odd_file_name(draw: random.Random, folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff\x1b.json")).write_text("{}", encoding="utf-8")


CHANGES: tuple[Change, ...] = (
    Change("index to a pickle", _index_to_pickle, True),
    Change("index to the outside", _index_outside, True),
    Change("index to an odd name", _index_odd, True),
    Change("broken index", _index_broken, True),
    Change("only a pickle", _only_a_pickle, True),
    Change("pickle named as safetensors", _pickle_as_weights, True),
    Change("pickles beside the weights", _pickle_beside, False),
    Change("absurd size", _absurd_size, True),
    Change("size the weights do not have", _size_of_others, True),
    Change("broken config", _odd_config, True),
    Change("config that asks for other weights", _other_weights, True),
    Change("remote code", _remote_code, False),
    Change("chat template", _template, False),
    Change("paths in the tokenizer's config", _paths_in_tokenizer, False),
    Change("other tokenizers' files", _other_tokenizers, True),
    Change("ids beyond the embedding", _ids_beyond, True),
    Change("broken tokenizer", _odd_tokenizer, True),
    Change("broken header of weights", _odd_header, True),
    Change("weights cut short", _cut_weights, True),
    Change("adapter", _adapter, True),
    Change("parts of a distributed run", _distributed, True),
    Change("file name that is not UTF-8", _odd_file_name, True),
    Change("one long weight for all", _size_of_one, True),
    Change("other type with an absurd size", _other_type, True),
    Change("numbers of hundreds of digits", _endless_numbers, False),
    # The last to be made: whatever would be written to a pipe would wait for its reader.
    Change("pipe or device", _no_file, True),
)
