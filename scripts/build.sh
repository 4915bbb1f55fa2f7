#!/usr/bin/env bash
# Installs what is missing, and builds hydracc (release) in build/ below the project's root; quiet unless it fails.
# Other scripts call it first. BUILD_JOBS says how many compilers run at once (default: one a core).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/deps.sh"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() {
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        echo "build.sh: this failed:  $*" >&2
        exit 1
    fi
}
generator=()
[ -f "$root/build/CMakeCache.txt" ] || generator=(-G Ninja -DCMAKE_BUILD_TYPE=Release)
quietly cmake -S "$root" -B "$root/build" "${generator[@]}"
echo "building hydracc in $root/build ..."
quietly cmake --build "$root/build" -j "${BUILD_JOBS:-$(nproc)}" "$@"
