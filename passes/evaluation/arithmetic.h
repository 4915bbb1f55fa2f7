// C's integer arithmetic on polynomials: exact where C's result equals the mathematics. Unsigned arithmetic that may
// wrap is carried modulo its type's range until a proof or a use of the value settles it.
#pragma once
#include "passes/evaluation/divisions.h"
#include "passes/evaluation/host_code.h"

namespace hydra::passes {

class Arithmetic {
  public:
    Arithmetic(const RegionOptions& options, const PathState& path, Symbols& symbols, Proofs& proofs,
               DefinedValues& defined, HostCode& host);

    // The value of a binary operation of the expression's type, other than comparisons and assignments.
    Value operation(const ir::Expr& expr, ir::BinaryOp op, const Value& left, const Value& right);
    // A polynomial as the value of an expression of this type: unknown where C's result may differ. natural: it is made
    // of sums and products of values that the (unsigned) type holds.
    Value fitted(const ir::Expr& expr, std::optional<Poly> poly, bool natural = false);
    // The value as a number to compare, divide or widen: where unsigned arithmetic may have wrapped, a symbol says how.
    // compared: only whether it is larger than what counts things matters.
    Value settled(const Value& value, ir::TypeRef type, bool compared = false);
    Value convert(ir::TypeRef from, ir::TypeRef to, const Value& value);
    // A number of elements by which a pointer moves; addresses are computed modulo 2^64, sums of 32 bits wrap before.
    std::optional<Poly> offset(const Value& value, ir::TypeRef type);
    // The formula of a comparison of two settled values; nullopt: there is none.
    std::optional<std::string> comparison(ir::BinaryOp op, const Value& left, const Value& right);
    [[nodiscard]] const Divisions& divisions() const { return divisions_; }
    [[nodiscard]] const std::vector<Exchange>& exchanges() const { return exchanges_; }

  private:
    Value pointer_arithmetic(const ir::Expr& expr, ir::BinaryOp op, const Value& left, const Value& right);
    Value product(const ir::Expr& expr, const Value& left, const Value& right);
    Value modular(const Poly& poly, ir::TypeRef type);
    // What host code computes for the invariant polynomial, converted to the type.
    [[nodiscard]] ir::HostExpr host_cast(ir::TypeRef type, const Poly& poly) const;
    bool fits(const Poly& poly, std::pair<std::int64_t, std::int64_t> range);
    Value bitwise(const ir::Expr& expr, ir::BinaryOp op, const Value& left, const Value& right);
    Poly power_of_two(const Poly& exponent, ir::TypeRef type);
    Value below_power(const ir::Expr& expr, const Value& left, const Value& right);
    Value exchanged(const Poly& of, const Poly& mask);
    Value shifted(const ir::Expr& expr, ir::BinaryOp op, const Value& left, const Value& right);

    const RegionOptions& options_;
    const PathState& path_;
    Symbols& symbols_;
    Proofs& proofs_;
    DefinedValues& defined_;
    HostCode& host_;
    Divisions divisions_;
    std::vector<Exchange> exchanges_;
    std::set<SymbolId> powers_; // of two: 1 << s
};

} // namespace hydra::passes
