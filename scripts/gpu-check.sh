#!/usr/bin/env bash
# Puts the samples and all of tests/programs through --target=cuda on this machine's GPU, under compute-sanitizer too
# where that is installed, and on two devices a rank, which share it. Needs nvcc, CMake, a C++ compiler, Python 3 and what the compiler itself is built from
# (scripts/deps.sh), but no MPI at run time: ranks are processes of this machine.
#
#     scripts/gpu-check.sh [PATTERN]      only the programs whose names hold PATTERN
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
command -v nvidia-smi >/dev/null 2>&1 || { echo "gpu-check.sh: no nvidia-smi: there seems to be no NVIDIA GPU here" >&2; exit 1; }
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv
hydracc=${HYDRACC:-$root/build/bin/hydracc}
[ -x "$hydracc" ] || "$root/scripts/build.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 count=0
for source in "$root"/samples/*.c "$root"/tests/programs/*.c "$root"/tests/programs/multi_*; do
    case $source in *"${1:-}"*) ;; *) continue ;; esac
    count=$((count + 1))
    if ! python3 -B "$root/tests/run_program.py" "$source" --hydracc "$hydracc" --target=cuda --divided >"$work/log" 2>&1; then
        failed=$((failed + 1))
        cat "$work/log"
    fi
done
echo "gpu-check.sh: $count programs, $failed failed"

# Memory errors in kernels: the samples at their own sizes.
if command -v compute-sanitizer >/dev/null 2>&1; then
    for source in "$root"/samples/*.c; do
        "$hydracc" --target=cuda --host=local -Wno-hydra-host "$source" -o "$work/sample" -lm
        if ! compute-sanitizer --error-exitcode 9 "$work/sample" >"$work/log" 2>&1; then
            failed=$((failed + 1))
            tail -n 20 "$work/log"
        fi
    done
    echo "gpu-check.sh: compute-sanitizer has seen the samples"
else
    echo "gpu-check.sh: not run: no compute-sanitizer"
fi
[ "$failed" -eq 0 ]
