# make run    opens the dashboard          make test   checks everything
# make lint   style only                   make clean  removes the virtual environment
#
# PYTHON=/path/to/python3.12 chooses the interpreter; ARGS='--server.port 8600' goes to Streamlit,
# PYTEST_ARGS='-k pairs' to pytest.

VENV := .venv
PYTHON ?=
ARGS ?=
PYTEST_ARGS ?=

python := $(VENV)/bin/python
app := $(VENV)/.installed-app
dev := $(VENV)/.installed-dev
pip_install := $(python) -m pip install --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help run test unit-tests lint types browser clean

help:
	@sed -n 's/^# \{0,1\}//p;/^$$/q' Makefile

run: $(app)
	$(python) -m streamlit run app.py $(ARGS)

test: unit-tests lint types

unit-tests: $(dev) browser
	$(python) -m pytest $(PYTEST_ARGS)

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
