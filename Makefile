# Two commands to begin with: `make run` and `make test`. `make` alone lists them all.

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# More arguments: `make run ARGS="--full-refresh"` passes them to dbt, `make test ARGS="-k sample"` to pytest.
ARGS ?=
# The Python to set up with; without it the first suitable one is taken.
PYTHON ?=

.DEFAULT_GOAL := help
.PHONY: help setup run follow why action test test-long lint lint-sources lint-rest build docs report bench browser broker clean

help: ## List the commands.
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## Set up Python, Java and Spark's jars; fast if all is there.
	@$(BIN)/python -m resequencer.environment java jars

# Older than what it depends on, the stamp makes every change of a version be installed, into the environment that
# is there: another Python on top of it would break it.
$(READY): requirements.txt pyproject.toml
	@if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
		for python in $(or $(PYTHON),python3.11 python3.12 python3.13 python3); do \
			"$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null \
				&& found=$$python && break; \
		done; \
		if [ -z "$$found" ]; then \
			echo 'No suitable Python found: Python 3.11, 3.12 or 3.13 is needed. Install one (Debian, Ubuntu:' >&2; \
			echo '`apt-get install python3 python3-venv`), or name one: `make setup PYTHON=/path/to/python`.' >&2; \
			exit 1; \
		fi; \
		echo "Setting up $(VENV) with $$("$$found" --version); the first time this takes a few minutes ..."; \
		"$$found" -m venv $(VENV); \
	fi
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

run: setup ## Put the bundled sample in order, with a summary at the end.
	@$(BIN)/python -m resequencer.main_job -- $(ARGS)

# How often `make follow` looks for what is new.
EVERY ?= 10s
follow: setup ## Stay, and run whenever something has landed or is due. EVERY=10s says how often to look.
	@exec $(BIN)/python -m resequencer.follow --every $(EVERY) -- $(ARGS)

why: setup ## Say where a message is and why: MESSAGE=order-7-3, and RULESET=… SEQUENCE=… where others have its id, too.
	@$(BIN)/python -m resequencer.why "$$MESSAGE" $${RULESET:+--ruleset "$$RULESET"} $${SEQUENCE:+--sequence "$$SEQUENCE"} -- $(ARGS)

action: setup ## Write an operator's action: ARGS="resume --ruleset orders --sequence order-7 --why 'it is back'".
	@$(BIN)/python -m resequencer.action $(ARGS)

# Of all models, whatever the settings enable; compiled on an empty lake, so that a run is never in the way.
docs: setup ## Write the documentation, with the lineage graph, as one HTML file.
	@RESEQUENCER_HOME=target/lake/docs $(BIN)/python -m resequencer.docs_job $(ARGS)

report: setup ## Run with advice, and write what it says as one HTML file, with pictures; ARGS=--no-run: without a run.
	@$(BIN)/python -m resequencer.report_job $(ARGS)

# What does not wait for another is done side by side, each with a lake of its own; the output of each in one piece, where
# make can (from 4.0 on).
IN_ONE_PIECE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
TOGETHER = @echo 'Side by side, for some minutes; each prints when it ends: $(1)' && \
	$(MAKE) --no-print-directory --jobs=3 $(IN_ONE_PIECE) $(1)

lint: setup ## Check form and types of SQL and Python.
	$(call TOGETHER,lint-sources lint-rest)

# SQL is linted as dbt compiles it, which may ask the lake: an empty one, so that a run is never in the way.
lint-sources: setup
	RESEQUENCER_HOME=target/lake/sources $(BIN)/python -m lint.sources lint --processes 2 models tests

lint-rest: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python -m lint.structure
	$(BIN)/mypy
	RESEQUENCER_HOME=target/lake/compiled $(BIN)/python -m lint.compiled

build: setup
	@home=$$(mktemp -d) && trap 'rm -rf "$$home"' EXIT && \
		echo "dbt build, on a new lake in $$home" && RESEQUENCER_HOME="$$home" $(BIN)/dbt build --target-path target/build

browser: setup
	@$(BIN)/python -m resequencer.environment browser

broker: setup
	@$(BIN)/python -m resequencer.environment broker

# pytest comes last, so that its closing line is the last of the output. Two workers, each with a Spark of its own, take
# one file of tests after the other.
test: setup ## Run every check and every test.
	$(call TOGETHER,lint-sources lint-rest build browser broker)
	$(BIN)/pytest -m 'not long' -n 2 --dist loadfile --no-loadscope-reorder $(ARGS)

test-long: setup ## Run the tests that take hours, which `make test` leaves out.
	RESEQUENCER_TIMES_EXAMPLES=40 $(BIN)/pytest tests/oracle --timeout 0
	$(BIN)/pytest -m long --timeout 0 $(ARGS)

bench: setup ## Measure what the project costs; takes hours. ARGS="--arrivals 200000 --only a b" for less, ARGS=--help says what.
	$(BIN)/python -m bench $(ARGS)

clean: ## Remove what commands leave behind, except the environment (.venv) and the lake (.resequencer).
	rm -rf target logs artifacts .pytest_cache .mypy_cache .ruff_cache .hypothesis spark-warehouse metastore_db derby.log
	find python tests lint bench -name __pycache__ -type d -prune -exec rm -rf {} +
