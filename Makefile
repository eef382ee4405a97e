# Each target sets up what it needs, from nothing but python3 (3.11 or later) and pip.
PYTHON ?= python3
BIN = .venv/bin
# `venv --without-pip` and `pip --python` also work on Debian's own Python, where plain `venv` and plain `pip` don't.
INSTALL = $(PYTHON) -m pip --python .venv --disable-pip-version-check install --quiet $(if $(CI),-c requirements-ci.txt)

.PHONY: tour test setup lint bench lock clean

tour: .venv/installed  ## the main job: the headline question of each family
	@$(BIN)/coset tour

test: .venv/ready-test  ## all tests; those of the page need a Chromium
	$(BIN)/python -m pytest -n 2 --dist worksteal --doctest-modules src tests

setup: .venv/ready  ## install, and compile all kernels

lint: .venv/ready-test  ## style, types, and which module may import which
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: .venv/ready-test  ## measure against peers and targets; some minutes a family
	@for script in figures mines nim hold combo runs serve; do $(BIN)/python bench/$$script.py || exit 1; done

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Coset needs Python 3.11 or later, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv --without-pip .venv

.venv/installed: pyproject.toml | .venv/bin/python
	$(INSTALL) -e '.[web]'
	@touch $@

.venv/ready: .venv/installed
	$(BIN)/coset warm
	@touch $@

.venv/ready-test: pyproject.toml .venv/ready
	$(INSTALL) -e '.[web,cluster,table,test]'
	@touch $@

lock: .venv/ready-test  ## write the versions that CI uses
	$(PYTHON) -m pip --python .venv freeze --exclude-editable > requirements-ci.txt

clean:
	rm -rf .venv
