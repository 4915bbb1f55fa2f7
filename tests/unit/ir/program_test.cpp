// The program's text form goes round, and the verifier catches what is broken.
#include <doctest/doctest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "support/diag.h"

using namespace hydra;

namespace {

const char* const text = R"(kernel 0 main_31 at "jacobi.c:31" {
  space "1" "n - 1"
  key n "n" variable
  slot 0 "a" "a" 8 "n"
  slot 1 "b" "b" 8
  read 0 "a[i - 1][j]" box "hydra_lo - 1" "hydra_hi - 1" "1" "1" "n - 1" "1" row "-1" each 2 if "n >= 3" fact "0 <= j < n"
  maywrite 1 "b[i]" rows "for (;;) ROW(0, 1, 1);" because "a \"condition\" on data"
  align 0 0 1 "0"
  replicated "it prints"
}
kernel 1 main_40 at "jacobi.c:40" {
  space "0" "m" counted "n" "-3" astray "c <= 0 && n > 0" descending
}
site 0 main_50 at "jacobi.c:50" statement {
  slot 0 "a" "a" 8
  read 0 "a[5]" whole because "data"
}
function 0 main {
  alloc "a"
  transfer 0
  serial "jacobi.c:20"
  loop "jacobi.c:30" {
    condition {
    }
    body {
      launch 0
      branch "jacobi.c:33" {
        then {
          launch 1
        }
        else {
          free "a" "jacobi.c:34"
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
    CHECK_THROWS_WITH(ir::parse("kernel 0 x at \"y\" {\n  nonsense\n}"), "line 2: a kernel has no nonsense");
    CHECK_THROWS_AS(ir::parse("function 0 main {"), ir::ParseError);
    CHECK_THROWS_AS(ir::parse("kernel 0 x at \"y"), ir::ParseError);
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
