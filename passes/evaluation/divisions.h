// Division and remainders of polynomials (C truncates, isl does not), and the bits that quotients by powers of two cut
// out.
#pragma once
#include "passes/evaluation/defined_values.h"
#include "passes/evaluation/parts.h"
#include "passes/evaluation/proofs.h"

namespace hydra::passes {

class Divisions {
  public:
    Divisions(Symbols& symbols, Proofs& proofs, DefinedValues& defined)
        : symbols_(symbols), proofs_(proofs), defined_(defined) {}

    // left / right, or left % right, of expr's type; unknown where no formula says it.
    Value quotient(const ir::Expr& expr, const Poly& left, const Poly& right, bool remainder);
    // The symbol q with divisor * q <= poly < divisor * (q + 1); text: the polynomial for isl.
    Poly floor_quotient(const Poly& poly, const std::string& text, std::int64_t divisor);
    // poly & mask as the sum of its runs of ones, each of which a difference of two quotients by powers of two cuts
    // out.
    std::optional<Poly> masked(const ir::Expr& expr, const Poly& poly, std::int64_t mask);
    // q*n + r, wherever it stands in the polynomial, is the dividend again.
    [[nodiscard]] Poly recombined(const Poly& poly) const;
    [[nodiscard]] bool has_any() const { return !divisions_.empty(); }
    [[nodiscard]] const std::vector<Division>& all() const { return divisions_; }
    // `k / n < c` as a bound of k; nullopt: it is none. difference: what is compared with 0.
    std::optional<std::string> quotient_bound(const Poly& difference, ir::BinaryOp op);

  private:
    Value by_constant(const Poly& left, std::int64_t divisor, bool remainder);
    Value by_parameter(const Poly& left, const Poly& right, bool remainder);
    std::string where_positive(const std::string& cases, const std::string& by, const std::string& dividend,
                               SymbolId id);
    std::optional<Value> without_multiples(const Poly& left, const Poly& divisor, bool remainder);
    std::optional<Value> with_reduced_shift(const Poly& left, const Poly& divisor, const std::string& by);
    void note_divisor(SymbolId quotient, const std::string& dividend, std::int64_t divisor);

    Symbols& symbols_;
    Proofs& proofs_;
    DefinedValues& defined_;
    std::vector<Division> divisions_;
};

} // namespace hydra::passes
