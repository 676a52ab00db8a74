# make run    opens the dashboard          make test   checks everything
# make lint   style only                   make clean  removes the virtual environment
#
# PYTHON=/path/to/python3.12 chooses the interpreter; ARGS='--server.port 8600' goes to Streamlit;
# make unit-tests PYTEST_ARGS='-k pairs' runs some tests, browser-tests those of the screen.

VENV := .venv
PYTHON ?=
ARGS ?=
PYTEST_ARGS ?=

python := $(VENV)/bin/python
app := $(VENV)/.installed-app
dev := $(VENV)/.installed-dev
pip_install := $(python) -m pip install --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help run test unit-tests browser-tests lint types browser clean

help:
	@sed -n '/^$$/q;s/^# \{0,1\}//p' Makefile

run: $(app)
	$(python) -m streamlit run app.py $(ARGS)

test: unit-tests browser-tests lint types

# One process a core, each with one thread of its own; a file's tests share their models.
unit-tests: $(dev)
	OMP_NUM_THREADS=1 $(python) -m pytest -m "not browser" -n auto --maxprocesses 4 --dist loadfile \
		$(PYTEST_ARGS)

# The app, the browser and the test are three processes already.
browser-tests: $(dev) browser
	$(python) -m pytest -m browser $(PYTEST_ARGS)

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

$(dev): requirements-dev.txt $(app)
	$(pip_install) -r requirements-dev.txt
	@touch $@

clean:
	rm -rf $(VENV)
