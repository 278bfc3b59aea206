# make demo   what Ragstone does, on the documents in examples/
# make test   lint, types, import rules and the whole test suite
# make fuzz   mutated files of every format, for MINUTES=30

PYTHON ?= python3
MINUTES ?= 30
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo test lint types imports unit fuzz clean

demo: .venv/installed-local
	$(BIN)/ragstone ingest examples/documents --kb .demo
	$(BIN)/ragstone search "At what wind speed must the cranes stop lifting?" --kb .demo --top-k 2
	$(BIN)/ragstone search "什么是检索增强生成" --kb .demo --top-k 2
	$(BIN)/ragstone search "游艇停靠一晚多少钱" --kb .demo --top-k 2

test: lint types imports unit

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/installed-dev
	$(BIN)/basedpyright

imports: .venv/installed-dev
	$(BIN)/lint-imports

unit: .venv/installed-dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n 2

fuzz: .venv/installed-dev
	$(BIN)/python tests/fuzzing.py --minutes $(MINUTES)

clean:
	rm -rf .venv .demo

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed-local: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) install --constraint constraints.txt --editable ".[local]"
	touch $@

.venv/installed-dev: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) install --constraint constraints.txt --editable ".[dev]"
	touch $@ .venv/installed-local
