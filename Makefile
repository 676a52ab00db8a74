# make run    opens the dashboard          make quick     checks style, types and quick tests
# make test   checks before a commit       make test-all  checks everything
# make lint   style only                   make flake     repeats the browser tests of make test
# make clean  removes the virtual environment
#
# PYTHON=/path/to/python3.12 chooses the interpreter; ARGS='--server.port 8600' goes to Streamlit;
# make test PYTEST_ARGS='-k pairs' runs some of its tests; make test-more what test-all adds to test;
# make flake RUNS=4 repeats four times. What each runs, and how to run one test: tests/README.md.

VENV := .venv
PYTHON ?=
ARGS ?=
PYTEST_ARGS ?=
RUNS ?= 10

python := $(VENV)/bin/python
app := $(VENV)/.installed-app
dev := $(VENV)/.installed-dev
pip_install := $(python) -m pip install --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help run quick test test-more test-all flake lint types browser clean

help:
	@sed -n '/^$$/q;s/^# \{0,1\}//p' Makefile

run: $(app)
	$(python) -m streamlit run app.py $(ARGS)

quick: $(dev)
	$(python) -m tests quick $(PYTEST_ARGS)

test: $(dev)
	$(python) -m tests test $(PYTEST_ARGS)

test-more: $(dev)
	$(python) -m tests more $(PYTEST_ARGS)

test-all: $(dev)
	$(python) -m tests all $(PYTEST_ARGS)

# Every other run beside work that keeps all cores busy.
flake: $(dev) browser
	$(python) -m tests.browser.repeat --runs $(RUNS)

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
