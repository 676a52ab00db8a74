"""The story that comes with Biascope: its words in `story.toml`, its results made by `making`.

`python -m components.stage.story` asks the bundled model again and writes `engine/pins/story.json`.
"""
