# Two commands do all the set-up: `make demo` and `make test`. Each works as the first one ever run.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)

# Without bytecode every process compiles all that it imports: ten seconds before the first test, and again in each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo test fuzz check format serve clean

help:  ## Show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | column -t -s "$$(printf '\t')"

.uv/bin/uv:
	@echo "uv is not here: getting it into .uv"
	@$(PYTHON) -m venv .uv 2>/dev/null && .uv/bin/python -m pip install --quiet uv \
	  || ($(PYTHON) -m pip install --quiet --target .uv uv)

.venv/.installed: pyproject.toml uv.lock $(if $(findstring .uv,$(UV)),.uv/bin/uv)
	@$(UV) sync --frozen --quiet
	@# Bytecode of what commands import: it halves their start, also where the environment forbids to keep any later.
	@env -i PATH="$$PATH" SHEAF_HOME="$$PWD/.venv/.empty" $(BIN)/sheaf doctor >/dev/null && rm -rf .venv/.empty
	@touch $@

setup: .venv/.installed  ## Build .venv from the lock file

demo: setup  ## Ingest the sample documents and answer questions about them
	@$(BIN)/sheaf demo

serve: setup  ## Serve the API and the page at http://127.0.0.1:8000
	@$(BIN)/sheaf serve

test: setup  ## Run the tests
	@$(BIN)/pytest -n auto --dist worksteal

fuzz: setup  ## Send the service thousands of odd requests, for ten minutes
	@$(BIN)/python -m tests.app.service.fuzz --max-examples 40

check: setup  ## Lint, format, types, import layers
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: setup  ## Format the code
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clean:  ## Remove what was built
	rm -rf .venv .uv .mypy_cache .ruff_cache .pytest_cache .hypothesis
