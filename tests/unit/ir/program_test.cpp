// The program's text form goes round, and the verifier catches what is broken.
#include <doctest/doctest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "support/diag.h"

using namespace hydra;

namespace {

const char* const text = R"(kernel 0 {
  name "main_31"
  at "jacobi.c:31"
  space {
    begin "1"
    end "n - 1"
  }
  touches {
    key "n" { host "n" variable }
    key "m" { host "s.m" }
    slot "a" { host "a" elem 8 lengths "n", "m" }
    slot "b" { host "b" elem 8 }
    access read 0 "a[i - 1][j]" box {
      bounds "hydra_lo - 1" .. "hydra_hi - 1", "1" .. "n - 1" by "2", "0" .. "m"
      guard "n >= 3"
      row "-1"
      each 2
      facts "0 <= j < n"
      range 0:120-131=
      moves neighbour { subscript "i - 1" distance "-1" }
      also "a[i][j]" { kind may_write reason "a \"condition\" on data" range 0:140-150 }
    }
    access may_write 1 "b[i]" rows {
      rows "for (long k = hydra_lo; k < n; k += 1) {\n"
          "  ROW(k, 0, (m) + 1, 1);\n"
          "}\n"
      reason "data"
    }
  }
  analysis {
    replicated
    reason "it prints"
    taken_apart "a" / "b", "b" / "b"
  }
  schedule {
    inner "j" { dimension 1 }
    stage { dealt }
    reused
  }
  distribution {
    alignment { slot 0 streams }
    grid { group 2 down 16 across 8 }
    candidate "rows" { volume "8*P" possible no }
  }
}
kernel 1 {
  name "main_40"
  at "jacobi.c:40"
  space {
    counted
    begin "0"
    end "m"
    start "n"
    step "-3"
    astray "c <= 0 && n > 0"
    descending
  }
  inspection {
    inspector { body "\x01a\x02[i] = 1;" functions "int f(void);" }
    forgets
  }
}
site 0 {
  name "main_50"
  at "jacobi.c:50"
  touches {
    slot "a" { host "a" elem 8 }
    access read 0 "a[5]" whole { reason "data" }
    watched "m->px" { host "&m->px" bytes 8 }
  }
  alone
  handed "x", "y"
}
accessor "hydra_told_0" {
  host "&a[0]"
  pointer
}
function "main" {
  body {
    alloc "a"
    transfer 0
    serial "jacobi.c:20"
    loop "jacobi.c:30" {
      body {
        launch 0
        branch "jacobi.c:33" {
          then {
            launch 1
          }
          else {
            free "a" { at "jacobi.c:34" }
          }
        }
      }
    }
  }
}
)";

} // namespace

TEST_CASE("printing what was parsed gives the same text") {
    const ir::Program program = ir::parse(text);
    CHECK(ir::print(program) == text);
    CHECK_NOTHROW(ir::verify(program));
}

TEST_CASE("the reader says where a text is wrong") {
    CHECK_THROWS_WITH(ir::parse("kernel 0 {\n  nonsense\n}"), "line 2: a kernel has no nonsense");
    CHECK_THROWS_WITH(ir::parse("kernel 0 { loop 12 }"), "line 1: there is no statement 12");
    CHECK_THROWS_WITH(ir::parse("kernel 0 {\nanalysis { looked_up\nwork:7 } }"),
                      "line 3: there is no expression work:7");
    CHECK_THROWS_WITH(ir::parse("function \"f\" { body { jump 3 } }"), "line 1: no operation is called jump");
    CHECK_THROWS_AS(ir::parse("kernel 0 { space { begin 7 } }"), ir::ParseError);
    CHECK_THROWS_AS(ir::parse("function \"main\" {"), ir::ParseError);
    CHECK_THROWS_AS(ir::parse("kernel 0 { at \"y"), ir::ParseError);
    CHECK_THROWS_WITH(ir::parse("kernel 0 {\ntouches { slot \"a\" { lengths \"n +\" } } }"),
                      "line 2: expected a name or a number before ''");
    CHECK_THROWS_WITH(ir::parse("kernel 0 {\ntouches { slot \"a\" { host \"a[\" } } }"),
                      "line 2: expected a name or a number before ''");
    CHECK_THROWS_WITH(ir::parse("kernel 0 {\ntouches { slot \"a\" { host \"#12\" } } }"),
                      "line 2: there is no expression 12 before ''");
}

TEST_CASE("the verifier refuses what no pass may leave behind") {
    const auto broken = [](auto change) {
        ir::Program program = ir::parse(text);
        change(program);
        CHECK_THROWS_AS(ir::verify(program), support::InternalError);
    };
    broken([](ir::Program& p) { p.kernels[0].touches.accesses[0].slot = 7; });
    broken([](ir::Program& p) { p.kernels[0].touches.accesses[0].box.pop_back(); });
    broken([](ir::Program& p) { p.kernels[0].distribution.alignment.dim = 4; });
    broken([](ir::Program& p) { p.kernels[0].touches.accesses[1].reason.clear(); });
    broken([](ir::Program& p) { p.functions[0].body.pop_back(); });
    broken([](ir::Program& p) { p.functions[0].body.push_back({ir::TransferOp{{9}}}); });
    broken([](ir::Program& p) { p.kernels[1].id.value = 5; });
}

TEST_CASE("the verifier refuses what host code cannot evaluate") {
    const auto broken = [](auto change, const char* message) {
        ir::Program program = ir::parse(text);
        change(program);
        CHECK_THROWS_WITH(ir::verify(program), message);
    };
    broken([](ir::Program& p) { p.kernels[0].touches.keys[1].host = {}; },
           "verifier: main_31: 'm' has no host expression");
    broken([](ir::Program& p) { p.kernels[0].touches.slots[1].host = {}; },
           "verifier: main_31: 'b' has no host expression");
    broken([](ir::Program& p) { p.sites[0].touches.watched[0].host = {}; },
           "verifier: main_50: 'm->px' has no host expression");
    broken([](ir::Program& p) { p.kernels[0].touches.keys[0].host = ir::HostExpr::parse("n + 1"); },
           "verifier: main_31: the key n is to be a variable, and is n + 1");
}

TEST_CASE("the verifier refuses sections that speak of what is no key") {
    const ir::SymbolicExpr unknown = ir::SymbolicExpr::symbol("k");
    const auto broken = [](auto change, const char* message) {
        ir::Program program = ir::parse(text);
        change(program);
        CHECK_THROWS_WITH(ir::verify(program), message);
    };
    const char* const in_section = "verifier: main_31: the section of 'a[i - 1][j]' speaks of k, which is no key";
    broken([&](ir::Program& p) { p.kernels[0].touches.accesses[0].box[0].lo = unknown - 1; }, in_section);
    broken([&](ir::Program& p) { p.kernels[0].touches.accesses[0].box[1].hi = unknown; }, in_section);
    broken([&](ir::Program& p) { p.kernels[0].touches.accesses[0].box[1].step = unknown; }, in_section);
    broken([&](ir::Program& p) { p.kernels[0].touches.accesses[0].guard = unknown; }, in_section);
    broken([&](ir::Program& p) { p.kernels[0].touches.accesses[0].row = 2 * unknown; }, in_section);
    broken([&](ir::Program& p) { p.kernels[0].touches.slots[0].lengths[1] = unknown; },
           "verifier: main_31: a length of 'a' speaks of k, which is no key");
    broken([](ir::Program& p) { p.kernels[0].touches.slots[0].lengths[1] = ir::SymbolicExpr::symbol("hydra_lo"); },
           "verifier: main_31: a length of 'a' speaks of hydra_lo, which is no key");
    broken([](ir::Program& p) { p.kernels[0].touches.accesses[1].rows = ir::RowScan::parse("ROW(k, 0, (m) + 1, 1);"); },
           "verifier: main_31: the section of 'b[i]' speaks of k, which is no key");
    broken([](ir::Program& p) { p.kernels[0].touches.keys.pop_back(); },
           "verifier: main_31: a length of 'a' speaks of m, which is no key");
    // Rounds are for boxes and sweeps only, and chunks for kernels.
    broken([](ir::Program& p) { p.kernels[0].touches.accesses[0].guard = ir::SymbolicExpr::symbol("hydra_from"); },
           "verifier: main_31: the section of 'a[i - 1][j]' speaks of hydra_from, which is no key");
    broken([](ir::Program& p) { p.sites[0].touches.accesses[0].guard = ir::SymbolicExpr::symbol("hydra_lo"); },
           "verifier: main_50: the section of 'a[5]' speaks of hydra_lo, which is no key");
    broken(
        [&](ir::Program& p) {
            p.kernels[0].distribution.boxes.accesses = p.kernels[0].touches.accesses;
            p.kernels[0].distribution.boxes.accesses[0].guard = ir::SymbolicExpr::symbol("hydra_from") - unknown;
        },
        in_section);
    broken(
        [&](ir::Program& p) {
            p.kernels[0].distribution.sweep.segments.resize(1);
            p.kernels[0].distribution.sweep.segments[0].accesses = p.kernels[0].touches.accesses;
            p.kernels[0].distribution.sweep.segments[0].accesses[0].row = unknown;
        },
        in_section);
}

TEST_CASE("what a pass promises holds from it on") {
    const std::vector<std::string_view> passes{"races", "parts"};
    ir::Program program = ir::parse(text);
    CHECK_NOTHROW(ir::verify(program, passes));
    program.kernels[0].analysis.proved_parallel = true;
    program.kernels[0].analysis.doubt = "it is not known";
    CHECK_NOTHROW(ir::verify(program));
    CHECK_THROWS_WITH(ir::verify(program, passes),
                      "verifier behind 'parts': main_31: its iterations are proved apart, and there is a doubt (which "
                      "'races' promises)");
}
