#!/usr/bin/env bash
# Installs what building, testing and using hydracc needs on Debian or Ubuntu, and only what is missing; silent and
# without any right where nothing is. With --tests also a browser, in which tests look at pages; they say where there
# is none.
set -euo pipefail

# A package, and a command or file (or pattern of files) that shows that it is there.
needs=(
    "g++:g++" "gcc:gcc" "make:make" "cmake:cmake" "ninja-build:ninja" "pkg-config:pkg-config" "ccache:ccache"
    "python3:python3" "antlr4:antlr4"
    "libantlr4-runtime-dev:/usr/include/antlr4-runtime/antlr4-runtime.h"
    "libfmt-dev:/usr/include/fmt/core.h"
    "libisl-dev:/usr/include/isl/cpp.h"
    "libelf-dev:/usr/include/libelf.h" "binutils:objcopy"
    "nlohmann-json3-dev:/usr/include/nlohmann/json.hpp"
    "doctest-dev:/usr/include/doctest/doctest.h"
    "openmpi-bin:mpirun" "libopenmpi-dev:mpicc"
    "opencl-c-headers:/usr/include/CL/cl.h" "ocl-icd-opencl-dev:/usr/lib/*/libOpenCL.so"
    "pocl-opencl-icd:/etc/OpenCL/vendors/pocl.icd" # runs OpenCL on the host's cores
)

missing=()
for need in "${needs[@]}"; do
    package=${need%%:*} sign=${need#*:}
    case $sign in
    /*) compgen -G "$sign" >/dev/null || missing+=("$package") ;;
    *) command -v "$sign" >/dev/null 2>&1 || missing+=("$package") ;;
    esac
done
optional=()
if [ "${1:-}" = --tests ] && ! command -v chromium >/dev/null 2>&1 && ! command -v google-chrome >/dev/null 2>&1; then
    optional=(chromium)
fi
[ ${#missing[@]} -eq 0 ] && [ ${#optional[@]} -eq 0 ] && exit 0

say() { echo "deps.sh: $*" >&2; }

leave_out() { # what tests can do without
    say "$1: tests of pages will say 'not run: no chromium'"
    [ ${#missing[@]} -eq 0 ] && exit 0
    optional=()
}

if ! command -v apt-get >/dev/null 2>&1; then
    [ ${#optional[@]} -eq 0 ] || leave_out "there is no apt-get here"
    say "these Debian packages (or their like on this system) are missing: ${missing[*]}"
    say "there is no apt-get here, so please install them by hand"
    exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
    as_root=(env)
elif command -v sudo >/dev/null 2>&1; then
    as_root=(sudo env)
else
    [ ${#optional[@]} -eq 0 ] || leave_out "you are not root and there is no sudo"
    say "these packages are missing: ${missing[*]}"
    say "you are not root and there is no sudo; ask an administrator for:  apt-get install ${missing[*]}"
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    say "installing $* ..."
    { "${as_root[@]}" apt-get -qq update &&
        "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@"; } >"$log" 2>&1
}
if [ ${#missing[@]} -gt 0 ] && ! install "${missing[@]}"; then
    tail -n 20 "$log" >&2
    say "apt-get failed (its last lines stand above); is the network there?"
    exit 1
fi
if [ ${#optional[@]} -gt 0 ] && ! install "${optional[@]}"; then
    say "there is no chromium to be had: tests of pages will say 'not run: no chromium'"
fi
