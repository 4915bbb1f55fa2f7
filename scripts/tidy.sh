#!/usr/bin/env bash
# Runs clang-tidy (.clang-tidy) over the compiler and the runtime; any finding is an error. With arguments, only the
# files whose path holds one of them are looked at:  scripts/tidy.sh passes/ driver/main.cpp
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if ! command -v clang-tidy >/dev/null 2>&1; then
    echo "tidy.sh: clang-tidy is missing; on Debian:  apt-get install clang-tidy" >&2
    exit 1
fi
cd "$root"

# How each file is compiled says a build folder where each stands for itself, and so must include what it needs: clang
# cannot read the headers that gcc has precompiled, and a file of several is none to look at. Nothing is built there but
# the parsers' sources.
overlay=$(mktemp -d)
trap 'rm -rf "$overlay"' EXIT
parsers="frontend/generated/HydraCParser.h frontend/generated/CmapsParser.h"
if ! { cmake -S "$root" -B "$overlay" -G Ninja -DCMAKE_BUILD_TYPE=Release -DHYDRA_PCH=OFF -DHYDRA_UNITY=OFF \
    -DHYDRA_BUILD_TESTS=OFF && cmake --build "$overlay" --target $parsers; } >"$overlay/log" 2>&1; then
    cat "$overlay/log" >&2
    exit 1
fi
flags=(-p "$overlay" --quiet --warnings-as-errors='*' --extra-arg=-Wno-unknown-warning-option)
# clang 14 cannot read one header of ANTLR's runtime, which nobody here needs: a copy of the umbrella header without it
# stands first on the include path.
umbrella=$(find /usr/include /usr/local/include -name antlr4-runtime.h -print -quit 2>/dev/null || true)
if [ -n "$umbrella" ]; then
    mkdir "$overlay/umbrella"
    grep -v InterpreterDataReader.h "$umbrella" >"$overlay/umbrella/antlr4-runtime.h"
    flags+=(--extra-arg-before=-isystem"$overlay/umbrella")
fi

# Only files that the build knows how to compile (a runtime without MPI leaves some out).
mapfile -t files < <(find support ir frontend passes codegen driver runtime -name '*.cpp' | sort | while read -r file; do
    grep -qF "\"$root/$file\"" "$overlay/compile_commands.json" || { echo "tidy.sh: not in this build: $file" >&2; continue; }
    [ $# -eq 0 ] && { echo "$file"; continue; }
    for wanted in "$@"; do
        case $file in *"$wanted"*) echo "$file"; break ;; esac
    done
done)
[ ${#files[@]} -gt 0 ] || { echo "tidy.sh: no such files" >&2; exit 1; }

# Says "N warnings generated" about system headers on standard error for each file; findings are on standard output.
printf '%s\0' "${files[@]}" | xargs -0 -P "${HYDRA_JOBS:-$(nproc)}" -n 1 clang-tidy "${flags[@]}" 2> >(grep -v "generated\.$\|treated as error" >&2) ||
    { echo "tidy.sh: clang-tidy has findings" >&2; exit 1; }
echo "tidy.sh: ${#files[@]} files, no findings"
