#!/bin/sh
# Sets a checkout up: .venv, dependencies, system libraries, model weights, translations.
# Everything `make run` and `make test` need. A second call ends at once: a stamp holds the
# fingerprint of all that went in.
#
#   packaging/setup.sh          what the program needs
#   packaging/setup.sh tests    and the tools of the end-to-end tests
set -eu
cd "$(dirname "$0")/.."
part=${1:-run}

fingerprint() {
    # PWD and the folder's number: a virtual environment that was moved or made anew does not work.
    { pwd; ls -di .venv 2>/dev/null; cat pyproject.toml packaging/constraints.txt packaging/*.py \
        packaging/*.sh; } | cksum
}

is_done() { [ "$(cat ".setup/$1.stamp" 2>/dev/null)" = "$(fingerprint)" ]; }

is_set_up() {
    [ -x .venv/bin/keepsake ] && [ -f resources/models/e5-small-q4.bin ] && is_done run
}

is_translated() {
    for catalogue in resources/translations/*.ts; do
        [ ! -f "$catalogue" ] || [ "${catalogue%.ts}.qm" -nt "$catalogue" ] || return 1
    done
}

say() { printf '%s\n' "$*" >&2; }

fits() { # python: is it 3.11 to 3.13, and does it run at all? (pyenv's shims may not)
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

find_python() {
    for candidate in "${PYTHON:-python3.13}" python3.13 python3.12 python3.11 python3; do
        if fits "$candidate"; then echo "$candidate"; return 0; fi
    done
    return 1
}

apt_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    if [ "$(id -u)" != 0 ]; then
        say "Please run:  sudo apt-get install -y $*"
        return 1
    fi
    say "Installing $*"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >/dev/null </dev/null
    apt-get install -y -q --no-install-recommends "$@" >/dev/null </dev/null
}

make_environment() {
    if [ -x .venv/bin/python ] && fits .venv/bin/python && .venv/bin/python -m pip --version \
        >/dev/null 2>&1 && [ "$(.venv/bin/python -c 'import sys; print(sys.prefix)')" = "$PWD/.venv" ]
    then return 0; fi
    if ! python=$(find_python); then
        apt_install python3 python3-venv || true
        python=$(find_python) || { say "Keepsake needs Python 3.11, 3.12 or 3.13."; exit 1; }
    fi
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
        apt_install "$version-venv" || { say "$python lacks its module venv."; exit 1; }
    fi
    say "Making .venv with $("$python" --version)"
    rm -rf .venv
    "$python" -m venv .venv
}

if ! is_set_up; then
    mkdir -p .setup
    make_environment
    say "Installing the dependencies"
    .venv/bin/python -m pip --disable-pip-version-check install --quiet --no-input \
        --constraint packaging/constraints.txt --editable '.[dev]'
    .venv/bin/python packaging/system_libraries.py
    [ -f resources/models/e5-small-q4.bin ] || say "Fetching the model weights"
    .venv/bin/python packaging/fetch_model.py >/dev/null
    fingerprint >.setup/run.stamp
fi
is_translated || .venv/bin/python packaging/translations.py
if [ "$part" = tests ] && ! is_done tests; then
    .venv/bin/python packaging/system_libraries.py --tests
    fingerprint >.setup/tests.stamp
fi
