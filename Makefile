# The commands that people and CI run here; `make help` lists them.
# All targets need only Python 3.11 or later with venv. Each target installs its packages into .venv.
# A second Python version beside the first: make test PYTHON=python3.13 VENV=.venv-3.13

PYTHON ?= python3
VENV ?= .venv
PORT ?= 8010
# Tests with a real bot mostly wait, so three tests run on each processor.
TESTS_AT_ONCE ?= $(shell expr 3 \* $$(getconf _NPROCESSORS_ONLN))
# A folder in memory, if the machine has one. Only tests of power cuts need a disk.
MEMORY ?= $(wildcard /dev/shm)
BENCH_GAMES ?= 1000000
STRENGTH_GAMES ?= 20000
GAME ?= ducks
LONG ?=
# The bot's tests, and those of its stand-in for Discord.
SUITES ?= tests sandbox/tests

PY := $(VENV)/bin/python
RUN := $(VENV)/run.stamp
DEV := $(VENV)/dev.stamp

# Programs are called as modules, because the scripts in .venv/bin break when a checkout is moved.
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes

# Python may write bytecode. Otherwise each process of a test would compile all code again.
export PYTHONDONTWRITEBYTECODE :=

# pyright must use its installed version, and not ask the network for a newer version.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

# Sentences reach the shell as they are, whatever signs they have.
export OLD NEW

.DEFAULT_GOAL := help
.PHONY: help setup catalogs play run backup restore test quick check style types coverage screenshots bench way strength soak words reword format lock base clean

help: ## List the targets
	@echo "make ..."
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-11s %s\n", $$1, $$2 }' Makefile

setup: $(RUN) catalogs ## Install what the bot needs, and nothing more

play: setup ## Play on this machine, with a stand-in for Discord (PORT=8010)
	@exec $(PY) play.py --port $(PORT)

run: setup ## Run the bot on Discord, with the settings in .env
	@exec $(PY) bot.py

backup: $(RUN) ## Copy the database, while the bot runs or not; the newest 14 copies are kept
	@$(PY) -m db backup

restore: $(RUN) ## Put a copy back, while the bot is stopped (make restore FROM=backups/...)
	@$(PY) -m db restore "$(FROM)"

test: $(DEV) catalogs ## Run all tests of the bot and of the sandbox (SUITES=sandbox/tests), then failed ones again, alone
	$(PY) -m tests.rerun -n $(TESTS_AT_ONCE) --dist loadgroup $(SUITES)

quick: $(DEV) catalogs ## Run, in half a minute, a sample of the bot's tests that need no process and no browser
	$(if $(MEMORY),PYTEST_DEBUG_TEMPROOT=$(MEMORY)) $(PY) -m pytest --quiet -n 3 --sample 30 tests/engine tests/contract tests/golden tests/db tests/tables \
		tests/records tests/cogs tests/test_layers.py

check: style types test ## What CI runs: style, types, and every test

style: $(DEV)
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .

types: $(DEV)
	$(PY) -m pyright --pythonpath $(PY)

coverage: $(DEV) ## Print which lines and branches no test reaches, without tests in a browser and killed processes
	$(PY) -m coverage erase
	$(PY) -m coverage run -m pytest --quiet -n auto --dist loadgroup \
		--ignore=tests/e2e/page --ignore=sandbox/tests/page
	$(PY) -m coverage combine --quiet
	$(PY) -m coverage report

screenshots: $(DEV) ## Take the pictures of the README again (needs Chromium)
	$(PY) -m tests.screenshots

bench: $(DEV) ## Measure clicks, start, memory, several workers, and a server with a million games
	$(PY) -m bench.click
	$(PY) -m bench.workers
	$(PY) -m bench.records --games $(BENCH_GAMES)

way: $(DEV) ## Print all calls that one click makes, and their figures (GAME=ducks)
	@$(PY) -m tests.way $(GAME)

strength: $(DEV) ## Play the computer players against each other, and write docs/strength.md (STRENGTH_GAMES=20000)
	$(PY) -m bench.strength --games $(STRENGTH_GAMES)

soak: $(DEV) ## Play all games while processes, disks and connections fail (LONG=1: for a night)
	$(PY) -m pytest --quiet -n auto --both-backends -k postgresql tests/db tests/tables tests/records tests/workers tests/cogs \
		tests/e2e/test_workers.py
	$(PY) -m pytest --quiet -n auto --soak -k ten_restarts tests/e2e/test_time_controls.py
	$(PY) -m pytest --quiet -n auto --soak -m soak tests/contract tests/cogs tests/e2e/page tests/engine tests/players tests/records tests/tables
	$(PY) -m pytest --quiet -n auto --soak tests/soak sandbox/tests/test_hostile.py
	$(PY) -m tests.soak $(if $(LONG),--long)

words: $(DEV) ## Bring the catalogs of all languages up to date with the code, and check them
	@$(PY) -m tests.words

reword: $(DEV) ## Carry the translations of a sentence over to its new words (OLD='It was so.' NEW='It is so.')
	@$(PY) -m tests.words reword "$$OLD" "$$NEW"

taken: $(DEV) ## In copies of the project, remove a game and a feature, and check that the rest works
	$(PY) -m tests.taken

format: $(DEV) ## Format the code
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

lock: $(DEV) ## Pin all dependencies of pyproject.toml again, with hashes
	$(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--upgrade --output-file requirements.txt pyproject.toml
	$(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--upgrade --extra dev --output-file requirements-dev.txt pyproject.toml

PINNED := Dockerfile compose.yaml .github/workflows/ci.yml .github/workflows/night.yml

base: ## Pin the newest images of Dockerfile, Compose and CI by their digests (needs Docker and the network)
	@for tag in $$(grep -ohE '[a-z]+:[a-z0-9.-]+@sha256' $(PINNED) | sed 's/@sha256//' | sort -u); do \
		digest=$$(docker buildx imagetools inspect "$$tag" --format '{{.Manifest.Digest}}') || exit 1; \
		for file in $(PINNED); do \
			sed "s/$$tag@sha256:[0-9a-f]*/$$tag@$$digest/" "$$file" > "$$file.new" && mv "$$file.new" "$$file"; \
		done; echo "$$tag@$$digest"; done

clean: ## Remove the environment and the caches; databases stay
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*

$(PY):
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or later is needed; name one with: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Making $(VENV) ..."
	@"$(PYTHON)" -m venv --clear $(VENV) || { rm -rf $(VENV); \
		echo "Python cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }

# A stamp is newer than the pinned requirements when all of these are installed.
$(RUN): requirements.txt | $(PY)
	@echo "Installing what the bot needs ..."
	@$(PIP_INSTALL) -r $<
	@touch $@

# A catalog that has changed is compiled again. The bot never uses one that is out of date.
catalogs: $(RUN)
	@$(PY) -m cogs.interactions.catalogs

$(DEV): requirements-dev.txt | $(PY)
	@echo "Installing what the tests need ..."
	@$(PIP_INSTALL) -r $<
	@touch $@ $(RUN)
