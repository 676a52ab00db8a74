#!/bin/sh
# Creates a virtual environment with a Python of at least 3.11: `create_venv.sh FOLDER [PYTHON]`.
# Without a second argument the usual names are tried; an intact environment is kept.
set -eu

folder=$1
wanted=${2:-}
new_enough='import sys; sys.exit(sys.version_info < (3, 11))'

fail() {
  printf '\nBiascope: %s\n\n' "$1" >&2
  exit 1
}

can_run() {
  command -v "$1" >/dev/null 2>&1 && "$1" -c "$new_enough" >/dev/null 2>&1
}

if can_run "$folder/bin/python" && "$folder/bin/python" -m pip --version >/dev/null 2>&1; then
  exit 0
fi

if [ -n "$wanted" ]; then
  command -v "$wanted" >/dev/null 2>&1 || fail "PYTHON=$wanted was not found."
  can_run "$wanted" || fail "PYTHON=$wanted is not a Python of at least 3.11."
  python=$wanted
else
  python=
  for candidate in python3 python3.13 python3.12 python3.11 python3.14 python; do
    if can_run "$candidate"; then
      python=$candidate
      break
    fi
  done
  [ -n "$python" ] || fail "Python 3.11 or newer is needed and none was found. Install one from \
your system's packages or python.org, or name it: make PYTHON=/path/to/python3.11"
fi

if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  fail "$python cannot create virtual environments: its venv module is missing. On Debian and \
Ubuntu: apt install python$version-venv"
fi

printf 'Creating %s with %s\n' "$folder" "$("$python" --version)"
"$python" -m venv --clear "$folder"
