// The table of library effects: what its letters say of each argument, and that names are found in all their spellings.
#include "passes/facts/library.h"

#include <doctest/doctest.h>

using namespace hydra::passes;

TEST_CASE("letters name the arguments, the starred one all further ones") {
    const LibraryEffect* scan = library_effect("fscanf");
    REQUIRE(scan != nullptr);
    CHECK(scan->argument(0) == '.');
    CHECK(scan->argument(1) == 'r');
    CHECK(scan->argument(2) == 'p');
    CHECK(scan->argument(9) == 'p');
    CHECK(!scan->writes(1));
    CHECK(scan->writes(5));
    CHECK(!scan->state.empty());
    const LibraryEffect* copy = library_effect("memcpy");
    REQUIRE(copy != nullptr);
    CHECK(copy->argument(2) == '.');
    CHECK(copy->argument(3) == '.'); // there is none
    CHECK(copy->bytes.exactly);
    CHECK(copy->state.empty());
}

TEST_CASE("built-in names and the suffixes of math functions mean the same function") {
    CHECK(library_effect("__builtin_memcpy") == library_effect("memcpy"));
    REQUIRE(library_effect("sqrtf") != nullptr);
    CHECK(library_effect("sqrtf")->pure());
    CHECK(library_effect("sqrtl")->pure());
    CHECK(library_effect("abs")->pure());
    CHECK(library_effect("nobody_knows") == nullptr);
}

TEST_CASE("only what follows from its arguments is pure") {
    for (const char* name : {"rand", "printf", "exit", "malloc", "strlen", "modf", "time"}) {
        CAPTURE(name);
        REQUIRE(library_effect(name) != nullptr);
        CHECK(!library_effect(name)->pure());
    }
    CHECK(library_effect("exit")->ends);
    CHECK(library_effect("bsearch")->result == LibraryEffect::Result::second);
}
