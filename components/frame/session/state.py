"""What the screen keeps for one browser session: the names of our keys, and bounded caches.

Keys of widgets are not here; they belong to the component that draws the widget.
"""

from __future__ import annotations

from threading import RLock
from typing import Any, TypeVar

import streamlit as st
from cachetools import LRUCache

V = TypeVar("V")

# Seconds after an answer within which a message of the browser may still hold what its fields
# showed before. Choosing that again takes longer; a busy machine may need as much to deliver.
LATE = 3.0

PREFIX = "biascope_"  # of every key here; no setting of the address begins with it

# --- the frame of the screen ---
SUBJECT = "biascope_subject"  # the model of the model bar, or why there is none
COMPARED = "biascope_compared"  # the model to compare with, or why there is none
MASK_CHANGE = "biascope_mask_change"  # what a button or a component last had done to the model
STRENGTHS = "biascope_strengths"  # slider of a vector's strength -> how far it goes
MEASURED = "biascope_measured"  # when the last measurement began and ended; none can interrupt it
PAGES = "biascope_pages"  # the pages registered with Streamlit, by group
LEFT_SETTINGS = "biascope_left"  # page -> its settings in the address when last drawn
NAMED_IN_LINKS = "biascope_named_in_links"  # setting of the page -> its value, though the usual one
LEFT_OUT_OF_LINK = "biascope_left_out"  # setting -> that its value in a link is no option
PAGE_DRAWN = "biascope_page_drawn"  # the page that was drawn last
SEEN_SETTINGS = "biascope_seen"  # page -> names of the settings it ever had in the address
RESTORED = "biascope_restored"  # whether the run before put settings back into the address
NOT_PREPARED = "biascope_not_prepared"  # why a model could not be prepared
FOLDER_ADDED = "biascope_folder_added"  # what was found in a folder of models
FOLDER_REFUSED = "biascope_folder_refused"  # why a folder of models was not added
CONFIRMED = "biascope_confirmed"  # models and files that the user, not only a link, asked for
DECLINED = "biascope_declined"  # the model of a link that the user did not want, and when
SEMICOLONS = "biascope_semicolons"  # whether the file uploaded last has them between columns
ALLOWANCE = "biascope_allowance"  # what this session may still have measured, if it is shared

# --- Home ---
TOUR_SEEN = "biascope_tour_seen"  # whether the tour was finished or skipped
TOUR_STEP = "biascope_tour_step"  # of the tour that is open; the first is 0
TOUR_AGAIN = "biascope_tour_again"  # whether the open tour was asked for at the end of Home

# --- Probe ---
HISTORY = "biascope_history"  # sentences asked, newest first
HISTORY_TURN = "biascope_history_turn"  # how often one was taken from the history
FILE_WORDS = "biascope_file_words"  # cache of the words of files of sentences
WORD_VERDICTS = "biascope_word_verdicts"  # cache of what evaluators say of words

# --- Pairs and Annotators ---
SCORED_PAIRS = "biascope_scored"  # cache of scored sets
SCORED_CONTROLS = "biascope_scored_controls"  # cache of summaries of neutral controls
LANGUAGE_ROWS = "biascope_language_rows"  # cache of figures of languages
SCORED_PARTS = "biascope_scored_parts"  # cache of sets that are scored in part
GEST_STUDIES = "biascope_gest"  # cache of sentences scored by GEST's measure
AGREEMENTS = "biascope_agreements"  # cache of answers compared with a model
AMONG_PEOPLE = "biascope_among_people"  # cache of answers compared with each other

# --- Heads ---
HEAD_BIAS = "biascope_head_bias"  # cache of bias scores of all heads
HEAD_SENTENCES = "biascope_head_sentences"  # cache of two words with each head masked
HEAD_PATHS = "biascope_head_paths"  # cache of what each head adds to two words
ABLATIONS = "biascope_ablations"  # cache of the values with each head masked
HEAD_FIGURES = "biascope_head_figures"  # cache of the values before and after masking
HEAD_PARTS = "biascope_head_parts"  # cache of d on the words that rank heads and on the others
HEAD_RUNS = "biascope_head_readings"  # cache of the values of masked sets
RUNS_TASK = "biascope_head_runs_at_work"  # the measurement of sets that is running
RUNS_PACE = "biascope_head_runs_pace"  # seconds a set took
RUNS_TIMED = "biascope_head_runs_timed"  # what keeps that for the next time
CLASSIFIER_RESULT = "biascope_understanding"  # cache of the last classifier measured
RANDOM_SEED = "biascope_draw"  # of the next random mask
CLICKED_HEAD = "biascope_clicked_head"  # the head of the grid that was clicked last
RANDOM_MASK = "biascope_drawn"  # the last random mask, with its seed
MASK_FILE = "biascope_mask_told"  # what came of loading a mask file
ATTENDING = "biascope_attention_from"  # the word clicked on in a text

# --- Arena ---
ARENA_MADE = "biascope_arena_reports"  # cache of reports of the page's choices
HONEST_MADE = "biascope_honest"  # cache of HONEST scores of the page's choices
ARENA_IMPORTED = "biascope_arena_imported"  # what came of importing a report
ARENA_OWN = "biascope_arena_own"  # reports of this session alone, on a shared server
ARENA_IMPORTS = "biascope_arena_imports"  # how many were imported; each has its own upload box

# --- Scorecard ---
SCORECARD_MADE = "biascope_scorecard_reports"  # cache of reports of the page's choices
SCORECARD_FIGURES = "biascope_scorecard_figures"  # cache of figures of these reports
SCORECARD_FIRST = "biascope_scorecard_first"  # models that the box opened with
SCORECARD_FIRST_MASKS = "biascope_scorecard_first_masks"  # masks that the box opened with
SCORECARD_MASKS = "biascope_scorecard_masks"  # masks that came from files
SCORECARD_MASK_PROBLEM = "biascope_scorecard_mask_problem"  # why a mask file was refused
SCORECARD_IMPORTS = "biascope_scorecard_imports"  # contestants from elsewhere, by file
SCORECARD_IMPORTED = "biascope_scorecard_imported"  # what came of the last import
SCORECARD_UPLOADS = "biascope_scorecard_uploads"  # files given; each has its own upload box

# --- Curate ---
CURATE_NEXT = "biascope_curate_next"  # the review to open in the next run
CURATE_AWAITED = "biascope_curate_awaited"  # the review that a job makes, to open it then
CURATE_REFUSED = "biascope_curate_refused"  # why an act on a review was refused
CURATE_ANSWERS = "biascope_curate_answers"  # a review, and what came of an assistant's answers
CURATE_IMPORTS = "biascope_curate_imports"  # files given; each has its own upload box
CURATE_MERGED = "biascope_curate_merged"  # a review, and what came of another's decisions
CURATE_TABLES = "biascope_curate_tables"  # editor -> the rows of a word list it began with
CURATE_LISTS = "biascope_curate_lists"  # (language, category) -> the text of a list as edited

# --- Curate: the review ---
REVIEW_SHOWN = "biascope_review_shown"  # the review that was drawn last
REVIEW_POSITION = "biascope_review_position"  # of each review, the candidate on the card
REVIEW_CHOICES = "biascope_review_choices"  # words and category chosen for that candidate
REVIEW_OUTCOME = "biascope_review_outcome"  # what came of the last key in a review

# --- Stage ---
OWN_PINS = "biascope_own_pins"  # collections of this session, on a shared server
PINNED_INTO = "biascope_pinned_into"  # name of the collection that results are pinned to
STAGE_CHOSEN = "biascope_stage_chosen"  # the collection that was on the page last
STAGE_SCREEN = "biascope_stage_screen"  # the screen that is opened for its author
STAGE_SAID = "biascope_stage_said"  # why an act on a collection was refused
STAGE_OPENED = "biascope_stage_opened"  # talks begun; one that was left is told by it
STAGE_FILES = "biascope_stage_files"  # files given; each has its own upload box
STAGE_SEEN = "biascope_stage_seen"  # box -> the text of its collection when it was drawn
STAGE_UNSAVED = "biascope_stage_unsaved"  # boxes whose text was refused, and is kept

# --- Lab ---
LAB_NEXT = "biascope_lab_next"  # the injection to open in the next run
LAB_REFUSED = "biascope_lab_refused"  # why an injection was not begun
DOSE_NEXT = "biascope_dose_next"  # the dose run to open in the next run of the page
DOSE_REFUSED = "biascope_dose_refused"  # why a dose run was not deleted
LAB_TABLE = "biascope_lab_table"  # the table of planted proportions, with its edits


def upload_key(widget: str) -> str:
    """Key of the file last given to an uploader, which stays while pages change."""
    return f"{PREFIX}{widget}"


def encoding_key(widget: str) -> str:
    """Key of what was found of the encoding of the file last given to an uploader."""
    return f"{PREFIX}{widget}_read_as"


def upload_id_key(widget: str) -> str:
    """Key of Streamlit's own id of that file, which tells it from the next."""
    return f"{PREFIX}{widget}_id"


def file_room_key(room: str) -> str:
    """Key of what was read of the file that a room asks for; empty while something is missing."""
    return f"{PREFIX}{room}_file_read"


def example_key(widget: str) -> str:
    """Key of the example that a text field was last filled with."""
    return f"{PREFIX}{widget}_example"


class Newest(LRUCache[Any, V]):
    """The values used last, at most so many; what was used longest ago goes first.

    Threads may share one: looking a value up also changes the order.
    """

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._lock = RLock()

    def __getitem__(self, key: Any) -> V:
        with self._lock:
            return super().__getitem__(key)

    def __setitem__(self, key: Any, value: V) -> None:
        with self._lock:
            super().__setitem__(key, value)

    def __delitem__(self, key: Any) -> None:
        with self._lock:
            super().__delitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key; the default where it was never kept, or dropped."""
        with self._lock:
            return super().get(key, default)


def newest(key: str, most: int) -> Newest[Any]:
    """The cache that this browser session keeps under a key.

    Args:
        most: values kept.
    """
    cache: Newest[Any] | None = st.session_state.get(key)
    if cache is None:
        cache = st.session_state[key] = Newest(most)
    return cache
