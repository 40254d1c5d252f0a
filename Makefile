# Everything runs in an environment of its own, made on first use.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
PLAYS := $(VENV)/.play# what playing needs is there
READY := $(VENV)/.ready# and all that tests and pages need
NODE := web/node_modules/.ready

# Compiled bytecode is kept whatever the environment says: tests begin many processes, and each would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play table test more site-whole lines-out peers docs bench hunt format vscode clean

# Of packages only what is imported is compiled, when it is: that is less than half of them.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e

$(PLAYS): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) .
	@touch $@

$(READY): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) '.[test,docs]'
	@touch $(PLAYS) $@

play: $(PLAYS)
	$(BIN)/arbitre play coliseum --watch --seed 7

# A table of bots in the browser, until it is ended.
table: $(READY)
	$(BIN)/arbitre table demo kollaball --open

# What the front-end is checked with; browsers load none of it.
$(NODE): web/package-lock.json
	@if command -v npm >/dev/null; then cd web && npm ci --silent --no-audit --no-fund --ignore-scripts && touch node_modules/.ready; \
	else echo 'npm is missing: the types of the front-end are not checked'; fi

test: $(READY) $(NODE)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(BIN)/mypy & types=$$!; failed=0; $(BIN)/pytest -n 2 --dist worksteal || failed=1; wait $$types || failed=1; exit $$failed

# What takes longer: the whole site, tests that are marked so, matches replayed from their saves, every line of the small games taken out.
SMALL := tictactoe connect_four breakthrough hex
LARGE := coliseum kollaball tsewnart confrontation bloodbowl dungeonbowl
more: $(READY) $(NODE)
	@mkdir -p build
	$(MAKE) --no-print-directory -j 2 --output-sync=target site-whole lines-out
	$(BIN)/pytest -n 3 --dist worksteal -m more

# Each of these keeps one core busy: they run beside each other.  Tests after them read the page that plays where the site has it.
site-whole:
	ARBITRE_COLD_PAGE=1 ARBITRE_CACHE=$(CURDIR)/.pytest_cache/arbitre $(BIN)/mkdocs build --strict --site-dir build/site

lines-out:
	@mkdir -p build
	$(BIN)/python -m tests.floors dsl graphs
	for game in $(SMALL) $(LARGE); do $(BIN)/python -m benchmarks.soak $$game --matches 10 > build/soak.json || { cat build/soak.json; exit 1; }; done
	for game in $(SMALL); do $(BIN)/arbitre prove $$game || exit 1; done

# Other projects' own tests of our games as theirs, and their games beside ours, at length: a quarter of an hour at most.
peers: $(READY)
	$(INSTALL) '.[peers]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'diplomacy>=1.1.2,<2'  # AGPL: run beside ours, never imported
	$(BIN)/pytest -n 2 --dist worksteal -m peers tests/arbitre/peers

docs: $(READY) $(NODE)
	$(BIN)/mkdocs build --strict --site-dir build/site

bench: $(READY)
	$(BIN)/python -m benchmarks

# Looks for faults in all games, ten minutes together.
hunt: $(READY)
	$(BIN)/arbitre hunt rulebooks --minutes 10

# One package for every system: nothing in it is compiled. Needs Node.js and the npm registry.
VSCODE := editors/vscode
PURE := lark networkx rich click prompt_toolkit pygments platformdirs pygls lsprotocol attrs cattrs typing_extensions wcwidth \
	markdown-it-py mdurl
vscode: $(READY)
	rm -rf $(VSCODE)/bundled $(VSCODE)/dist
	$(BIN)/python -m pip install --quiet --no-compile --no-deps --target $(VSCODE)/bundled/libs .
	$(BIN)/python -m pip install --quiet --no-compile --no-deps --implementation py --only-binary :all: --target $(VSCODE)/bundled/libs $(PURE)
	find $(VSCODE)/bundled/libs -type d '(' -name __pycache__ -o -name tests ')' -prune -exec rm -rf {} +
	rm -rf $(VSCODE)/bundled/libs/bin
	$(BIN)/python -m arbitre.desk.textmate
	cp LICENSE $(VSCODE)/LICENSE
	cd $(VSCODE) && npm install --no-audit --no-fund && npm run build && npm run package

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) build dist site *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
