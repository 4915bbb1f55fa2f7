#!/usr/bin/env bash
# Puts the samples and all of tests/programs through --target=cuda on this machine's GPU, at 1 and 3 ranks, with rows in
# turn, and on two devices a rank, which share it; then the samples through compute-sanitizer, where that is installed.
# Needs nvcc, CMake, a C++ compiler, Python 3 and what the compiler itself is built from (scripts/deps.sh), but no MPI at
# run time: ranks are processes of this machine. HYDRACC names a hydracc that is already built.
#
#     scripts/gpu-check.sh [-j JOBS] [-b] [-r RANKS] [-s SECONDS] [-o DIR] [PATTERN]
#
# -b: 1 and 3 ranks only; -r "1": with these numbers of ranks only (each rank's start takes a while); -s: begin no
# program later than that; -o: where what failed writes its log (NAME.log). PATTERN, an extended regular expression:
# only programs whose paths match.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc) options=(--divided) limit=1000000 logs=
while getopts j:br:s:o: option; do
    case $option in
        j) jobs=$OPTARG ;;
        b) options=(--brief) ;;
        r) options+=(--ranks "$OPTARG") ;;
        s) limit=$OPTARG ;;
        o) logs=$OPTARG ;;
        *) sed -n '7s/^# *//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
pattern=${1:-.}
command -v nvidia-smi >/dev/null 2>&1 || { echo "gpu-check.sh: no nvidia-smi: there seems to be no NVIDIA GPU here" >&2; exit 1; }
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv
hydracc=${HYDRACC:-$root/build/bin/hydracc}
[ -x "$hydracc" ] || "$root/scripts/build.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
logs=${logs:-$work}
mkdir -p "$logs"
touch "$work/programs" "$work/sanitized"

# The programs whose paths match, in an order that has nothing to do with their names: if time runs out, what was left
# out is a fair part of all.
selected() { printf '%s\n' "$@" | grep -E -- "$pattern" | while read -r source; do echo "$(cksum <<<"${source##*/}") $source"; done | sort -n | sed 's/.* //'; }

# each NAME FILE COMMAND…: runs it unless time is over, and notes in FILE what came of it.
each() {
    local name=$1 noted=$2
    shift 2
    [ "$SECONDS" -lt "$limit" ] || { echo "late $name" >>"$noted"; return; }
    if "$@" >"$work/$name.out" 2>&1; then
        echo "passed $name" >>"$noted"
    else
        echo "failed $name" >>"$noted"
        cp "$work/$name.out" "$logs/$name.log"
    fi
    rm -f "$work/$name.out"
}

program() { each "$(basename "$1" .c)" "$work/programs" python3 -B "$root/tests/run_program.py" "$1" --hydracc "$hydracc" --target=cuda "${options[@]}"; }

# Memory errors in kernels, and what they read that nobody wrote.
sanitized() {
    local sample="$work/sample-$1"
    "$hydracc" --target=cuda --host=local -Wno-hydra-host "$root/samples/$1.c" -o "$sample" -lm
    compute-sanitizer --error-exitcode 9 "$sample"
    HYDRA_RANKS=2 compute-sanitizer --target-processes all --error-exitcode 9 "$sample"
}

in_parallel() { # FUNCTION < one argument a line
    local function=$1 argument
    while read -r argument; do
        while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
        "$function" "$argument" &
    done
    wait
}

count() { grep -c "^$1 " "$2" 2>/dev/null || true; }
summary() { # TITLE FILE
    sort "$2" | sed -n 's/^failed /  failed: /p'
    echo "gpu-check.sh: $1: $(count passed "$2") passed, $(count failed "$2") failed, $(count late "$2") not begun in time, $SECONDS s"
}

selected "$root"/samples/*.c "$root"/tests/programs/*.c "$root"/tests/programs/multi_* >"$work/sources"
in_parallel program <"$work/sources"
for log in "$logs"/*.log; do [ ! -e "$log" ] || tail -n 1 "$log"; done
summary "programs on the GPU" "$work/programs"

if command -v compute-sanitizer >/dev/null 2>&1; then
    sanitized_noted() { each "sanitizer-$1" "$work/sanitized" sanitized "$1"; }
    { selected "$root"/samples/*.c || true; } | sed 's|.*/||; s|\.c$||' >"$work/samples"
    in_parallel sanitized_noted <"$work/samples"
    summary "samples under compute-sanitizer" "$work/sanitized"
else
    echo "gpu-check.sh: compute-sanitizer: not run: it is not installed"
fi
[ "$(count failed "$work/programs")" -eq 0 ] && [ "$(count failed "$work/sanitized")" -eq 0 ]
