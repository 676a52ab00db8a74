"""Models: where they come from, how each family is built, and whether one can be trusted.

- `sources`, `hub`: where the files of a checkpoint are, and its revision.
- `files`, `sizes`, `tokenizer`: whether they can be used, before anything is built.
- `vocabulary`, `weights`: what says that a model is not quite the one that was saved.
- `saved_folders`, `wrapped_names`: what people save in place of a model, and what to do about it.
- `facts`, `suggested`: what a config says without torch, and checkpoints to choose from.
- `reading`, `loading`, `hooks`: weights read in one place, models that are ready to measure,
  and their hooks.
- `devices`, `room`, `collector`: where models run, how they share memory, and give it back.
- `convert/`: safetensors made once from weights in other formats.

A model folder is not trusted. Before anything in it is used, `files` sees that only its own regular
files would be read and that all of them are in the content digest, and `sizes` compares the sizes
in its config with the headers of its weights, so that nothing absurd is built. Other formats of
weights are read by `convert` alone: `models convert` starts a process with limits and without a
network, which writes safetensors and ends.

Models leave memory, measurements keep theirs. `room` holds loaded models, classifiers too, with
their sizes, and nothing else keeps one; before one more is loaded, those used longest ago are given
up until all fit. One is loaded at a time, after a look at what is free, so a model that
does not fit is refused in a sentence. A measurement holds its own reference, so it ends on the
model that it began with. Of many measurements a few compute at once, chunk by chunk
(`engine.inference.runner`), so memory does not grow with the number of people.
"""
