# Builds the engine under a name of your choice, the way OpenBench asks for it:
#
#     make -j EXE=lucena-test              for this machine's own processor
#     make -j EXE=lucena ARCH=x86-64-v2    for any x86-64 processor since about 2009
#
# EXE may be a path; without a folder in it the binary lands beside this file.

EXE ?= lucena
ARCH ?= native
CARGO ?= cargo

ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))
TARGET_DIR := $(or $(CARGO_TARGET_DIR),$(ROOT)/target)
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

# .cargo/config.toml already builds for the machine's own processor. RUSTFLAGS replaces the flags that stand there, so it
# is set for another processor only.
ifneq ($(ARCH),native)
export RUSTFLAGS := -C target-cpu=$(ARCH)
endif

# MAKEFLAGS is emptied because cargo would look in it for make's job server; it shares out its own jobs.
.PHONY: all
all:
	MAKEFLAGS= $(CARGO) build --release --locked --bin lucena --manifest-path "$(ROOT)/Cargo.toml" --target-dir "$(TARGET_DIR)"
	cp "$(TARGET_DIR)/release/lucena$(SUFFIX)" "$(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)"

# The proofs of the advice tables that take too long for the ordinary tests.
.PHONY: proofs
proofs:
	MAKEFLAGS= $(CARGO) test --release --locked --manifest-path "$(ROOT)/Cargo.toml" --target-dir "$(TARGET_DIR)" --test knowledge -- --ignored advice_tables advice_holds

# Random conversations with the program, the protocol as their judge; docs/testing.md says more.
CONVERSATIONS ?= 10000
.PHONY: conversations
conversations:
	MAKEFLAGS= LUCENA_CONVERSATIONS=$(CONVERSATIONS) $(CARGO) test --release --locked --manifest-path "$(ROOT)/Cargo.toml" --target-dir "$(TARGET_DIR)" --test conversations -- --nocapture
