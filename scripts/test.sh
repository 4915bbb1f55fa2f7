#!/usr/bin/env bash
# Builds hydracc and runs all its tests; the last lines are ctest's summary.
#
#     scripts/test.sh [--all] [ctest options ...]
#
# --all: the long checks too (sizes of the design, memory, more random programs, all programs through nvcc, speed).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
all=no
if [ "${1:-}" = --all ]; then
    all=yes
    shift
fi
"$root/scripts/deps.sh" --tests
"$root/scripts/build.sh"

status=0
cd "$root/build"
# Two tests at once; those that measure or kill run alone.
some=(-LE "^long$")
[ $all = yes ] && some=()
ctest --output-on-failure -j "${TEST_JOBS:-2}" "${some[@]}" "$@" || status=$?

if [ $all = yes ]; then
    hydracc=$root/build/bin/hydracc
    for program in jacobi heat3d floyd; do
        python3 -B "$root/tests/volumes/volumes.py" $program --hydracc "$hydracc" --full || status=1
    done
    python3 -B "$root/tests/memory/peak.py" --hydracc "$hydracc" --full || status=1
    python3 -B "$root/tests/fuzz/fuzz.py" --hydracc "$hydracc" --seeds 1000..1499 --failures "$root/build/failures" || status=1
    python3 -B "$root/bench/frontend.py" --hydracc "$hydracc" || status=1
    python3 -B "$root/bench/host.py" --hydracc "$hydracc" || status=1
    python3 -B "$root/bench/launch.py" --hydracc "$hydracc" || status=1
fi
exit $status
