// Polynomials, parameters and their texts.
#include <limits>

#include <doctest/doctest.h>

#include "passes/symbolic/symbolic.h"

using namespace hydra;
using passes::Poly;

TEST_CASE("polynomials add, multiply and cancel") {
    const Poly x = Poly::symbol(0);
    const Poly y = Poly::symbol(1);
    const Poly sum = *x.plus(y);
    const Poly difference = *x.minus(y);
    CHECK(*sum.times(difference) == *x.times(x)->minus(*y.times(y)));
    CHECK(sum.minus(sum)->constant() == 0);
    CHECK(Poly(12).constant() == 12);
    CHECK_FALSE(x.constant().has_value());
    CHECK(*x.times(Poly(6))->plus(Poly(9))->divided(3) == *x.times(Poly(2))->plus(Poly(3)));
    CHECK_FALSE(x.plus(Poly(2))->divided(2).has_value());
}

TEST_CASE("an overflow makes a value unknown") {
    const Poly huge(std::numeric_limits<std::int64_t>::max());
    CHECK_FALSE(huge.plus(Poly(1)).has_value());
    CHECK_FALSE(huge.times(Poly(2)).has_value());
}

TEST_CASE("parameters are made once and keep their names apart") {
    ir::TypeTable types;
    passes::Symbols symbols;
    const auto n = symbols.parameter(ir::HostExpr::name("n"), "n", true, types.basic(ir::TypeKind::Int));
    CHECK(symbols.parameter(ir::HostExpr::name("n"), "n", true, nullptr) == n);
    const auto other = symbols.parameter(ir::HostExpr::parse("s.n"), "n", false, nullptr);
    CHECK(symbols[other].name == "n_2");
    CHECK(symbols[n].most == 2147483647);
    const Poly size = *Poly::symbol(n).plus(Poly(2));
    CHECK(symbols.in_keys(size).text() == "n + 2");
    const Poly product = *Poly::symbol(n).times(Poly::symbol(other));
    CHECK(symbols.in_keys(*size.times(Poly(-3))).text() == "-3 * n - 6");
    CHECK(symbols.in_keys(*product.minus(size)).text() == "-n + n * n_2 - 2");
    CHECK(symbols.in_keys(*Poly(1).minus(product)).text() == "-n * n_2 + 1");
    CHECK(symbols.in_keys(Poly(-4)) == -4);
    CHECK(symbols.in_keys(Poly()) == 0);
    CHECK(symbols.host_expr(*size.times(Poly(-3))).text() == "-3 * (long)n - 6");
    CHECK(symbols.as_parameter(Poly::symbol(n)) == n);
    CHECK(symbols.invariant(size));
    const auto i = symbols.add_iterator("i", nullptr);
    CHECK_FALSE(symbols.invariant(*size.plus(Poly::symbol(i))));
}
