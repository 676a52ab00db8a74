"""Commands that are refused, by subject, as in `commands.py`: what people get wrong."""

from __future__ import annotations

_NURSE = '"The nurse said that [MASK] was tired."'
_EVERY = {
    f"! {words}"
    for command in (
        f"fill {_NURSE}",
        "pairs pairs.csv",
        "multilingual --language en",
        "pppl sentences.txt",
        "seat",
        "heads",
        "mask --mask 1-1",
        "counter",
        "gest gest.csv",
        "lpbs",
        "honest",
        "cabm --sentences cabm.csv --pmi-corpus counted.txt",
        "bec-pro",
        "agreement en_answers.csv",
        "arena run --prompts prompts.csv",
    )
    for words in (
        f"{command} --model models/none",
        f"{command} --model models/bert --mask 99-1",
        f"{command} --model models/bert --dtype int8",
        f"{command} --model models/bert --nonsense",
        f"{command} --model bad/sentence_encoder",
        f"{command} --model models/gpt2",
        f"{command} --model models/t5",
    )
}

LINES = {
    # What every command is given by mistake; a causal model and a span filler suit some of them.
    "refused-everywhere": "\n".join(sorted(_EVERY)),
    "refused-models": """
! fill "x [MASK]" --model bad/discriminator
! fill "x [MASK]" --model bad/pickle_only
! fill "x [MASK]" --model bad/damaged
! fill "x [MASK]" --model bad/empty
! fill "x [MASK]" --model bad/without_weights
! fill "x [MASK]" --model bad/without_tokenizer
! fill "x [MASK]" --model bad/unknown_type
! fill "x [MASK]" --model bad/unsupported_family
! fill "x [MASK]" --model some/where
! models check bad/half_head
! models check bad/damaged --json
! models check models/none
! models convert bad/empty
! models convert models/bert
! models convert models/none --json
! perplexity sentences.txt --model models/bert
! perplexity sentences.txt --model models/t5
! perplexity sentences.txt --model models/none
! nlu labelled.csv
! nlu labelled.csv --model models/bert
! nlu none.csv --model models/classifier
! nlu pairs.csv --model models/classifier
! nlu gest.csv --model models/classifier
! card --model bad/half_head --out out/card.md
! card --model models/gpt2 --out out/card.md
! card
! prepare --model models/none
""",
    "refused-fill": f"""
!
! fill
! fill {_NURSE} --model models/bert --mask nine
! fill {_NURSE} --model models/bert --mask none.json
! fill {_NURSE} --model models/bert --mask heads.json
! fill {_NURSE} --model models/bert --device gpu
! fill {_NURSE} --model models/bert --order random
! fill {_NURSE} --model models/bert --hide verbs
! fill {_NURSE} --model models/bert --groups nurse,engineer
! fill {_NURSE} --model models/bert --top-k 0
! fill {_NURSE} --model models/bert --top-k many
! fill {_NURSE} --model models/bert --max-pieces 9
! fill {_NURSE} --model models/bert --topk 3
! fill {_NURSE} more --model models/bert
! fill {_NURSE} --model models/bert --file masked.txt
! fill {_NURSE} --model models/bert --out out/x.csv
! fill {_NURSE} --model models/gpt2-mask
! fill "The {{group}} was [MASK]." --model models/bert
! fill "The {{group}} was [MASK]." --groups one --model models/bert
! fill "No mask is here." --model models/bert
! fill "" --model models/bert
! fill --file none.txt --model models/bert
! fill --file empty.txt --model models/bert
! fill --file masked.csv --model models/bert
! fill --file masked.txt --groups a,b --model models/bert
! fill --file masked.txt --out no/such/x.csv --model models/bert
""",
    "refused-pairs": """
! pairs none.csv --model models/bert
! pairs empty.txt --model models/bert
! pairs no-pairs.csv --model models/bert
! pairs broken-pairs.csv --model models/bert
! pairs pairs.csv --model models/bert --measure cpx
! pairs pairs.csv --model models/bert --measure clm
! pairs pairs.csv --model models/gpt2 --measure cps
! pairs pairs.csv --model models/gpt2 --measure aul
! pairs pairs.csv --model models/bert --columns sent_more
! pairs pairs.csv --model models/bert --columns sent_more=x
! pairs pairs.csv --model models/bert --encoding morse
! pairs pairs.csv --model models/bert --out no/such/scores.csv
! pairs pairs.csv --model models/bert --published --mean
! pairs pairs.csv --model models/bert --published --measure aul
! pairs pairs.csv --model models/bert --compare models/none
! pairs pairs.csv --model models/bert --compare models/gpt2
! pairs pairs.csv --model models/bert --compare-mask 7-7
! pairs pairs.csv --model models/bert --seed x
! pairs --model models/bert
! pairs --more "Women are weak." --model models/bert
! pairs pairs.csv --more "Women are weak." --less "Men are weak." --model models/bert
! pairs stereoset --model models/none
! multilingual --language xx --model models/bert
! multilingual --language en --variant cpx --model models/bert
! pppl none.txt --model models/bert
! pppl empty.txt --model models/bert
! pppl sentences.txt --model models/bert --dtype auto
""",
    "refused-association": """
! seat none.jsonl --model models/bert
! seat pairs.jsonl --model models/bert
! seat out --model models/bert
! seat --targets targets.csv --model models/bert
! seat --attributes attributes.csv --model models/bert
! seat --attributes attributes.csv --targets targets.csv --corpus empty.txt --model models/bert
! seat --words age --model models/bert
! seat --words race --groups one --model models/bert
! seat seat.jsonl --corpus corpus.txt --model models/bert
! seat seat.jsonl --pooling first --model models/bert
! seat seat.jsonl --pooling cls --model models/gpt2
! seat seat.jsonl --model models/bert --samples 0
! heads --seat seat.jsonl --attributes attributes.csv --model models/bert
! heads --top-k 0 --model models/bert
! heads --bottom-k many --model models/bert
! heads --save-mask out/m.json --model models/bert
! heads --rank-by sentence --model models/bert
! heads --rank-by size --model models/bert
! heads --sentence "The nurse said [MASK]." --sentence-words he --model models/bert
! heads --sentence "No word is hidden." --model models/bert
! head-path "The nurse said [MASK]." --model models/bert
! head-path "The nurse said that" --targets he --model models/gpt2
! mask --metric cps --model models/bert
! mask --metric sentence --model models/bert
! mask --look-up he --model models/bert
! mask --seat seat.jsonl --corpus corpus.txt --model models/bert
! mask --mask 1-1 --metric pppl --model models/gpt2
! counter --corpus none.txt --model models/bert
! counter --corpus empty.txt --model models/bert
! counter --attributes attributes.csv --targets targets.csv --contexts corpus.txt \
--corpus corpus.txt --model models/bert
! counter --sentences 0 --model models/bert
! lpbs none.json --model models/bert
! lpbs not.json --model models/bert
! lpbs --domain sport --model models/bert
! lpbs --persons he --model models/bert
""",
    "refused-stereotypes": """
! gest none.csv --model models/bert
! gest pairs.csv --model models/bert
! gest gest.csv --template 4 --model models/bert
! gest gest.csv --out no/such.csv --model models/bert
! gest own-gest.csv --columns sentence=none --model models/bert
! honest none.tsv --model models/bert
! honest --k 1,x --model models/bert
! honest --k 51 --model models/bert
! honest --language it --model models/bert
! honest --fill signs --model models/bert
! honest --lexicon none.csv --model models/bert
! honest --identities old --model models/bert
! honest --out no/such/x.csv --model models/bert
! bec-pro none.tsv --model models/bert
! bec-pro --language de --model models/bert
! bec-pro --sample 2 --model models/bert
! bec-pro --out no/such/x.csv --model models/bert
! bec-pro pairs.csv --model models/bert
! cabm --sentences none.csv --model models/bert
! cabm --sentences pairs.csv --model models/bert
! cabm --sentences cabm.csv --weighting voodoo --model models/bert
! cabm --sentences cabm.csv --weighting user --model models/bert
! cabm --sentences cabm.csv --weights pmi=half --model models/bert
! cabm --sentences cabm.csv --published --weights pmi=0 --model models/bert
! cabm --sentences cabm.csv --scale log --model models/bert
! cabm --sentences cabm.csv --published --scale standardised --model models/bert
! cabm --sentences cabm.csv --weighting equal --published --weights pmi=1 --model models/bert
! cabm --sentences cabm.csv --context sideways --model models/bert
! cabm --sentences cabm.csv --smoothing none --model models/bert
! cabm --sentences cabm.csv --sentence last --model models/bert
! cabm --sentences cabm.csv --groups "male=he" --model models/bert
! cabm --sentences cabm.csv --pmi-corpus none.txt --model models/bert
! cabm --sentences cabm.csv --templates sentences.txt --model models/bert
! cabm --sentences cabm.csv --out no/such/x.csv --model models/bert
! cooccurrences none.txt
! cooccurrences counted.txt --groups he
! cooccurrences empty.txt
! agreement none.csv --model models/bert
! agreement pairs.csv --model models/bert
! agreement mozart-it --model models/bert
! agreement en_answers.csv --group-by shoe --model models/bert
! agreement en_answers.csv --k many --model models/bert
! agreement en_answers.csv --out no/such/x.csv --model models/bert
! agreement en_answers.csv --compare models/gpt2 --model models/bert
! agreement en_answers.csv --draws 0 --model models/bert
! agreement en_answers.csv --fewest-annotators 9 --model models/bert
""",
    "refused-rest": """
! nonsense
! arena
! arena prompts --prompts none.csv
! arena prompts --prompts pairs.csv
! arena prompts --subset 0
! arena suites none
! arena suites not.json
! arena run --prompts prompts.csv --evaluators none --model models/bert
! arena run --prompts prompts.csv --fill best --model models/bert
! arena run --prompts prompts.csv --fill raw --top-k 3 --model models/bert
! arena run --prompts prompts.csv --top-k 51 --model models/bert
! arena run --prompts prompts.csv --reading all --model models/bert
! arena run --prompts prompts.csv --out out/report.csv --model models/bert
! arena run --prompts prompts.csv --out no/such/report.json --model models/bert
! arena run --prompts prompts.csv --evaluator-dtype int8 --model models/bert
! arena score none.csv
! arena score pairs.csv
! arena score whole.csv --evaluators suite.toml
! arena score completions.csv --fill best
! arena rank none.json
! arena rank not.json
! sweep
! sweep --measures cloze
! sweep --measures palms --out out/x
! sweep --measures seat:palms --out out/x
! sweep --measures pairs:none.csv --out out/x
! sweep --measures cloze --out out/x --seeds a
! sweep --measures cloze --out empty.txt
! sweep --measures cloze --out out/x --models models/none
! sweep --measures cloze --out out/x --import none.json
! sweep --measures cloze --out out/x --workers 2
! scorecard show none.json
! scorecard show not.json
! scorecard import not.json
! scorecard import none.json --out out/x.json
! scorecard import gest --out out/x.txt
! scorecard export not.json --format csv
! scorecard export none.json --format csv
! scorecard export none.json --format pdf
! curate none.srt
! curate none.srt gone.srt
! curate films --language xx
! curate films --lists none.toml
! curate films --out no/such/x.csv
! curate films --workers 0
! curate films --out out/x.csv --refused ./out/x.csv
! curate films --save " "
! curate films --category palms
! review show none
! review rank none --model models/bert
! review answers none answers.md --assistant "Helper 1"
! review export none --out out/x
! review merge none sample/review.jsonl
! review import none.jsonl
! review import pairs.jsonl
! review delete none
! report none.json --out out/x.html
! report none --out out/x.html
! report not.json --out out/x.html
! report newer-pins.json --out out/x.html
! report pins.json
! report pins.json --out no/such/x.html
! report pins.json --check --minutes 0
! datasets get none
! datasets get crow-pairs
! datasets where none
! jobs cancel 7
! jobs resume 7 --json
! jobs forget 7
! jobs cancel x
! cache merge none.sqlite
! cache prune --limit-mb -1
! cache merge
! inject --out out/x --biases none.csv
! inject --out out/x --preset huge
! inject --out out/x --model models/none
! inject --out out/x --model models/gpt2 --quick
! dose --out out/x --doses 0,2
! dose --out out/x --doses 1
! dose --out out/x --doses 0,half
! dose --out out/x --seeds 1
! dose --out out/x --measures none-such
! dose --out out/x --model models/gpt2
! train-bundled --corpus none --run out/run --out out/model
! replicate gest --template 9
! replicate gest --released nobody --model models/bert
! replicate cineBias-table --crows-pairs ""
! replicate cineBias-table --crows-pairs none.csv
! replicate cineBias-table --checkpoint bert
! replicate bias-a-head --model models/bert --words religion
! replicate mozart --answers none.csv
! replicate mozart --checkpoint nobody=models/bert
! replicate alignment-arena --prompts none.csv
! replicate cabm --sentences none.csv --model models/bert
! bench
! bench nonsense
""",
}
