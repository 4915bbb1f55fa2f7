// Symbolic expressions and scans of rows: what is printed is read back as the same tree, and means what C makes of it.
#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>

#include "ir/row_scan.h"
#include "ir/symbolic_expr.h"

using namespace hydra;
using ir::RowScan;
using ir::SymbolicExpr;
using Op = SymbolicExpr::Op;

namespace {

SymbolicExpr symbol(const char* name) { return SymbolicExpr::symbol(name); }

SymbolicExpr of(Op op, const SymbolicExpr& a, const SymbolicExpr& b) { return SymbolicExpr::operation(op, {a, b}); }

// The text of what is read of a text.
std::string again(const char* text) { return SymbolicExpr::parse(text).text(); }

std::int64_t value(const char* text, const SymbolicExpr::Values& values = {}) {
    return SymbolicExpr::parse(text).value(values);
}

const SymbolicExpr a = symbol("a"), b = symbol("b"), c = symbol("c");

} // namespace

TEST_CASE("parentheses stand where C needs them, and around quotients and remainders in sums and products") {
    CHECK((a + b - c).text() == "a + b - c");
    CHECK((a - (b - c)).text() == "a - (b - c)");
    CHECK((2 * a * b - 1).text() == "2 * a * b - 1");
    CHECK((a * (b * c)).text() == "a * (b * c)");
    CHECK((-(a * b)).text() == "-(a * b)");
    CHECK((-a * b).text() == "-a * b");
    CHECK((-2 * a).text() == "-2 * a");
    CHECK((a + of(Op::quotient, b, 2)).text() == "a + b / 2");
    CHECK((a + of(Op::exact_quotient, b, 2)).text() == "a + (b / 2)");
    CHECK((a - of(Op::remainder, b, 2)).text() == "a - (b % 2)");
    CHECK((2 * of(Op::quotient, a + 1, 2)).text() == "2 * ((a + 1) / 2)");
    CHECK(of(Op::remainder, 2 * a, 3).text() == "2 * a % 3");
    CHECK(of(Op::max, of(Op::max, a, b), of(Op::floor_quotient, c - 1, 4)).text() ==
          "hydra_rt_max(hydra_rt_max(a, b), hydra_rt_floord(c - 1, 4))");
    const SymbolicExpr both = of(Op::logical_and, of(Op::less, a, b), of(Op::equal, c, 0));
    CHECK(of(Op::logical_or, both, of(Op::greater_equal, a, -1)).text() == "(a < b && c == 0) || a >= -1");
    CHECK(of(Op::logical_and, a, both).text() == "a && (a < b && c == 0)");
    const SymbolicExpr chosen = SymbolicExpr::operation(Op::select, {both, a + 1, b});
    CHECK(chosen.text() == "a < b && c == 0 ? a + 1 : b");
    CHECK((chosen + 1).text() == "(a < b && c == 0 ? a + 1 : b) + 1");
}

TEST_CASE("what is printed is read back as the same tree") {
    for (const char* text : {"hydra_lo - 1",
                             "-5",
                             "-a * b + 3",
                             "2 * a * b - c",
                             "a - (b - c)",
                             "a + (b / 2)",
                             "(a / 2) - b",
                             "a / 2 + b",
                             "a / 2",
                             "-((hi + 3) / 4) + 1",
                             "2 * ((a + 1) / 2)",
                             "a % 3 == 0 && (b % 2) + 1 <= c",
                             "2 * a % 3",
                             "(a < b && c == 0) || a >= -1",
                             "a && (b && c)",
                             "a < b ? a : b > 1 ? b : c",
                             "(a ? b : c) + 1",
                             "a - -1",
                             "hydra_rt_min(hydra_rt_max(a, -b), hydra_rt_floord(-a + 2, 4) + 1)",
                             "größe + $1x"}) {
        CAPTURE(text);
        const SymbolicExpr read = SymbolicExpr::parse(text);
        CHECK(read.text() == text);
        CHECK(SymbolicExpr::parse(read.text()) == read);
    }
    CHECK(again("((a)) +(b*c)") == "a + b * c");
    CHECK(again("-(-a)") == "a");
    CHECK(again("- 7") == "-7");
    CHECK(SymbolicExpr::parse("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
    CHECK(SymbolicExpr::parse("hydra_rt_minimum") == symbol("hydra_rt_minimum"));
    for (const char* text :
         {"", "a +", "(a", "a b", "a ? b", "hydra_rt_min(a)", "99999999999999999999", "a; b", "\"a\""})
        CHECK_THROWS_AS(SymbolicExpr::parse(text), std::invalid_argument);
}

TEST_CASE("trees are equal where they are printed alike, and only there") {
    CHECK(a + 1 == a + 1);
    CHECK(a + 1 != 1 + a);
    CHECK(a != b);
    CHECK(SymbolicExpr(1) == 1);
    CHECK(-SymbolicExpr(3) == -3);
    CHECK(of(Op::quotient, a, 2) != of(Op::exact_quotient, a, 2));
}

TEST_CASE("a tree is asked what it speaks of") {
    const SymbolicExpr expr = SymbolicExpr::parse("hydra_rt_min(a + 1, 2 * b) <= -1048576 ? a : a");
    CHECK(expr.mentions("a"));
    CHECK_FALSE(expr.mentions("c"));
    CHECK_FALSE(SymbolicExpr::parse("a2 + ba").mentions("a"));
    SymbolicExpr::Symbols spoken_of;
    expr.add_symbols(spoken_of);
    CHECK(spoken_of == SymbolicExpr::Symbols{"a", "b"});
    CHECK(expr.symbol_outside({"a", "b", "c"}) == nullptr);
    REQUIRE(expr.symbol_outside({"a"}) != nullptr);
    CHECK(*expr.symbol_outside({"a"}) == "b");
    CHECK(expr.has_constant(1048576));
    CHECK_FALSE(expr.has_constant(3));
    CHECK(SymbolicExpr(4).constant() == 4);
    CHECK_FALSE(expr.constant().has_value());
    CHECK(*a.name() == "a");
    CHECK(expr.name() == nullptr);
}

TEST_CASE("symbols are replaced") {
    CHECK(SymbolicExpr::parse("a - 2 * b").substituted("b", a + 1).text() == "a - 2 * (a + 1)");
    CHECK(SymbolicExpr::parse("-a").substituted("a", 4) == -4);
    CHECK((a + b).substituted("c", 1) == a + b);
}

TEST_CASE("values are those of C, and of mathematics where C has none") {
    CHECK(value("2 * a - b % 3", {{"a", 5}, {"b", 8}}) == 8);
    CHECK(value("hydra_rt_floord(-7, 2)") == -4);
    CHECK(value("hydra_rt_floord(7, 2)") == 3);
    CHECK(value("hydra_rt_floord(-8, 2)") == -4);
    CHECK(value("hydra_rt_min(3, -3) + hydra_rt_max(3, -3)") == 0);
    CHECK(value("1 <= a && a < 3 || a == 7", {{"a", 2}}) == 1);
    CHECK(value("1 <= a && a < 3 || a == 7", {{"a", 3}}) == 0);
    CHECK(value("1 > a ? 10 : a >= 4 ? 20 : 30", {{"a", 4}}) == 20);
    CHECK(value("a >= 1 && 1 / a > 0 ? 1 : 0", {{"a", 0}}) == 0); // as far as is needed
    CHECK_THROWS_AS(value("a"), std::out_of_range);
    CHECK_THROWS_AS(value("1 / a", {{"a", 0}}), std::domain_error);
    CHECK_THROWS_AS(value("a + 1", {{"a", std::numeric_limits<std::int64_t>::max()}}), std::overflow_error);
    CHECK_THROWS_AS(value("a / b", {{"a", std::numeric_limits<std::int64_t>::min()}, {"b", -1}}), std::overflow_error);
}

TEST_CASE("scans of rows are printed and read back") {
    const char* const text = "{\n"
                             "  for (long hydra_c0 = -((hydra_hi + 3) / 4); hydra_c0 < hydra_hi; hydra_c0 += 1) {\n"
                             "    if (hydra_c0 % 2 == 0) {\n"
                             "      ROW(hydra_c0, 0, (hydra_c0 / 2) + 1, 2);\n"
                             "    } else if (n >= 4) {\n"
                             "      long hydra_c1 = n - hydra_c0;\n"
                             "      ROW(hydra_c0, hydra_c1, (a + hydra_c1) / 2, (n - 1) + 1, 1);\n"
                             "    } else {\n"
                             "      {\n"
                             "        long hydra_c1 = 3;\n"
                             "        ROW(hydra_c0, hydra_c1, 0, (m) + 1, 1);\n"
                             "      }\n"
                             "      ROW(hydra_c0, 7, 0, (m) + 1, 1);\n"
                             "    }\n"
                             "  }\n"
                             "  ROW(n, 0, (0) + 1, 1);\n"
                             "}\n";
    const RowScan scan = RowScan::parse(text);
    CHECK(scan.text() == text);
    CHECK(RowScan::parse(scan.text()) == scan);
    CHECK(scan.statements.size() == 2);
    CHECK(scan.text("row(f, ").ends_with("  row(f, n, 0, (0) + 1, 1);\n}\n"));
    const char* const named = "{\n  long hydra_c0 = n;\n  ROW(hydra_c0, 0, (m) + 1, 1);\n}\n";
    CHECK(RowScan::parse(named).text() == named);
    CHECK(RowScan::parse(named).statements.size() == 1);
    SymbolicExpr::Symbols free;
    scan.add_symbols(free);
    CHECK(free == SymbolicExpr::Symbols{"a", "hydra_hi", "m", "n"});
    CHECK(RowScan{}.empty());
    CHECK(RowScan{}.text().empty());
    for (const char* wrong : {"ROW(1, 2);", "ROW(0, 0, n, 1);", "for (long i = 0; i < n; j += 1) {\n}",
                              "row(1, 0, (2) + 1, 1);", "ROW(1, 0, (2) + 1, 1)", "if (n) {"})
        CHECK_THROWS_AS(RowScan::parse(wrong), std::invalid_argument);
}
