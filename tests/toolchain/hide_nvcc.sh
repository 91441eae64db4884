# Sourced: makes this shell one of a machine without nvcc. Where nvcc shares a folder with everything else, as Debian's
# package does, clang is asked for by name. $hidden: why `harness doctor` says that it was chosen.
without=
for folder in $(echo "$PATH" | tr ':' ' '); do
  [ -x "$folder/nvcc" ] && [ ! -x "$folder/g++" ] || without=${without:+$without:}$folder
done
PATH=$without CUDA_HOME=/nonexistent
export PATH CUDA_HOME
hidden="no nvcc is installed"
if command -v nvcc >/dev/null 2>&1; then
  HARNESS_COMPILER=clang hidden="HARNESS_COMPILER=clang"
  export HARNESS_COMPILER
fi
