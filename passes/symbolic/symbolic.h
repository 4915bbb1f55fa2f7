// Integer values as polynomials over symbols: loop variables (iterators), values that are fixed while a launch or site
// runs (parameters), and values defined by a formula (quotients by constants, choices). What C computes is kept only
// where it equals the mathematics.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/host_expr.h"
#include "ir/program.h"

namespace hydra::passes {

using SymbolId = int;

// A polynomial with integer coefficients; a monomial is the sorted list of its symbols, empty for the constant.
class Poly {
  public:
    using Monomial = std::vector<SymbolId>;
    Poly() = default;
    explicit Poly(std::int64_t constant);
    static Poly symbol(SymbolId id);

    // Null where a coefficient would overflow.
    [[nodiscard]] std::optional<Poly> plus(const Poly& other) const;
    [[nodiscard]] std::optional<Poly> minus(const Poly& other) const;
    [[nodiscard]] std::optional<Poly> times(const Poly& other) const;
    [[nodiscard]] std::optional<std::int64_t> constant() const; // where it is one
    // This polynomial divided by a constant, where every coefficient is divisible.
    [[nodiscard]] std::optional<Poly> divided(std::int64_t divisor) const;
    [[nodiscard]] std::int64_t largest_coefficient() const; // by magnitude, of the non-constant terms
    [[nodiscard]] const std::map<Monomial, std::int64_t>& terms() const { return terms_; }
    friend bool operator==(const Poly&, const Poly&) = default;
    friend auto operator<=>(const Poly&, const Poly&) = default; // NOLINT(modernize-use-nullptr): clang 14 sees a null

  private:
    std::map<Monomial, std::int64_t> terms_; // no zero coefficients
};

using Ranges = std::map<const ir::VarDecl*, std::pair<std::int64_t, std::int64_t>>; // least and most value

// Of two variables: how much the second one is larger than the first at least.
using Orders = std::map<std::pair<const ir::VarDecl*, const ir::VarDecl*>, std::int64_t>;

// Symbol::exact_when of one that has some value in a range, whatever holds.
inline constexpr const char* never_exact = "1 = 0";

struct Symbol {
    enum class Kind { iterator, parameter, defined } kind = Kind::parameter;
    std::string name;                        // iterator: the user's variable; parameter: an identifier, of its key
    bool descending = false;                 // iterator: the loop counts downwards
    ir::HostExpr host;                       // parameter
    std::string shown;                       // parameter: how the user would write it; empty: as `host` is printed
    bool is_variable = false;                // parameter: host is one variable of the user's
    std::optional<std::int64_t> least, most; // what its type or the range pass says
    bool found = false;                      // the range pass: this program's sizes
    // parameter: an unsigned value of 64 bits, which is taken for a number from 0 to 2 to the power of 62; the launch
    // looks whether it is one where that matters.
    bool natural = false;
    // parameter, > 0: where (int) of something larger was taken for the number itself, this held as long as the value
    // is from -limit to limit; the launch looks, like for natural.
    std::int64_t limit = 0;
    std::string definition; // defined: isl formula that fixes it in terms of other symbols, itself written s<id>
    // defined: the formula under which the definition leaves one value only; empty: always. Elsewhere the value is one
    // of several that the definition allows.
    std::string exact_when, shown_when; // and as the user would write it
    std::int64_t divisor = 0;           // defined as a quotient by a constant; 0: it is none
    long weight = 1;                    // defined: how many cases isl has to look at, roughly
};

// The symbols of one launch or site. Parameters become its keys.
class Symbols {
  public:
    SymbolId add_iterator(std::string name, ir::TypeRef type, bool descending = false);
    // The parameter of this host expression (made at first use). wanted_name: kept where it is free.
    SymbolId parameter(const ir::HostExpr& host, const std::string& wanted_name, bool is_variable, ir::TypeRef type);
    SymbolId parameter(const ir::VarDecl* variable);
    // Ranges of outside variables that parameters made from now on start with.
    void know_ranges(Ranges ranges) { known_ = std::move(ranges); }
    void know_orders(Orders orders) { orders_ = std::move(orders); }
    // What these say of the parameters that there are: "s3 + 1 <= s5".
    [[nodiscard]] std::vector<std::string> ordered() const;
    // Whether a parameter of an unsigned type of 32 bits is a part of the sum.
    [[nodiscard]] bool has_unsigned32(const Poly& poly) const;
    // A value that a formula fixes: define(id) gives the formula for the new symbol's number. The same formula gives
    // the same symbol. shown: how the user would write it. exact_when, shown_when: see Symbol.
    SymbolId add_defined(std::string shown, const std::function<std::string(SymbolId)>& define,
                         std::string exact_when = {}, std::string shown_when = {});
    // All of exact_when, each with shown_when, that the formula needs, through the definitions of what it mentions;
    // empty: it is exact.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> conditions_of(const std::string& formula) const;

    [[nodiscard]] const Symbol& operator[](SymbolId id) const { return list_.at(static_cast<std::size_t>(id)); }
    Symbol& edit(SymbolId id) { return list_.at(static_cast<std::size_t>(id)); }
    [[nodiscard]] std::size_t size() const { return list_.size(); }
    [[nodiscard]] bool invariant(const Poly& poly) const; // parameters only
    [[nodiscard]] bool invariant(const Poly::Monomial& monomial) const;
    // A single parameter for an invariant polynomial (itself where it is one symbol).
    SymbolId as_parameter(const Poly& poly);
    // What such a parameter was made for: `n + 2`; null: it is no sum.
    [[nodiscard]] const Poly* sum_of(SymbolId id) const;
    [[nodiscard]] ir::HostExpr host_expr(const Poly& poly) const; // of an invariant polynomial
    // Text in the user's names, for dumps and messages.
    [[nodiscard]] std::string user_text(const Poly& poly) const;
    // Products of loop variables and sizes that a narrower type was taken to hold, since a subscript made of them lies
    // in its array: what is left when such a product is taken away again may be anything.
    void note_narrowed(const Poly& poly);
    [[nodiscard]] bool narrowed_cancels(const Poly& a, const Poly& b, const std::optional<Poly>& result) const;
    // The parameters that the formula or the polynomials speak of, through definitions, and that are natural, or inside
    // of a limit, only by assumption (see Symbol).
    [[nodiscard]] std::set<SymbolId> assumed_inside(const std::string& formula, const std::vector<Poly>& polys) const;
    // Text that is equal for equal polynomials only.
    [[nodiscard]] std::string identity(const Poly& poly) const;
    // An invariant polynomial in terms of keys, which have the parameters' names.
    [[nodiscard]] ir::SymbolicExpr in_keys(const Poly& poly) const;

  private:
    std::vector<Symbol> list_;
    std::unordered_map<ir::HostExpr, SymbolId, ir::HostExpr::Hash> by_host_;
    std::set<Poly::Monomial> narrowed_;
    std::map<SymbolId, Poly> sums_; // see sum_of
    // Names taken: those of the footprint function's own parameters from the start.
    std::map<std::string, int> names_{{"hydra_lo", 1}, {"hydra_hi", 1}, {"hydra_k", 1}, {"hydra_f", 1}};
    Ranges known_;
    Orders orders_;
    std::map<const ir::VarDecl*, SymbolId> of_variables_;
};

// scale * x + offset, with an invariant offset.
struct Line {
    std::int64_t scale = 0;
    Poly offset;
};

// The polynomial as a line along one iterator (scale 0: it does not move with x); nullopt: other iterators or defined
// values move it too, or x stands in a product.
std::optional<Line> along(const Symbols& symbols, const Poly& poly, SymbolId x);

// The symbols that a formula mentions, as s<id>.
std::vector<SymbolId> symbols_in(const std::string& formula);

// The values that an integer type can hold, clipped to 64 bits; nullopt for other types.
std::optional<std::pair<std::int64_t, std::int64_t>> type_range(ir::TypeRef type);

} // namespace hydra::passes
