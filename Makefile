# Builds the engine under a name of your choice, as OpenBench calls it:
#
#     make -j EXE=lucena-test              for this machine's own processor
#     make -j EXE=lucena ARCH=x86-64-v2    for any x86-64 processor since about 2009, with AVX2 and AVX-512 where it has them
#     make pgo EXE=lucena                  faster by a twentieth, from two builds (see below)
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
BUILD := $(CARGO) build --release --locked --bin lucena --manifest-path "$(ROOT)/Cargo.toml" --target-dir
MADE := $(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)

.PHONY: all
all:
	MAKEFLAGS= $(BUILD) "$(TARGET_DIR)"
	cp "$(TARGET_DIR)/release/lucena$(SUFFIX)" "$(MADE)"

# The same, guided by a profile: the compiler sees which paths a search, the solver and the builder of tables take, and favours
# them. What no run takes becomes slower than in an ordinary build, so each kind of long work needs a run here. It builds twice
# (ten minutes on two cores), and once needs: rustup component add llvm-tools
PROFILE := $(TARGET_DIR)/profile
PROFDATA ?= $(firstword $(wildcard $(shell rustc --print sysroot)/lib/rustlib/*/bin/llvm-profdata*) llvm-profdata)
# The one of another LLVM than the compiler's cannot read the profile, and would say so only after the first build.
LLVM := $(shell rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
PROFILED := $(PROFILE)/release/lucena$(SUFFIX)

.PHONY: pgo
pgo:
	"$(PROFDATA)" merge --version | grep -q "LLVM version $(LLVM)" || { \
		echo "llvm-profdata of LLVM $(LLVM) is missing: rustup component add llvm-tools" >&2; exit 1; }
	MAKEFLAGS= RUSTFLAGS="-C target-cpu=$(ARCH) -C profile-generate=$(PROFILE)/raw" $(BUILD) "$(PROFILE)"
	rm -rf "$(PROFILE)/raw"
	"$(PROFILED)" bench 14
	"$(PROFILED)" go nodes 3000000
	rm -rf "$(PROFILE)/tables"
	"$(PROFILED)" tablebase build KRNvKR --results --threads 1 --cache "$(PROFILE)/tables"
	"$(PROFILED)" solve --suite "$(ROOT)/scripts/packages/profiled_endings.epd" --threads 1 --no-build --tables "$(PROFILE)/tables"
	"$(PROFDATA)" merge -o "$(PROFILE)/merged.profdata" "$(PROFILE)/raw"
	MAKEFLAGS= RUSTFLAGS="-C target-cpu=$(ARCH) -C profile-use=$(PROFILE)/merged.profdata" $(BUILD) "$(PROFILE)"
	cp "$(PROFILED)" "$(MADE)"

# The proofs of the advice tables that take too long for the ordinary tests.
.PHONY: proofs
proofs:
	MAKEFLAGS= $(CARGO) test --release --locked --manifest-path "$(ROOT)/Cargo.toml" --target-dir "$(TARGET_DIR)" --test knowledge -- --ignored advice_tables advice_holds

# Random conversations with the program, checked against the protocol; see docs/testing.md.
CONVERSATIONS ?= 10000
.PHONY: conversations
conversations:
	MAKEFLAGS= LUCENA_CONVERSATIONS=$(CONVERSATIONS) $(CARGO) test --release --locked --manifest-path "$(ROOT)/Cargo.toml" --target-dir "$(TARGET_DIR)" --test conversations -- --nocapture
