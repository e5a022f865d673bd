# What can be made is said behind each target; `make help` lists it.

# The first interpreter that is new enough; PYTHON=... chooses another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
# Compiling for Python needs it.
PYTHON_H = $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
KERNEL := controller/engine/kernel/hnefi_kernel.so

# One test runner more than there are cores: many tests wait for a browser or a board in real time.
RUNNERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# Some machines forbid Python to keep what it has compiled. Here each of some hundred processes would
# compile all modules again, and pytest its tests.
export PYTHONDONTWRITEBYTECODE :=
PYTEST := $(BIN)/pytest --numprocesses $(RUNNERS) --dist worksteal

# LATEST=1 installs the newest releases for the tests, in place of those that are known to work.
CONSTRAINTS := $(if $(LATEST),,.ci/constraints.txt)

# Of each row that `make nightly` measures; a hundred thousand take hours.
PLIES ?= 100000
# Minutes of play under attack.
SOAK ?= 120
# Of people against levels.
GAMES ?= 1000
# What counts the lines that tests reach, and takes twice as long; empty for a shorter night.
COVERAGE ?= --cov --cov-report=term:skip-covered

.PHONY: help play test test-page nightly lint lint-python lint-c c-tools lint-page page-tools bench firmware \
	deb wheels ladder pictures screenshot gallery icons words constraints pi-libraries gpio-sim log-writes clean system-packages

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/installed ## play on the simulated board, in a browser
	@$(BIN)/hnefi simulate

# To check types takes as long as the rest of lint and the page's tests together, so these run side
# by side. What they need is installed before: apt does one thing at a time.
test: .venv/installed-for-tests system-packages pi-libraries $(KERNEL) c-tools page-tools ## check everything that must hold, in some minutes
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint test-page
	$(PYTEST)

nightly: .venv/installed-for-tests system-packages ## check it at length, in some hours: many games, much noise
	HNEFI_TESTS=nightly $(PYTEST) $(COVERAGE)
	HNEFI_SLOW_PAGES=1 $(PYTEST) tests/whole
	$(BIN)/python -m tests.campaign.soak --minutes $(SOAK)
	$(BIN)/python -m benchmarks.idle --check
	$(BIN)/python -m benchmarks.fuzz_link 600
	$(BIN)/python -m benchmarks.recognition --plies $(PLIES) --jobs 2 --check
	$(BIN)/python -m benchmarks.opponent --games $(GAMES) --jobs 2 --check

lint: lint-python lint-c lint-page ## check format, types and architecture only

lint-python: .venv/installed-for-tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

lint-c: c-tools ## check the format of the C code, and what an analyser finds
	@.ci/lint-c

c-tools:
	@.ci/system-packages clang-format:clang-format cppcheck:cppcheck

lint-page: page-tools ## check the types of the page's modules
	@.ci/check-page types

test-page: page-tools ## check what the page's modules compute
	@.ci/check-page tests

page-tools:
	@.ci/system-packages node:nodejs npm:npm

bench: .venv/installed-for-tests ## measure speed, memory and recognition
	$(BIN)/python -m benchmarks

firmware: ## build the board's firmware; docs/firmware.md says how to flash
	@$(MAKE) --no-print-directory -C firmware

# What the tests drive for real: a browser, a Redis server, and the firmware on a simulated chip.
system-packages:
	@.ci/system-packages chromium:chromium redis-server:redis-server gcc:gcc \
		avr-gcc:gcc-avr avr-ld:binutils-avr /usr/lib/avr/include/avr/io.h:avr-libc avrdude:avrdude \
		/usr/share/arduino/hardware/arduino/avr/bootloaders:arduino-core-avr \
		dh_builddeb:debhelper groff:groff-base zsh:zsh fish:fish simavr:simavr /usr/include/simavr/sim_avr.h:libsimavr-dev /usr/include/libelf.h:libelf-dev
	@.ci/system-packages chromium-headless-shell:chromium-headless-shell # not in every Debian: alone

ladder: .venv/installed-for-tests ## rate the levels by games between them, for some hours
	$(BIN)/python -m benchmarks.ladder --pairs 400

wheels: .venv/bin/python ## pack a wheel for each kind of machine, with its kernel
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'build>=1.2' 'hatchling>=1.21' 'ziglang>=0.13'
	@for target in x86_64 aarch64 armv7; do \
		HNEFI_TARGET=$$target $(BIN)/python -m build --wheel --no-isolation --outdir dist || exit 2; done

.venv/bin/python:
	@.ci/make-venv "$(PYTHON)" .venv

# The search kernel. Without a C compiler there is none, and the engine is slow.
$(KERNEL): $(wildcard controller/engine/kernel/*.[ch]) controller/engine/kernel/build.py | .venv/bin/python
	@$(BIN)/python controller/engine/kernel/build.py

.venv/installed: pyproject.toml .venv/bin/python | $(KERNEL)
	@echo "installing hnefi into .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-for-tests: pyproject.toml .ci/constraints.txt .venv/bin/python $(if $(LATEST),FORCE) | $(KERNEL)
	@echo "installing hnefi and its test tools into .venv ..."
	@.ci/install $(BIN)/python '.[test]' $(CONSTRAINTS)
	@touch .venv/installed
	@touch $(if $(LATEST),-t 200001010000) $@ # the next `make test` goes back to what is known
FORCE:

constraints: ## list the newest releases that tests and package work with
	@.ci/write-constraints "$(PYTHON)" .ci/constraints.txt
	@.ci/deb/write-requirements "$(PYTHON)" .ci/constraints.txt .ci/deb/requirements.txt

# For which Debian, bookworm or trixie, and for arm64, amd64 or armhf.
RELEASE ?= trixie
ARCH ?= arm64
deb: .venv/installed ## pack a Debian package; RELEASE=... and ARCH=... choose another
	@.ci/deb/build "$(RELEASE)" "$(ARCH)"

deb-proof: ## install, run and remove it in a container; needs root
	@.ci/deb/proof "$(RELEASE)" "$(ARCH)"

gallery: .venv/installed-for-tests ## take the pictures of the page on screens of all sizes
	$(BIN)/python -m docs.take_gallery

pictures: screenshot ## draw what follows from the code: the lights' legend, the page
	$(BIN)/python -m docs.draw_wiring
	$(BIN)/python -m docs.draw_lights

icons: .venv/installed-for-tests ## draw the icons of the installed page from its SVG
	$(BIN)/python -m docs.draw_icons

words: .venv/installed-for-tests ## list what must be translated, bring all catalogues in step
	@$(BIN)/python -m tests.controller.words.files

screenshot: .venv/installed-for-tests ## update the README's picture from the real page
	$(BIN)/python -m docs.take_screenshot

pi-libraries: .venv/pi-libraries ## install what drives a Pi's strips; needs gcc and python3-dev

# Both are compiled here. Where that cannot be, the tests that need them are skipped and say so.
.venv/pi-libraries: .venv/installed-for-tests
	@.ci/system-packages gcc:gcc $(PYTHON_H):python3-dev
	@if $(BIN)/python -m pip install --quiet --disable-pip-version-check 'rpi_ws281x>=5.0.0' 'spidev>=3.6'; \
		then touch $@; else echo "make: strips of a Raspberry Pi are not tested here"; fi

gpio-sim: .venv/installed-for-tests ## try the matrix driver on the kernel's GPIO simulation, in a VM
	.ci/gpio-sim

log-writes: .venv/installed-for-tests ## cut the power of a disk while games are saved to it, in a VM
	.ci/log-writes

clean: ## forget what was installed into this folder
	rm -rf .venv node_modules
