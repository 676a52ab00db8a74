"""The names of collections in their box."""

from components.stage.choice import labels_of


def test_collections_of_one_title_are_told_apart():
    titles = {"story": "A story", "my-talk": "My talk", "my-talk-2": "My talk"}
    assert labels_of(titles) == {
        "story": "A story",
        "my-talk": "My talk (my-talk)",
        "my-talk-2": "My talk (my-talk-2)",
    }
