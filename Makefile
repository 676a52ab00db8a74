# make run    opens the dashboard          make test   checks everything
# make lint   style only                   make quick  checks all that takes no minutes
# make flake  repeats the browser tests    make clean  removes the virtual environment
#
# PYTHON=/path/to/python3.12 chooses the interpreter; ARGS='--server.port 8600' goes to Streamlit;
# make unit-tests PYTEST_ARGS='-k pairs' runs some tests, browser-tests those of the screen;
# make flake RUNS=4 repeats them four times.

VENV := .venv
PYTHON ?=
ARGS ?=
PYTEST_ARGS ?=
RUNS ?= 10

python := $(VENV)/bin/python
app := $(VENV)/.installed-app
dev := $(VENV)/.installed-dev
# One process a core, each with one thread of its own.
unit_tests := OMP_NUM_THREADS=1 $(python) -m pytest -m "not browser" -n auto --maxprocesses 4 \
	--dist worksteal
# Chromium waits while the app answers, and the other way round.
browser_tests := $(python) -m pytest -m browser -n 2
# What runs whole pages, commands, training and jobs; all else are the quick tests.
slow := tests/pages tests/engine/commands tests/engine/bench tests/engine/lab \
	tests/engine/training tests/engine/replicate tests/engine/test_jobs.py \
	tests/engine/test_resumed.py tests/engine/models/convert tests/engine/models/test_hub.py \
	tests/engine/first_sight

pip_install := $(python) -m pip install --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help run test quick flake unit-tests browser-tests lint types browser clean

help:
	@sed -n '/^$$/q;s/^# \{0,1\}//p' Makefile

run: $(app)
	$(python) -m streamlit run app.py $(ARGS)

# The cheapest first: a slip of style is told before minutes of tests.
test: lint types unit-tests browser-tests

quick: lint types
	$(unit_tests) $(slow:%=--ignore=%) $(PYTEST_ARGS)

unit-tests: $(dev)
	$(unit_tests) $(PYTEST_ARGS)

browser-tests: $(dev) browser
	$(browser_tests) $(PYTEST_ARGS)

# Every other run beside work that keeps all cores busy.
flake: $(dev) browser
	$(python) tests/browser/repeat.py --runs $(RUNS)

lint: $(dev)
	$(python) -m ruff check .
	$(python) -m ruff format --check .

types: $(dev)
	$(python) -m mypy

browser: $(dev)
	@$(python) tests/browser/find_browser.py --install

$(app): requirements.txt .ci/create_venv.sh
	@sh .ci/create_venv.sh $(VENV) "$(PYTHON)"
	$(pip_install) -r requirements.txt
	@touch $@

$(dev): requirements-dev.txt requirements-cluster.txt $(app)
	$(pip_install) -r requirements-dev.txt
	@touch $@

clean:
	rm -rf $(VENV)
