#!/usr/bin/env bash
# Shows hydracc at work: builds it (and nothing else, no tests), translates samples/jacobi.c for four ranks that are
# processes of this machine, runs it, compares the output with the sequential program's, and shows what moved.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
ranks=4 size=1200 steps=60

folder=$(mktemp -d)
step="preparing"
remedy=""
finish() {
    status=$?
    rm -rf "$folder"
    if [ $status -ne 0 ]; then
        echo >&2
        echo "demo.sh: stopped while $step." >&2
        [ -z "$remedy" ] || echo "$remedy" >&2
    fi
}
trap finish EXIT

step="installing packages and building hydracc"
remedy="The message above says what is missing. scripts/deps.sh installs packages; remove build/ to start afresh."
"$root/scripts/build.sh" --target hydracc
hydracc=$root/build/bin/hydracc
[ -x "$hydracc" ]

step="building the sequential program"
remedy="gcc could not translate samples/jacobi.c: is the C compiler complete (libc6-dev)?"
gcc -O2 -ffp-contract=off -Wno-unknown-pragmas "$root/samples/jacobi.c" -o "$folder/sequential" -lm

step="translating samples/jacobi.c with hydracc"
remedy="See the message above; 'hydracc -v' shows the commands that it runs."
echo "\$ hydracc --host=local samples/jacobi.c -o jacobi"
"$hydracc" --host=local "$root/samples/jacobi.c" -o "$folder/jacobi"

step="running jacobi on $ranks ranks"
remedy="See the message above; 'HYDRA_VERBOSE=1' tells what each rank finds on this machine."
echo "\$ HYDRA_RANKS=$ranks ./jacobi $size $steps 1 1"
HYDRA_STATS="$folder/stats.json" HYDRA_RANKS=$ranks timeout 300 \
    "$folder/jacobi" $size $steps 1 1 | tee "$folder/parallel.txt"

step="comparing with the sequential program"
remedy="A different answer is a bug in hydracc: please report it with the output above and 'hydracc --version'."
"$folder/sequential" $size $steps 1 1 >"$folder/sequential.txt"
diff "$folder/sequential.txt" "$folder/parallel.txt"
echo
echo "same as sequential"
echo

step="reading the counters"
remedy="HYDRA_STATS should have written a JSON file."
python3 -B - "$folder/stats.json" <<'PYTHON'
import json
import sys

stats = json.load(open(sys.argv[1]))
seconds = stats["seconds"]
print(f"time: {seconds['total']:.3f} s on {stats['ranks']} ranks "
      f"({seconds['kernels']:.3f} s in loops, {seconds['communication']:.3f} s communicating, "
      f"{seconds['planning'] + seconds['runtime']:.4f} s planning and bookkeeping)")
print("\nwhat moved between the ranks      bytes   messages")
for key, text in (("coherence", "loop to loop"), ("serial", "for serial code"), ("reduction", "reductions")):
    print(f"  {text:24}{stats[key]['bytes']:13,}{stats[key]['messages']:11,}")
print("\nparallel loop             launches        bytes")
for loop in stats["loops"]:
    print(f"  {loop['at'].rsplit('/', 1)[-1]:22}{loop['launches']:10,}{loop['coherence_bytes']:13,}")
print("\nfrom rank (row) to rank (column), bytes")
width = max(11, *(len(f"{v:,}") + 2 for row in stats["traffic"] for v in row))
for row in stats["traffic"]:
    print("  " + "".join(f"{value:>{width},}" for value in row))
PYTHON
