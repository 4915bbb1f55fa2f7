# Settings that every folder shares, and the two functions with which folders declare what they build.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
option(HYDRA_BUILD_TESTS "Build and register the tests" ON)
option(HYDRA_ASAN "AddressSanitizer and UndefinedBehaviorSanitizer in the compiler" OFF)

option(HYDRA_PCH "Read the standard library's headers once for each library, not once for each file" ON)
option(HYDRA_UNITY "Compile the files of a room together, up to ten at once, not each by itself" ON)

option(HYDRA_FUZZ "Only the front end, the passes and the code generator, under libFuzzer (needs clang)" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_package(fmt REQUIRED)

find_program(HYDRA_CCACHE ccache)
if(HYDRA_CCACHE)
  set(launcher ${HYDRA_CCACHE})
  if(HYDRA_PCH) # which ccache otherwise takes for something that it cannot know
    set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
                 ${HYDRA_CCACHE})
  endif()
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

add_library(hydra_settings INTERFACE)
target_compile_options(hydra_settings INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Werror)
# g++ 12 warns wrongly of overlapping copies in std::string's operator+ when it optimises.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(hydra_settings INTERFACE -Wno-restrict)
endif()
# The compiler's own code waits for isl and the native compiler most of its time: a shorter build is worth more than what
# -O3 gains. The runtime, which is not built from these settings alone, has the build type's level.
add_library(hydra_compiler_settings INTERFACE)
target_link_libraries(hydra_compiler_settings INTERFACE hydra_settings)
target_compile_options(hydra_compiler_settings INTERFACE $<$<CONFIG:Release>:-O1>)
# ANTLR's headers need it in C++20; everywhere, so that one set of precompiled headers does for all.
target_compile_options(hydra_compiler_settings INTERFACE -fno-char8_t)
if(HYDRA_ASAN)
  # gcc 12 takes what its checks add to <regex> and <functional> for uses of uninitialised memory.
  target_compile_options(hydra_settings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined
                                                  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(hydra_settings INTERFACE -fsanitize=address,undefined)
endif()

if(HYDRA_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "HYDRA_FUZZ needs clang: -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -g1)
  add_link_options(-fsanitize=address,undefined)
endif()

# hydra_precompile(TARGET HEADERS...): most of what a file is compiled takes is reading these. A file includes what it
# needs all the same; HYDRA_PCH=OFF shows where one does not.
# hydra_precompile(TARGET REUSE_FROM OTHER): as another target, compiled with the same options, reads them.
function(hydra_precompile target)
  if(HYDRA_PCH AND NOT HYDRA_FUZZ)
    if("${ARGV1}" STREQUAL REUSE_FROM)
      target_precompile_headers(${target} REUSE_FROM ${ARGV2})
    else()
      target_precompile_headers(${target} PRIVATE
        <algorithm> <cstdint> <cstring> <functional> <map> <memory> <optional> <set> <string> <string_view> <utility>
        <vector> ${ARGN})
    endif()
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
    # gcc 12 forgets that they are the system's, and there warns wrongly of what std::string does.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      target_compile_options(${target} PRIVATE -Wno-stringop-overflow -Wno-array-bounds)
    endif()
  endif()
endfunction()

# hydra_library(NAME SOURCES... [LINK libs...]): the static library hydra_NAME of one folder of the compiler, with
# includes relative to the project's root ("ir/tree.h").
function(hydra_library name)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  add_library(hydra_${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  target_include_directories(hydra_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(hydra_${name} PUBLIC ${arg_LINK} PRIVATE hydra_compiler_settings)
  if(name STREQUAL support) # the first
    hydra_precompile(hydra_support <fmt/format.h> <fmt/ranges.h>)
  else()
    hydra_precompile(hydra_${name} REUSE_FROM hydra_support)
  endif()
endfunction()

# hydra_together(TARGET NAME FILES...): these are compiled as a few files, since what takes longest, to read the headers
# and to make what they have of templates, is done once for each. So the names in their anonymous namespaces differ.
# HYDRA_UNITY=OFF: each by itself, which is shorter where only one of them has changed.
function(hydra_together target name)
  if(NOT HYDRA_UNITY OR HYDRA_FUZZ)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(LENGTH ARGN count)
  math(EXPR groups "(${count} + 9) / 10")
  set(index 0)
  foreach(file ${ARGN})
    math(EXPR group "${index} * ${groups} / ${count}")
    set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${name}_${group})
    math(EXPR index "${index} + 1")
  endforeach()
  # A class of one file may have members of its anonymous namespace; g++ takes that file for a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# hydra_room(TARGET [EXCEPT files...] [ALONE files...]): the sources of this folder belong to the target, which a folder
# above declares. ALONE: these are objects of their own, since not every program that links the library can have them.
function(hydra_room target)
  cmake_parse_arguments(arg "" "" "EXCEPT;ALONE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(REMOVE_ITEM sources ${arg_EXCEPT})
  target_sources(${target} PRIVATE ${sources})
  list(REMOVE_ITEM sources ${arg_ALONE})
  get_filename_component(room ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  hydra_together(${target} ${room} ${sources})
endfunction()

# hydra_unit_test(NAME SOURCES... [LINK libs...]): one doctest executable, registered case by case.
function(hydra_unit_test name)
  if(NOT HYDRA_BUILD_TESTS)
    return()
  endif()
  find_package(doctest REQUIRED)
  list(APPEND CMAKE_MODULE_PATH ${doctest_DIR}) # the package itself appends it at its first call only
  include(doctest)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${arg_LINK} doctest::doctest hydra_compiler_settings)
  hydra_precompile(${name})
  doctest_discover_tests(${name} TEST_PREFIX "unit.${name}." PROPERTIES TIMEOUT 120 LABELS unit)
endfunction()
