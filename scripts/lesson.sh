#!/usr/bin/env bash
# Runs a lesson of docs/lessons: shows each command of its page and what it prints, in order, in a temporary folder that
# has the lessons' programs and the samples. Without a number: lists the lessons.
#
#     scripts/lesson.sh [N [solution]]        solution: the commands of the exercise's solution instead
#
# The pages' blocks of "console" are read: a line that begins with "$ " is a command. Where standard input is a
# terminal, it waits before each. (tests/cli/lessons_test.py compares what is shown with what the pages say.)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
lessons=$root/docs/lessons

usage() {
    echo "scripts/lesson.sh N           runs lesson N"
    echo "scripts/lesson.sh N solution  runs the solution of its exercise"
    echo
    sed -n 's/^# //p' "$lessons"/[0-9]*.md
}

if [ $# -eq 0 ]; then
    usage
    exit 0
fi
part=${2:-lesson}
page=
if [[ $1 =~ ^[0-9]{1,2}$ ]]; then
    page=$(printf "%s/%02d-" "$lessons" "$((10#$1))")
    page=$(compgen -G "$page*.md" || true)
fi
if [ -z "$page" ] || [ $# -gt 2 ] || { [ "$part" != lesson ] && [ "$part" != solution ]; }; then
    usage >&2
    exit 2
fi

if ! hydracc=$(command -v hydracc); then
    hydracc=$root/build/bin/hydracc
    if [ ! -x "$hydracc" ]; then
        echo "lesson.sh: there is no hydracc: scripts/deps.sh and scripts/build.sh install what is needed and build it" >&2
        exit 1
    fi
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/hydra-lesson-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cp "$lessons"/programs/*.c "$root"/samples/*.c "$folder"
cd "$folder"
PATH=$(cd "$(dirname "$hydracc")" && pwd):$PATH
for name in $(compgen -e | grep -E '^HYDRA(CC)?_' || true); do # a lesson says itself what is set
    unset "$name"
done

inside= here=lesson heading=
while IFS= read -r line <&3; do
    case $line in
    '```console') inside=yes ;;
    '```') inside= ;;
    '## Solution'*) here=solution heading=$line ;;
    '#'*) [ -n "$inside" ] || heading=$line ;;
    '$ '*)
        [ -n "$inside" ] && [ $here = "$part" ] || continue
        if [ -n "$heading" ]; then
            printf '\n%s\n\n' "$heading"
            heading=
        fi
        printf '%s' "$line"
        if [ -t 0 ]; then
            read -r -s # until Enter is pressed
        fi
        echo
        status=0
        bash -c "${line#\$ }" 2>&1 </dev/null || status=$?
        [ $status -eq 0 ] || echo "[status $status]"
        ;;
    esac
done 3<"$page"
