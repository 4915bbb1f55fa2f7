#!/usr/bin/env bash
# Formats the C++ sources with clang-format (.clang-format); --check only says whether that would change something.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if ! command -v clang-format >/dev/null 2>&1; then
    echo "format.sh: clang-format is missing; on Debian:  apt-get install clang-format" >&2
    exit 1
fi
mode=(-i)
[ "${1:-}" = --check ] && mode=(--dry-run --Werror)
cd "$root"
find support ir frontend passes codegen runtime driver tests/unit \( -name '*.cpp' -o -name '*.h' \) -print0 |
    xargs -0 clang-format "${mode[@]}"
