#!/bin/sh
# Builds the scenes and runs each as its own process: sh run.sh BUILD-FOLDER [nvcc flags...]. Prints what they print, with
# the exit status of those that end badly. The library that answers is the loader's choice: NVIDIA's, or the simulator's
# by LD_LIBRARY_PATH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
mkdir -p "$build"
newest=$(ls -t "$here"/*.cu "$here"/*.h | head -1)
if [ ! -x "$build/api" ] || [ "$newest" -nt "$build/api" ]; then
  nvcc -std=c++17 --cudart shared -gencode arch=compute_75,code=compute_75 "$@" "$here"/*.cu -o "$build/api"
fi
for scene in $("$build/api"); do
  echo "[$scene]"
  status=0
  timeout 60 "$build/api" "$scene" || status=$?
  [ "$status" -eq 0 ] || echo "exit status $status"
done
