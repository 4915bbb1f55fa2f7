#!/bin/sh
# Installs a build into a prefix, moves that, and uses it in every way that does not know the build tree: the command, the
# Makefile of -S, and the CMake package.  Usage: install_test.sh CMAKE BUILD_FOLDER
set -u
cmake=$1
build=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/hydra-install-XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_orte_tmpdir_base=$folder # mpiruns at the same time must not share one
failures=0

# expect WHAT COMMAND...: the command must succeed; what it prints is shown where it does not.
expect() {
    what=$1
    shift
    if ! "$@" >"$folder/log" 2>&1; then
        echo "FAILED install: $what: $*"
        sed 's/^/  | /' "$folder/log"
        failures=$((failures + 1))
    fi
}

# prints COMMAND...: the command must print what the sequential program prints.
prints() {
    "$@" >"$folder/out" 2>"$folder/err"
    if ! cmp -s "$folder/out" "$folder/expected"; then
        echo "FAILED install: other output: $*"
        cat "$folder/out" "$folder/err" | sed 's/^/  | /'
        failures=$((failures + 1))
    fi
}

prefix="$folder/moved here"
expect "cmake --install" "$cmake" --install "$build" --prefix "$folder/first"
mv "$folder/first" "$prefix"
for file in bin/hydracc include/hydracc/hydra.h include/hydracc/hydra_rt.h; do
    expect "$file is missing" test -f "$prefix/$file"
done
hydracc="$prefix/bin/hydracc"

mkdir "$folder/work"
cd "$folder/work" || exit 1
cat >squares.h <<'END'
#define COUNT 1000
long total(const long *a, int n);
END
cat >total.c <<'END'
#include "squares.h"
long total(const long *a, int n)
{
    long sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
END
cat >squares.c <<'END'
#include <stdio.h>
#include "squares.h"
static long a[COUNT];
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < COUNT; i++)
        a[i] = (long)i * i;
    long sum = total(a, COUNT);
    printf("%ld %ld\n", a[COUNT - 1], sum);
    return 0;
}
END
echo "998001 332833500" >"$folder/expected"

expect "--version" "$hydracc" --version
expect "--host=local" "$hydracc" --host=local -Wall -Wextra squares.c total.c -o local
prints env HYDRA_RANKS=3 ./local
expect "MPI" "$hydracc" squares.c total.c -o mpi
prints ./mpi
prints mpirun --oversubscribe --bind-to none -n 2 ./mpi

# What -S of the build tree's hydracc writes builds against the installed runtime too.
expect "-S" "$hydracc" -S --host=local squares.c total.c
expect "make" make -C squares.hydra
prints env HYDRA_RANKS=2 squares.hydra/squares
expect "-S of the build tree" "$build/bin/hydracc" -S squares.c total.c -o other
expect "make HYDRACC_PREFIX=" make -C other "HYDRACC_PREFIX=$prefix"
prints other/squares

mkdir "$folder/project"
cp squares.c total.c squares.h "$folder/project"
cat >"$folder/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(example LANGUAGES C)
find_package(hydracc 0.1 REQUIRED)
enable_testing()
hydracc_add_executable(squares squares.c total.c HOST local OPTIONS -O1 LINK m)
add_test(NAME squares COMMAND squares)
set_tests_properties(squares PROPERTIES PASS_REGULAR_EXPRESSION "998001 332833500")
END
expect "find_package" "$cmake" -S "$folder/project" -B "$folder/project/build" "-Dhydracc_ROOT=$prefix"
expect "build with the package" "$cmake" --build "$folder/project/build"
expect "the package's test" "$cmake" -E chdir "$folder/project/build" "$(dirname "$cmake")/ctest"
prints "$folder/project/build/squares"

[ "$failures" -eq 0 ] && echo "install: passed"
exit $((failures > 0))
