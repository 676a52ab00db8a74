"""One file of each kind that Biascope keeps, as it was written before the engine was rebuilt.

Whoever has such a file can go on using it: `test_kept_files.py` reads each as its owner would, and
`test_refusals.py` holds what is said of a file that is broken (`refusals.json`, written again by
`python -m tests.kept`). The files of `files/` are never made again: what a later version writes is
no proof that the files of an earlier one are read. All of them were written on 28 November 2026 at
commit f030c35f, from sentences made up for this, with models of `tests.tiny_models` called
`tiny-bert`, `tiny-roberta` and `tiny-gpt2`, and with the bundled one. Paths in them that begin with
`/tmp/kept` are of no machine.

- `own/`: typed by hand, as users bring them.
- `cache/results.sqlite`: `pairs`, `pppl`, `fill`, `gest`, `honest`, `seat` and `agreement` on the
  files of `own/` with the bundled model and tiny-bert, `cabm` and `pairs` with masked heads and in
  bfloat16 with tiny-bert, `perplexity` and `fill` with tiny-gpt2, and the commands below; large
  values were left out, and the file was packed in pages of 512 bytes. `store.json` lists what is in
  it, `said.json` what the commands with the bundled model said (`--json`, without their manifest).
  If the version of a measure rises, or the bundled model is made again, its lines go.
- `cache/jobs.sqlite`: `submit`, `cancel` and claims of `engine.storage.jobs`, by a runner that was
  not there.
- `cache/curation/`, `review/`: `curate own/films --lists own/age.txt --save "Two films"`, decisions
  of two people as the Curate page keeps them, `review rank`, `review answers`, `review export`, and
  what `review show --json` said.
- `cache/pins/`: the story's screens, asked of tiny-bert, and six figures of further kinds.
- `arena/`: `arena run --prompts own/prompts.csv` with tiny-bert and tiny-roberta, `arena score
  own/completions.csv`, and what `arena rank bert.json roberta.json --json` said; `cache/arena/` is
  what these kept for the page.
- `sweep/`: `sweep --models tiny-bert,tiny-roberta --masks none,1-1 --measures
  cloze,pppl:sentences.txt --import harness.json --import arena-bert.json`.
- `cache/models/planted/`: `inject --biases own/biases.csv --sentences 60 --steps 2`, without the
  models.
- `mask.json`: `heads --top-k 2 --save-mask`; the other two by `engine.files.mask_file.save_mask`.
- `counts.csv`: `cooccurrences own/texts.txt`.
- `commands.json`: command lines of the documentation, and other ways of writing some of them, with
  what `Command.normalised` gave. Lines with the same identity are the same job.
- `links.json`: settings of each page in its address, of today and older ones, with what they become
  and how a pin keeps them.
"""
