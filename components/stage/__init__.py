"""The Stage page: pinned results presented one claim a screen, and the collections they are in.

- `choice`, `editor`, `opened`: which collection is open, its screens in order, one of them opened.
- `screens`, `present`, `show/`: its screens as data, the talk, and what the browser does with it.
- `table/`: the first rows of a result without a figure, in the editor and in the talk.
- `charts/`: the figures that the Stage alone has.
- `kinds/`: what a screen can ask the model live; a kind asks through the session, as pages do.
- `story/`: the collection that comes with Biascope, and making it.
"""
