// Subscripts as sums of coefficients times indexes (thesis, section 8.4: uniform and affine access expressions).
// Coefficients and constants are numbers, or C expressions over scalars that keep their value during the parallel.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/roles/unit.h"

namespace hydra::frontend::cmaps {

// A number plus terms that only the run tells, each added or subtracted.
class Scalar {
  public:
    Scalar() = default;
    static Scalar of(long value);
    static Scalar of(const std::string& term); // in C; if it is no name or number, in parentheses
    [[nodiscard]] std::optional<long> number() const { return terms_.empty() ? std::optional(number_) : std::nullopt; }
    [[nodiscard]] bool is(long value) const { return number() == value; }
    [[nodiscard]] std::string text() const;

    friend Scalar operator+(const Scalar& a, const Scalar& b);
    friend Scalar operator*(const Scalar& a, const Scalar& b);

  private:
    long number_ = 0;
    std::vector<std::pair<std::string, long>> terms_; // times so many, never 0
};
Scalar operator-(const Scalar& a, const Scalar& b);

struct Affine {
    std::map<std::string, Scalar> coefficients; // by index; never the number 0
    Scalar constant = Scalar::of(0);
    bool divides = false; // '/' or '%' by a number stands around an index: `text` says what it is
    std::string text;     // all of it, in C
    void add(const std::string& index, const Scalar& coefficient);
    [[nodiscard]] bool is_index(const std::string& index) const {
        return !divides && constant.is(0) && coefficients.size() == 1 && coefficients.begin()->first == index &&
               coefficients.begin()->second.is(1);
    }
};

// Whether a name is an index.
using IsIndex = std::function<bool(const std::string&)>;
// What an expression without indexes is in C.
using InC = std::function<std::string(antlr4::ParserRuleContext*)>;

// Nothing where the expression is not affine in the indexes; `wrong` then says what is the matter.
std::optional<Affine> affine(antlr4::ParserRuleContext* expression, const CmapsUnit& unit, const IsIndex& is_index,
                             const InC& in_c, std::string& wrong);

} // namespace hydra::frontend::cmaps
