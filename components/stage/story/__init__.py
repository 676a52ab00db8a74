"""The story that comes with Biascope: its words in `story.toml`, its results made by `making`.

`python -m components.stage.story` asks the bundled model again and writes `engine/pins/story.json`.

So the story is made, not written: its numbers come from asking the model, and `prepare` measures
what its screens ask.
"""
