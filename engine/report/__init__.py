"""A collection of pinned results as one document, and whether its numbers still come out.

- `html`: the collection as one HTML file that needs no network; `page/` is what it is made of.
- `figures`, `cells`, `measured`: what it shows of a pin's figure, table and manifest.
- `methods`, `markdown`, `formulas`: the method cards of the measures that were used, as HTML and
  MathML.
- `bibtex`: whom to cite; `references.bib` has one entry for each work the cards name.
- `pdf`: the file as an installed Chromium prints it.
- `check/`: the commands of the pins run again, and their numbers compared.
- `model_card`: what a model card says about the bias of one model.
"""
