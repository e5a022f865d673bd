# make play   play on the simulated board, in a browser
# make test   everything that must hold: format, lint, types, contracts, tests
# make bench  speed and memory, measured
# make firmware  what the microcontroller of a board runs; docs/firmware.md tells how to flash it
# make clean  forget what was installed into this folder

# The first interpreter that is new enough; PYTHON=... chooses another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin

.PHONY: play test test-page lint lint-c c-tools lint-page page-tools bench firmware screenshot clean system-packages

play: .venv/installed
	@$(BIN)/hnefi simulate

test: .venv/installed-for-tests system-packages lint test-page
	$(BIN)/pytest

lint: .venv/installed-for-tests lint-c lint-page
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# The C code: its format, and what an analyser finds.
lint-c: c-tools
	@.ci/lint-c

c-tools:
	@.ci/system-packages clang-format:clang-format cppcheck:cppcheck

# The page's modules: their types, and what they compute.
lint-page: page-tools
	@.ci/check-page types

test-page: page-tools
	@.ci/check-page tests

page-tools:
	@.ci/system-packages node:nodejs npm:npm

bench: .venv/installed-for-tests
	$(BIN)/python -m benchmarks

firmware:
	@$(MAKE) --no-print-directory -C firmware

# What the tests drive for real: a browser, a Redis server, and the firmware on a simulated chip.
system-packages:
	@.ci/system-packages chromium:chromium redis-server:redis-server gcc:gcc \
		avr-gcc:gcc-avr avr-ld:binutils-avr /usr/lib/avr/include/avr/io.h:avr-libc avrdude:avrdude \
		simavr:simavr /usr/include/simavr/sim_avr.h:libsimavr-dev /usr/include/libelf.h:libelf-dev

.venv/bin/python:
	@.ci/make-venv "$(PYTHON)" .venv

.venv/installed: pyproject.toml .venv/bin/python
	@echo "installing hnefi into .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-for-tests: pyproject.toml .venv/bin/python
	@echo "installing hnefi and its test tools into .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ .venv/installed

# The picture in the README, taken from the real page.
screenshot: .venv/installed-for-tests
	$(BIN)/python -m docs.take_screenshot

clean:
	rm -rf .venv node_modules
