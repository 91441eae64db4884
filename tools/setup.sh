#!/bin/sh
# Makes sure that everything the build needs is there. Run by make, once: a stamp in build/ says that it was.
#
#   tools/setup.sh build    compiler, CMake, Ninja and the libraries
#   tools/setup.sh test     clang-format 14, bubblewrap, tmux and Slurm as well
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

# NVIDIA's own packages where their repository is set up, else Debian's.
nvcc_packages() {
  for version in 13-0 12-9 12-8 12-6; do
    if has_candidate "cuda-nvcc-$version"; then
      echo "cuda-nvcc-$version cuda-cudart-dev-$version"
      return
    fi
  done
  if has_candidate nvidia-cuda-toolkit; then echo nvidia-cuda-toolkit; fi
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
if ! have_nvcc; then
  echo "set-up: no CUDA compiler: please install the CUDA toolkit, 12.0 or later (https://developer.nvidia.com/cuda-downloads; package cuda-nvcc), or set CUDA_HOME. A GPU is not needed." >&2
  exit 1
fi
