# The short words. CMake and Ninja do the building, in build/.
#
#   make dayNN      build the tools, make work/dayNN.cu from the starter if it is not there, build the exercise
#   make test       every test, the check of the course, and lint; the last line is "N passed, N failed"
#   make check      the check of the course alone
#   make check-clang  the check of the course as on a machine without nvcc; DAYS="day13 day14" for some days
#   make diagnosis  how well faults are named: the score over tests/corpus
#   make lint       formatting; make tidy adds clang-tidy
#   make bench      benchmarks
#   make model      the time model beside what was measured: the table of docs/time-model.md; UPDATE=1 keeps new counts
#   make fuzz       libFuzzer on the readers of PTX and fatbinaries, 600 seconds each; SECONDS=n for another time, 0 replays
#   make exploits   every known attack on a grader, with the outcome it must get
#   make grade-storm  grade 500 generated submissions with a kill -9 every few seconds; COUNT=n for another number
#   make grade-slurm  grade 60 submissions through a Slurm of one node
#   make evidence   capture the transcripts of days whose program changed, on the card if there is one, else on the
#                   simulator; DAY=13 for one, CARD=h200 for another card, FORCE=1 for unchanged ones too
#   make readme     the table of days in README.md again, from course/course.yaml
#   make starters   all that is made of each day for Compiler Explorer and Colab (docs/paste.md): starters/dayNN-slug.cu,
#                   course/colab/dayNN.ipynb, the links of its page; DAYS="day13" for some days
#   make clean

build := build

.PHONY: starters tools all test check check-clang diagnosis lint tidy bench model fuzz exploits grade-storm grade-slurm evidence readme clean
.DEFAULT_GOAL := tools

# The command and the simulator: all that a learner needs. The stamp tells ./harness that nothing is stale.
tools: $(build)/build.ninja
	@ninja -C $(build) harness_cli cudart remote
	@touch $(build)/.built

all: $(build)/build.ninja
	@ninja -C $(build)
	@touch $(build)/.built

day%: tools
	@$(build)/bin/harness-cli --root . prepare $@

test: $(build)/.setup-test all
	@tools/test.sh $(build)

check: tools
	@./harness check

check-clang: tools
	@. tests/toolchain/hide_nvcc.sh && ./harness check $(DAYS) --device sim

diagnosis: tools
	@ninja -C $(build) score_corpus
	@$(build)/bin/score_corpus . $(build)

lint: $(build)/.setup-test
	@tools/lint.sh

tidy: all
	@tools/lint.sh --tidy $(build)

bench: all
	@tools/bench.sh $(build)

model: tools
	@ninja -C $(build) model_table
	@tools/model.sh $(build)

# Every known attack on a grader, with the outcome it must get.
exploits: $(build)/.setup-test all
	@tests/exploits/run.sh $(build)

# The grader killed every few seconds, over so many submissions.
count := $(if $(COUNT),$(COUNT),500)
grade-storm: $(build)/.setup-test all
	@tests/grade/storm.sh $(build) $(count)

# A class through a Slurm of one node; in `make test` with few different texts.
grade-slurm: $(build)/.setup-test all
	@tests/grade/slurm.sh $(build) $(if $(COUNT),$(COUNT),60)

seconds := $(if $(SECONDS),$(SECONDS),600)
fuzz: all
	@tools/fuzz.sh $(build) $(seconds)

evidence: tools
	@tools/evidence.sh

readme: tools
	@$(build)/bin/harness-cli --root . readme >$(build)/README.md && mv $(build)/README.md README.md

starters: tools
	@$(build)/bin/harness-cli --root . starters $(DAYS)

clean:
	rm -rf $(build)

$(build)/build.ninja: $(build)/.setup
	@cmake -S . -B $(build) -G Ninja -Wno-dev >$(build)/configure.log || { cat $(build)/configure.log; exit 1; }

# Stamps: set-up looks for its packages once, not on every run.
$(build)/.setup: tools/setup.sh
	@mkdir -p $(build)
	@tools/setup.sh build
	@touch $@

$(build)/.setup-test: tools/setup.sh $(build)/.setup
	@tools/setup.sh test
	@touch $@
