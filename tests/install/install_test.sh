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
expect "make" env "PATH=$(dirname "$hydracc"):$PATH" make -C squares.hydra
prints env HYDRA_RANKS=2 squares.hydra/squares
expect "-S of the build tree" "$build/bin/hydracc" -S squares.c total.c -o other
expect "make HYDRACC_PREFIX=" make -C other "HYDRACC_PREFIX=$prefix"
prints other/squares

# The package: two sources, a library with a parallel loop, a build type, a header that is touched.
mkdir "$folder/project"
cp squares.c total.c squares.h "$folder/project"
cat >"$folder/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.21)
project(example LANGUAGES C)
find_package(hydracc 0.1 REQUIRED)
enable_testing()
hydracc_add_library(sums STATIC total.c)
hydracc_add_executable(squares squares.c HOST local OPTIONS -Wall LINK sums m)
target_compile_definitions(squares PRIVATE $<$<CONFIG:Debug>:DEBUGGED=1>)
target_include_directories(squares PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
install(TARGETS squares)
add_test(NAME squares COMMAND squares)
set_tests_properties(squares PROPERTIES PASS_REGULAR_EXPRESSION "998001 332833500")
END
expect "find_package" "$cmake" -S "$folder/project" -B "$folder/project/build" "-Dhydracc_ROOT=$prefix" -DCMAKE_BUILD_TYPE=Debug
expect "build with the package" "$cmake" --build "$folder/project/build" --verbose
cp "$folder/log" "$folder/said"
expect "the build type's flags" grep -e "-g .*squares.c" "$folder/said"
expect "the configuration's definition" grep -e "-DDEBUGGED=1" "$folder/said"
expect "the package's test" "$cmake" -E chdir "$folder/project/build" "$(dirname "$cmake")/ctest"
prints "$folder/project/build/squares"
prints env HYDRA_RANKS=3 HYDRA_POLICY=distribute "HYDRA_STATS=$folder/stats.json" "$folder/project/build/squares"
expect "the library's loop is shared out" grep -A2 "total.c:" "$folder/stats.json"
expect "install of the target" "$cmake" --install "$folder/project/build" --prefix "$folder/put"
prints env HYDRA_RANKS=2 "$folder/put/bin/squares"
sed -i 's/COUNT 1000/COUNT 2000/' "$folder/project/squares.h"
expect "build again" "$cmake" --build "$folder/project/build"
echo "3996001 2664667000" >"$folder/expected"
prints "$folder/project/build/squares"
echo "998001 332833500" >"$folder/expected"

# fails_with TEXT LINE: a project with this line is refused, with these words.
fails_with() {
    mkdir -p "$folder/wrong"
    cp squares.c total.c squares.h "$folder/wrong"
    printf 'cmake_minimum_required(VERSION 3.21)\nproject(wrong LANGUAGES C)\nfind_package(hydracc 0.1 REQUIRED)\n%s\n' "$2" \
        >"$folder/wrong/CMakeLists.txt"
    "$cmake" -S "$folder/wrong" -B "$folder/wrong/build" "-Dhydracc_ROOT=$prefix" >"$folder/said" 2>&1 &&
        echo "a wrong call is taken: $2" >"$folder/said"
    expect "refused: $2" grep -e "$1" "$folder/said"
}
fails_with "no keyword OPTION" "hydracc_add_executable(squares squares.c total.c OPTION -O3)"
fails_with "HOST is mpi or local" "hydracc_add_executable(squares squares.c total.c HOST locl)"

# A project that knows nothing of hydracc, built with it as the compiler.
mkdir "$folder/plain"
cp squares.c total.c squares.h "$folder/plain"
cat >"$folder/plain/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(plain LANGUAGES C)
include(CheckFunctionExists)
include(CheckCCompilerFlag)
check_function_exists(sqrt_of_nothing HAS_NOTHING)
check_function_exists(fork HAS_FORK)
check_c_compiler_flag(-Wall HAS_WALL)
if(HAS_NOTHING OR NOT HAS_FORK OR NOT HAS_WALL)
  message(FATAL_ERROR "checks go wrong: ${HAS_NOTHING} ${HAS_FORK} ${HAS_WALL}")
endif()
add_library(sums STATIC total.c)
add_executable(squares squares.c)
target_link_libraries(squares sums)
END
HYDRACC_HOST=local
export HYDRACC_HOST
expect "hydracc as CMake's compiler" "$cmake" -S "$folder/plain" -B "$folder/plain/build" "-DCMAKE_C_COMPILER=$hydracc"
expect "build with it" "$cmake" --build "$folder/plain/build"
prints env HYDRA_RANKS=3 "$folder/plain/build/squares"

[ "$failures" -eq 0 ] && echo "install: passed"
exit $((failures > 0))
