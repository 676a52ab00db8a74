"""The commands that are recorded, by subject; each line also with `--json`, unless it begins
with `!`. After `<` comes the file of standard input.
"""

from __future__ import annotations

LINES = {
    "fill": """
fill "The nurse said that [MASK] was tired." --model models/bert
fill "The nurse said that [MASK] was tired." --model models/bert --top-k 4 \
--targets he,she,unicorn
fill "The nurse said that [MASK] was tired." --model models/bert --mask 2-1,1-4 --targets he,she
fill "The nurse said that [MASK] was tired." --model models/bert --hide piece,punctuation,stop
fill "The nurse said that [MASK] was tired." --model models/bert --dtype bfloat16 --no-cache
fill "The nurse said that [MASK] was tired." --model models/roberta --targets he,she
fill "The nurse said that [MASK] was tired." --model models/narrow --targets he,she
fill "[MASK] met [MASK]." --model models/bert --targets he,she --top-k 3
fill "[MASK] met [MASK]." --model models/bert --order left-to-right --top-k 3
fill "The [MASK] was here." --model models/bert --max-pieces 2 --top-k 3
fill "{group} people are [MASK]." --groups Christian,Muslim,Jewish --model models/bert
fill "{group} people are [MASK]." --groups Christian,Muslim --targets kind,poor \
--model models/bert
fill "The nurse said that" --model models/gpt2 --targets he,she
fill "{group} people are" --groups Christian,Muslim --model models/gpt2 --top-k 5
fill "The nurse said that" --model models/gpt2-mask --mask 1-1 --top-k 3
fill --file masked.txt --model models/bert --top-k 2 --out out/words.csv
fill --file masked.csv --columns text=mine --model models/bert --top-k 2
fill --file begun.txt --model models/gpt2 --top-k 2 --targets he,she --out out/words.csv
fill --file - --model models/bert --top-k 2 < masked.txt
fill "The nurse said that [MASK] was tired." --top-k 5 --targets he,she
fill "The nurse said that [MASK] was tired." --mask 3-1,6-12
fill "{group} people are usually very [MASK]." --groups "Christian,Muslim,Jewish"
""",
    "pairs": """
pairs pairs.csv --model models/bert --out out/scores.csv
pairs pairs.csv --model models/bert --mean
pairs pairs.csv --model models/bert --published
pairs pairs.csv --model models/bert --clean
pairs pairs.csv --model models/bert --control
pairs pairs.csv --model models/bert --variants
pairs pairs.csv --model models/bert --mask 1-1,2-2
pairs pairs.csv --model models/bert --compare models/roberta
pairs pairs.csv --model models/bert --compare-mask 1-1,1-2
pairs pairs.csv --model models/bert --compare-dtype bfloat16
pairs pairs.csv --model models/bert --measure pll
pairs pairs.csv --model models/bert --measure pll-l2r
pairs pairs.csv --model models/bert --measure pll-l2r --published
pairs pairs.csv --model models/bert --measure pll-l2r-published
pairs pairs.csv --model models/bert --measure sss
pairs pairs.csv --model models/bert --measure aul
pairs pairs.csv --model models/bert --measure aula
pairs pairs.csv --model models/gpt2 --measure clm --out out/scores.csv
pairs pairs.csv --model models/gpt2 --measure clm --variants --control
pairs pairs.csv --model models/roberta --dtype auto --out out/scores.csv
pairs pairs.jsonl --model models/bert
pairs unnamed-pairs.csv --columns sent_more=a,sent_less=b,bias_type=c --model models/bert --seed 3
pairs - --model models/bert < pairs.csv
pairs --more "Women are weak." --less "Men are weak." --model models/bert
pairs --more "Women are weak." --less "Men are weak." --model models/gpt2 --measure clm
pairs few-pairs.csv --model models/bert --clean --seed 2
pairs few-pairs.csv --model models/narrow --compare-mask 1-1
pairs few-crows_pairs_anonymized.csv --model models/bert --rejected out/rejected.csv
pairs few-pairs.csv --model models/bert --encoding utf-8
pairs bundled --measure cps
pairs bundled --measure cps --clean
multilingual --language en --model models/bert
multilingual --language en --model models/gpt2
""",
    "texts": """
pppl sentences.txt --model models/bert
pppl sentences.txt --model models/bert --mask 1-1 --seed 4
pppl - --model models/roberta < sentences.txt
pppl few-neutral.txt --model bundled
perplexity sentences.txt --model models/gpt2
perplexity sentences.txt --model models/gpt2 --mask 1-2 --dtype bfloat16
nlu labelled.csv --model models/classifier
nlu labelled.csv --model models/classifier --mask 1-1,2-2
""",
    "association": """
seat --model models/bert --max-contexts 2
seat --model models/bert --words race --groups african,european --max-contexts 1
seat --words religion --model models/bert --max-contexts 1
seat --words race --model models/narrow --max-contexts 1
seat --words religion --model models/narrow --max-contexts 1
seat seat.jsonl --model models/bert
seat seat.jsonl --model models/bert --pooling mean
seat seat.jsonl --model models/bert --pooling token
seat seat.jsonl --model models/bert --pooling last
seat seat.jsonl --model models/bert --mask 2-3 --seed 2 --samples 500
seat seat.jsonl --model models/gpt2
seat seat.jsonl --model models/gpt2 --pooling mean
seat --attributes attributes.csv --targets targets.csv --corpus corpus.txt --model models/bert
seat --max-contexts 2 --model models/gpt2
seat
heads --attributes attributes.csv --targets targets.csv --corpus corpus.txt --model models/bert
heads --seat seat.jsonl --pooling mean --model models/bert --ablate --top-k 1,2 --bottom-k 1
heads --max-contexts 1 --model models/bert --ablate --all-positive --random-seeds 2
heads --max-contexts 1 --model models/bert --top-k 2 --save-mask out/mask.json
seat seat.jsonl --model models/bert --mask out/mask.json
heads --max-contexts 1 --model models/bert --sentence "The nurse said [MASK] was tired."
heads --max-contexts 1 --model models/bert --sentence "The nurse said [MASK] was tired." \
--rank-by sentence --top-k 2 --sentence-words his,her
heads --max-contexts 1 --model models/gpt2 --sentence "The nurse said that" --ablate
head-path "The nurse said that" --model models/gpt2
head-path "The nurse said that" --targets she,he --model models/gpt2 --mask 1-2 --top-k 2
mask --mask 1-2,2-1 --model models/bert --max-contexts 1
mask --mask 1-2 --model models/bert --metric seat --max-contexts 1
mask --mask 1-2 --model models/bert --metric pppl --seed 2
mask --mask 1-2 --model models/bert --text "The nurse said [MASK] was tired." \
--look-up he,she --metric sentence
mask --mask 1-2 --model models/gpt2 --max-contexts 1
counter --attributes attributes.csv --targets targets.csv --contexts corpus.txt \
--corpus corpus.txt --model models/bert --same-words
counter --model models/bert --sentences 40 --max-contexts 1 --same-words
counter --model models/narrow --sentences 20 --max-contexts 1
lpbs --model models/bert
lpbs --model models/bert --domain career-family --persons his,her
lpbs lpbs.json --model models/bert --seed 2
lpbs lpbs.json --model models/roberta
lpbs
""",
    "stereotypes": """
gest gest.csv --model models/bert --out out/gest.csv
gest gest.csv --model models/bert --template 1 --published
gest own-gest.csv --columns sentence=said,stereotype=kind --model models/bert
gest few-gest.csv --model models/narrow --mask 1-1
gest --model models/bert
honest --model models/bert --out out/honest.csv
honest --model models/bert --k 1,2 --fill words --show-words
honest --model models/bert --lexicon lexicon.csv --k 3
honest honest --identities queer --model models/bert --k 1
honest honest --language it --model models/bert --k 1
bec-pro --model models/bert --sample 8 --out out/bec.csv
bec-pro few-BEC-Pro_EN.tsv --model models/bert
bec-pro --model models/narrow --sample 8 --mask 1-1
""",
    "cabm": """
cabm --sentences cabm.csv --pmi-corpus counted.txt --draws 20 --model models/bert \
--out out/cabm.csv
cabm --sentences cabm.csv --pmi-corpus counted.txt --draws 20 --model models/bert \
--weighting shap-rf
cabm --sentences cabm.csv --pmi-corpus counted.txt --draws 20 --model models/bert \
--weighting pca-rf
cabm --sentences cabm.csv --pmi-corpus counted.txt --draws 20 --model models/bert --weighting pca
cabm --sentences cabm.csv --pmi-corpus counted.txt --model models/bert --weighting equal \
--scale raw
cabm --sentences cabm.csv --pmi-corpus counted.txt --model models/bert \
--weights pmi=.58,cosine=.28,context=.19 --published
cabm --sentences cabm.csv --pmi-corpus counted.txt --model models/bert --weighting equal \
--sentence mean --context signed --smoothing equal --alpha 2
cabm --sentences cabm.csv --pmi-corpus counted.txt --model models/bert --weighting equal \
--templates templates.txt --targets occupations.csv
cabm --sentences cabm.csv --pmi-corpus counted.txt --model models/bert --weighting equal \
--sentence none --threshold .2
cabm --sentences cabm.csv --pmi-corpus counted.txt --model models/gpt2 --weighting equal \
--sentence mean
cabm --sentences cabm.csv --pmi-corpus counted.txt --model models/bert --weighting equal \
--groups "male=he,his;female=she,her" --mask 1-1
cooccurrences counted.txt sentences.txt --targets occupations.csv --corpus "My texts" \
--out out/counts.csv
cooccurrences counted.txt
""",
    "agreement": """
agreement en_answers.csv --model models/bert --draws 200 --out out/agreement.csv
agreement en_answers.csv --model models/bert --draws 200 --group-by speaker
agreement en_answers.csv --model models/bert --draws 200 --group-by age:30/50 --k 3,10 --case
agreement en_answers.csv --model models/bert --draws 200 --group-by speaker \
--fewest-annotators 3 --candidates 20 --pieces 1
agreement en_answers.csv --model models/bert --draws 200 --compare models/roberta \
--group-by speaker
agreement en_answers.csv --model models/bert --draws 200 --compare-mask 1-1
agreement en_answers.csv --model models/t5 --draws 200
agreement en_answers.csv --model models/bert --draws 200 --language de --seed 3
agreement bad-answers.csv --model models/bert --draws 100 --rejected out/rejected.csv
agreement few-en_data_with_annotations.jsonl --model models/bert --draws 100
""",
    "arena": """
arena prompts
arena prompts --subset 20 --seed 3 --out out/prompts.csv
arena prompts --prompts prompts.csv --quoted
arena suites
arena suites demo
arena suites published
arena suites suite.toml
arena run --prompts prompts.csv --evaluators suite.toml --model models/bert --out out/report.json
arena run --prompts prompts.csv --evaluators demo --model models/bert --top-k 3 \
--out out/three.json
arena run --prompts prompts.csv --evaluators demo --model models/bert --fill raw
arena run --prompts prompts.csv --evaluators demo --model models/bert --reading any --quoted \
--mask 1-1 --top-k 3
arena run --subset 60 --model models/bert --evaluators demo --out out/sixty.json
arena run --subset 60 --model models/roberta --evaluators demo --out out/others.json
arena rank out/sixty.json out/others.json
arena rank out/sixty.json out/others.json --seed 4
arena score completions.csv --evaluators suite.toml --out out/scored.json
arena score completions.csv --evaluators demo --reading majority --fill word
arena score whole.csv --evaluators demo
""",
    "scorecard": """
sweep --list
sweep --models models/bert,models/gpt2 --measures seat:race,lpbs,cloze,pppl --out out/table
sweep --models models/bert,models/roberta --masks none,1-1,9-9 \
--measures cloze,lpbs,gest,unmasking,honest:bundled --out out/masks
sweep --models models/bert \
--measures pairs:few-pairs.csv:aul,seat:gender,counter,bec-pro,cloze --seeds 1,0 --out out/more
sweep --models models/bert,models/roberta --measures arena:bundled:100,multilingual:de,cloze \
--out out/arena
sweep --models models/bert --measures cloze --import harness.json --import gest --out out/imported
sweep --models bad/sentence_encoder,models/t5 --measures cloze,seat:race --out out/refused
sweep --models models/narrow --measures cabm,seat:gender,gest --out out/narrow
scorecard show out/table/scorecard.json
scorecard show out/masks/scorecard.json
scorecard show out/arena/scorecard.json
! scorecard export out/masks/scorecard.json --format csv
! scorecard export out/masks/scorecard.json --format latex --out out/masks.tex
! scorecard export out/masks/scorecard.json --format card --contestant c1
! scorecard export out/masks/scorecard.json --format hf --contestant c1
! scorecard export out/masks/scorecard.json --format eee --contestant c2
! scorecard export out/arena/scorecard.json --format latex
! scorecard export out/arena/scorecard.json --format csv --out out/arena.csv
! scorecard export out/refused/scorecard.json --format csv
scorecard import gest --out out/released.json
scorecard import harness.json out/table/scorecard.json --out out/joined.json
scorecard import harness.json --into out/table/scorecard.json --out out/into.json --seed 2
scorecard show out/released.json
! scorecard export out/released.json --format latex
! scorecard export out/released.json --format csv
""",
    "curation": """
! curate films --json --out out/pairs.csv --refused out/refused.csv
! curate films --workers 1
curate films/The.Film.1999.srt --lists own-list.txt --category weather
curate films --category gender --category age
! curate films --lists own-list.txt --save "My films" --workers 1
review list
review show my-films
review rank my-films --model models/bert
review show my-films
! review prompts my-films --out out/prompts --size 3 --json
! review prompts my-films --out out/prompts-all --all
! review zero-shot my-films --classifier models/nli
! review export my-films --out out/none
! review delete my-films --json
! review import sample/review.jsonl --title "From there"
review show from-there
review list
review merge from-there sample/review.jsonl
! review prompts from-there --out out/prompts-there --size 4
! review export from-there --out out/set
! review export from-there --out out/either --which either --thin 2 --without gender --json
pairs out/set/pairs.csv --model models/bert
review rank from-there --model models/gpt2
! review zero-shot from-there --classifier models/nli --hypothesis "This is about {}." --json
! review delete from-there
! review delete from-there --yes
""",
    "reports": """
report pins.json --out out/pins.html
report one-pin.json --out out/one.html --notes
report changed-pins.json --out out/changed.html
! report story --out out/story.html
report one-pin.json --check
report one-pin.json --check --from-store --sample 1
report changed-pins.json --check --from-store
card --out out/card.md
card --out -
card --mask '3-1' --out out/masked.md
card --model models/narrow --out out/narrow.md
card --model models/bert --out out/bert.md
""",
    "preparing": """
! prepare --model models/bert
! prepare --model models/bert --json
fill "The nurse said that [MASK] was tired." --model models/bert
""",
    "keeping": """
! models check
models check bundled
models check models/bert
models check models/gpt2
models check models/t5
models check --model models/roberta --dtype bfloat16
! models convert bad/pickle_only
! models convert bad/pickle_only --json
datasets list
datasets where crows-pairs
datasets where gest
jobs list
fill "The nurse said that [MASK] was tired." --model models/bert
cache verify
cache prune --limit-mb 0
cache info
""",
    "replicating": """
replicate gest
replicate gest --defined --seed 1
replicate cineBias-table --crows-pairs few-crows_pairs_anonymized.csv --cinebias pairs.csv \
--checkpoint bert-large-uncased=models/bert
replicate bias-a-head --model models/bert --published bert-base-uncased --max-contexts 1 \
--sentences corpus.txt --text sentences.txt --random-seeds 1
replicate alignment-arena --prompts prompts.csv --evaluators demo \
--checkpoint bert-large-uncased=models/bert
replicate cabm --sentences cabm.csv --pmi-corpus counted.txt --model models/bert
""",
}
