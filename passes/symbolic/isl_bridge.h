// The one bridge to isl: domains and subscripts in, sections out. Nothing else in the project includes isl.
//
// A domain is a list of iterators with formulas over all symbols (isl's syntax, symbol k is written s<k>); the bounds
// of a kernel's chunk are the parameters lo and hi. The image of a domain under affine subscripts becomes boxes with
// closed-form bounds where it is a union of boxes, else a scan of its rows (isl's code generator), else a failure.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "passes/symbolic/isl_clash.h"
#include "passes/symbolic/symbolic.h"

namespace hydra::passes {

class IslReader;

// A subscript of which nothing is known, of a pointer's first dimension, lies in [-anywhere, anywhere).
constexpr std::int64_t anywhere = std::int64_t{1} << 40;

struct Domain {
    std::vector<SymbolId> iterators;
    std::vector<std::string> formulas;
};

struct Section {
    ir::Access::Form form = ir::Access::Form::box;
    std::vector<ir::Bound> box;
    ir::RowScan rows;
    std::optional<ir::SymbolicExpr> guard; // when there is anything; none: always
    std::optional<ir::SymbolicExpr> row;   // of a box: iteration x touches row x + this of it alone; none: not known
};

class IslBridge {
  public:
    explicit IslBridge(Symbols& symbols);
    ~IslBridge();
    IslBridge(const IslBridge&) = delete;
    IslBridge& operator=(const IslBridge&) = delete;

    // The polynomial in isl's syntax; nullopt where it is not affine. Products of parameters become parameters.
    std::optional<std::string> affine(const Poly& poly);
    // For questions of isl_clash.h about the same region.
    [[nodiscard]] IslReader& reader() const;
    // Adds a formula over parameters, lo and hi that always holds.
    void assume(const std::string& formula);
    // Whether the formula holds on the whole domain (false also where isl gives up).
    bool holds(const Domain& domain, const std::string& formula);
    // The sections that the subscripts cover over the domain; nullopt: not affine or too complicated. x: the iterator
    // whose rows are asked for, too; -1: none are.
    std::optional<std::vector<Section>> image(const Domain& domain, const std::vector<Poly>& subscripts,
                                              SymbolId x = -1);

    // The access relation { [iterators] -> [subscripts] } without its parameter list, in isl's syntax, for questions
    // of isl_clash.h; nullopt: not affine. Further relations may add parameters: the list is complete after the last.
    std::optional<std::string> relation(const Domain& domain, const std::vector<Poly>& subscripts);
    // The same, or one with more pairs, where isl would have to look at too many cases: without the formulas that have
    // them. nullopt: the subscripts are not affine.
    std::optional<std::string> wider_relation(const Domain& domain, const std::vector<Poly>& subscripts);
    // Sets what is known in a question whose relations are there: the parameters that they speak of, also by way of
    // what is known of others, and what is known of these. No other has a part in the answer, and isl takes the longer
    // the more there are.
    void narrow(ClashQuestion& question) const;
    void narrow(OwnRead& read) const;
    [[nodiscard]] std::string parameters() const; // all: "[lo, hi, s1, …]"
    [[nodiscard]] std::string context() const;    // what is known of them: a formula

  private:
    std::optional<std::vector<Section>> image_of(const Domain& domain, const std::vector<Poly>& subscripts, SymbolId x);

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace hydra::passes
