#!/usr/bin/env bash
# Runs the hand-written programs of this folder:  run.sh FOLDER-OF-THEIR-EXECUTABLES
# Equal output for every number of ranks over shared memory and MPI, volumes to the byte, and for each way to fail the
# documented status and message.
set -u
bin=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_orte_tmpdir_base=$work # mpiruns at the same time must not share one
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# run HOST RANKS PROGRAM ARGS...: output in $work/out and $work/err, counters in $work/stats; returns its status
run() {
    local host=$1 ranks=$2 program=$3
    shift 3
    rm -f "$work/stats"
    if [ "$host" = local ]; then
        HYDRA_POLICY=distribute HYDRA_STATS=$work/stats HYDRA_RANKS=$ranks timeout 60 "$bin/rt_${program}_local" "$@" >"$work/out" 2>"$work/err"
    else
        HYDRA_POLICY=distribute HYDRA_STATS=$work/stats timeout 60 mpirun --oversubscribe --bind-to none -n "$ranks" \
            "$bin/rt_${program}_mpi" "$@" >"$work/out" 2>"$work/err"
    fi
}

coherence() { sed -n 's/.*"coherence": {"bytes": \([0-9]*\).*/\1/p' "$work/stats"; }

# same_output_and_volume HOST RANKS BYTES PROGRAM ARGS...
same_output_and_volume() {
    local host=$1 ranks=$2 bytes=$3
    shift 3
    run "$host" "$ranks" "$@" || fail "$* on $ranks ranks ($host): status $?"
    cmp -s "$work/out" "$work/expected" || fail "$* on $ranks ranks ($host): output differs"
    [ "$(coherence)" = "$bytes" ] || fail "$* on $ranks ranks ($host): $(coherence) coherence bytes, not $bytes"
}

n=53
steps=10
for form in swap copy; do
    for init in serial parallel; do
        run local 1 jacobi $n $steps $form $init || fail "jacobi on one rank"
        cp "$work/out" "$work/expected"
        counted=$steps
        [ $init = serial ] && counted=$((steps - 1))
        for ranks in 1 2 3 4 7; do
            for host in local mpi; do
                [ $host = mpi ] && [ $ranks != 3 ] && [ $form$init != swapserial ] && continue # mpirun starts slowly
                same_output_and_volume $host $ranks $((8 * (n - 2) * 2 * (ranks - 1) * counted)) \
                    jacobi $n $steps $form $init
            done
        done
    done
done
run local 1 floyd 64 || fail "floyd on one rank"
cp "$work/out" "$work/expected"
for ranks in 2 3 8; do
    same_output_and_volume local $ranks $((8 * 64 * 63 * (ranks - 1))) floyd 64
done
HYDRA_TRANSPORT=mpi HYDRA_MESSAGE_BYTES=7 same_output_and_volume mpi 2 $((8 * 64 * 63)) floyd 64

# ends STATUS TEXT ARGS...: on 1 and 3 local ranks behaviour ends so, and its standard error contains the text
ends() {
    local status=$1 message=$2
    shift 2
    for ranks in 1 3; do
        run local $ranks behaviour "$@"
        local got=$?
        [ $got = "$status" ] || fail "behaviour $* on $ranks ranks: status $got, not $status"
        [ "$(grep -c 'says so' "$work/err")" = 1 ] || fail "behaviour $* on $ranks ranks: output not once"
        grep -q "$message" "$work/err" || fail "behaviour $* on $ranks ranks: no '$message'"
    done
}
ends 0 "" nothing 0
ends 4 "" nothing 4
ends 9 "" status 9
ends 0 "" memory
ends 70 "bytes are available" huge 5000
ends 0 "not known which array numbers points into" unknown
ends 70 "writes numbers.*outside" outside 1
ends 70 "numbers through a pointer that is in no allocated block" freed
ends 70 "free of an address" double-free
ends 0 "" overlap 3
ends 139 "" crash 700
ends 134 "" abort 100
ends 5 "" leave 700
ends 6 "" exit-inside 300

[ $failures = 0 ] && echo "all as expected"
exit $((failures > 0))
