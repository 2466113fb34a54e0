# Builds the engine under a name of your choice, as OpenBench calls it:
#
#     make -j EXE=lucena-test              for this machine's own processor
#     make -j EXE=lucena ARCH=x86-64-v2    for any x86-64 processor since about 2009, with AVX2 and AVX-512 where it has them
#
# EXE may be a path. Without a folder, the binary goes beside this file.

EXE ?= lucena
ARCH ?= native
CARGO ?= cargo

ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))
TARGET_DIR := $(or $(CARGO_TARGET_DIR),$(ROOT)/target)
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

# .cargo/config.toml already builds for the machine's own processor. RUSTFLAGS replaces the flags in that file, so this sets it
# only for another processor.
ifneq ($(ARCH),native)
export RUSTFLAGS := -C target-cpu=$(ARCH)
endif

# An empty MAKEFLAGS keeps cargo from looking for make's job server; cargo schedules its own jobs.
.PHONY: all
all:
	MAKEFLAGS= $(CARGO) build --release --locked --bin lucena --manifest-path "$(ROOT)/Cargo.toml" --target-dir "$(TARGET_DIR)"
	cp "$(TARGET_DIR)/release/lucena$(SUFFIX)" "$(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)"

# The proofs of the advice tables that take too long for the ordinary tests.
.PHONY: proofs
proofs:
	MAKEFLAGS= $(CARGO) test --release --locked --manifest-path "$(ROOT)/Cargo.toml" --target-dir "$(TARGET_DIR)" --test knowledge -- --ignored advice_tables advice_holds

# Random conversations with the program, checked against the protocol; see docs/testing.md.
CONVERSATIONS ?= 10000
.PHONY: conversations
conversations:
	MAKEFLAGS= LUCENA_CONVERSATIONS=$(CONVERSATIONS) $(CARGO) test --release --locked --manifest-path "$(ROOT)/Cargo.toml" --target-dir "$(TARGET_DIR)" --test conversations -- --nocapture
