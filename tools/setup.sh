#!/bin/sh
# Makes sure that everything the build needs is there. Run by make, once: a stamp in build/ says that it was.
#
#   tools/setup.sh build    compiler, CMake, Ninja and the libraries; clang where no CUDA compiler is (docs/clang.md)
#   tools/setup.sh test     clang in any case, clang-format 14, bubblewrap, tmux and Slurm as well
#
# Installs what is missing with apt-get when it may (as root, or through a sudo that asks no password); otherwise one
# line says what to install. Exits 0 when all is there.
set -eu

purpose=${1:-build}

have() { command -v "$1" >/dev/null 2>&1; }

# Not on everybody's PATH.
have_daemon() { have "$1" || [ -x "/usr/sbin/$1" ]; }

# The compiler is the one that knows where headers may lie.
have_header() { echo "#include <$1>" | g++ -std=c++20 -E -x c++ - >/dev/null 2>&1; }

# Names of the Debian packages that are missing, one a line.
missing_packages() {
  have g++ || echo g++
  have cmake || echo cmake
  have ninja || echo ninja-build
  have pkg-config || echo pkg-config
  if [ "$purpose" = test ]; then
    have tmux || echo tmux # the terminal in which tests use the course
    have less || echo less # which shows long pages there
    have bwrap || echo bubblewrap # the sandbox of `harness grade`, which tests try to break out of
    have_daemon slurmctld || echo slurmctld # a cluster of one node, for `harness grade --slurm`
    have_daemon slurmd || echo slurmd
    have sbatch || echo slurm-client
    have_daemon munged || echo munge
    have clang-format-14 || case $(clang-format --version 2>/dev/null) in *"version 14."*) ;; *) echo clang-format-14 ;; esac
  fi
  while read -r header package; do
    have g++ && have_header "$header" || echo "$package"
  done <<EOF
doctest/doctest.h doctest-dev
fmt/format.h libfmt-dev
yaml-cpp/yaml.h libyaml-cpp-dev
CLI/CLI.hpp libcli11-dev
zstd.h libzstd-dev
lz4.h liblz4-dev
EOF
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_install() {
  have apt-get && { [ "$(id -u)" -eq 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }
}

# apt knows a version of this package that it could install.
has_candidate() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | grep -q '^ *Candidate: [^(]'; }

install_packages() {
  echo "installing: $*" >&2
  log=$(mktemp)
  # A fresh root has no package lists yet.
  has_candidate cmake || as_root apt-get update >"$log" 2>&1 || :
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >>"$log" 2>&1; then
    as_root apt-get update >>"$log" 2>&1 || : # lists that have aged name files which are gone
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >>"$log" 2>&1 || {
      tail -n 5 "$log" >&2
      rm -f "$log"
      return 1
    }
  fi
  rm -f "$log"
}

have_nvcc() {
  have nvcc || [ -x "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" ]
}

# Clang 16 or later, which is enough for the simulator. src/harness/clang.cpp looks for the same names.
have_clang() {
  for version in 16 17 18 19 20 21 22 23 24; do
    if have "clang++-$version"; then return 0; fi
  done
  have clang++ && [ "$(clang++ -dumpversion | cut -d. -f1)" -ge 16 ]
}

clang_package() {
  for version in 16 17 18 19 20; do
    if has_candidate "clang-$version"; then
      echo "clang-$version"
      return
    fi
  done
}

# Package lists of a fresh root are empty: without them no package has a candidate.
refresh_lists() { has_candidate cmake || as_root apt-get update >/dev/null 2>&1 || :; }

# What packages cost, as apt says it: "64.4 MB to fetch, 349 MB on disk".
size_of() {
  LC_ALL=C apt-get install --assume-no --no-install-recommends "$@" 2>/dev/null | sed -n \
    -e 's/^Need to get \(.*\) of archives.*/\1 to fetch, /p' -e 's/^After this operation, \([0-9.,]* .B\).*/\1 on disk/p' | tr -d '\n'
}

install_clang() {
  refresh_lists
  package=$(clang_package)
  [ -n "$package" ] || return 1
  echo "$1: $package, $(size_of "$package")" >&2
  install_packages "$package"
}

# NVIDIA's own packages where their repository is set up.
nvcc_packages() {
  for version in 13-0 12-9 12-8 12-6; do
    if has_candidate "cuda-nvcc-$version"; then
      echo "cuda-nvcc-$version cuda-cudart-dev-$version"
      return
    fi
  done
}

# Lessons in the terminal are nicer with it; nothing else needs it, so its absence stops nobody.
if ! have_header cmark-gfm-core-extensions.h && may_install; then
  install_packages libcmark-gfm-dev libcmark-gfm-extensions-dev || :
fi

packages=$(missing_packages | tr '\n' ' ')
packages=${packages% }
if [ -n "$packages" ]; then
  if may_install; then
    # shellcheck disable=SC2086 # a list of names, one word each
    install_packages $packages || :
    packages=$(missing_packages | tr '\n' ' ')
  fi
  if [ -n "$packages" ]; then
    echo "set-up: please install: ${packages% } (Debian and Ubuntu: sudo apt-get install ${packages% })" >&2
    exit 1
  fi
fi

if ! have_nvcc && may_install; then
  packages=$(nvcc_packages)
  # shellcheck disable=SC2086
  [ -z "$packages" ] || install_packages $packages || :
fi
if ! have_nvcc && ! have_clang && may_install; then
  install_clang "no CUDA compiler is installed, and clang takes its place on the simulator" || :
fi
if ! have_nvcc && ! have_clang; then
  echo "set-up: no CUDA compiler: please install clang 16 or later (Debian and Ubuntu: sudo apt-get install clang-16), which is enough for the simulator, or the CUDA toolkit, 12.0 or later (https://developer.nvidia.com/cuda-downloads; package cuda-nvcc), or set CUDA_HOME. A GPU is not needed." >&2
  exit 1
fi
# The tests of the course without a toolkit want it beside nvcc.
if [ "$purpose" = test ] && ! have_clang; then
  { may_install && install_clang "for the tests without a CUDA toolkit"; } || {
    echo "set-up: please install: clang-16 (Debian and Ubuntu: sudo apt-get install clang-16)" >&2
    exit 1
  }
fi
