// How many bytes reads of a kernel select by its inner loops, as products of the program's own names.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "passes/access/state.h"

namespace hydra::passes {

[[nodiscard]] bool mentions(const Poly& poly, SymbolId symbol);

// What is not known. The reason is for people.
struct Unknown {
    std::string why;
};

// Sizes and numbers in products: "8*n*m".
class Product {
  public:
    explicit Product(std::int64_t factor = 1) : factor_(factor) {}
    void multiply(std::int64_t by) { factor_ *= by; }
    void multiply(const Symbols& symbols, const Poly& by);
    [[nodiscard]] std::int64_t factor() const { return factor_; }
    // All but the factor.
    [[nodiscard]] std::string names(const std::string& times) const;

  private:
    std::int64_t factor_;
    std::vector<std::string> names_;
};

// Terms of a sum, each once: equal ones are added up.
class Sum {
  public:
    void add(const Product& product, const std::string& times);
    [[nodiscard]] std::string text() const;

  private:
    std::vector<std::pair<std::string, std::int64_t>> terms_; // names and factors
};

class ReadSizes {
  public:
    explicit ReadSizes(const Region& region) : region_(region) {}
    // The loop of the body that counts with this iterator; null: it is none.
    [[nodiscard]] const RegionAccesses::Counted* counted_by(SymbolId id) const;
    // Bytes of the elements that a read selects by inner loops, but for those over these iterators.
    [[nodiscard]] Product of(const RawAccess& raw, const std::vector<SymbolId>& without = {}) const;
    // Bytes of the elements that at least one of the reads selects of a row, as a sum. All throw Unknown.
    [[nodiscard]] std::vector<Product> joint(const std::vector<const RawAccess*>& reads) const;

  private:
    struct Selection;
    [[nodiscard]] Poly rounds_of(const RegionAccesses::Counted& loop) const;
    [[nodiscard]] Selection selection(const RawAccess& raw) const;
    [[nodiscard]] static bool are_apart(const Selection& one, const Selection& other);
    [[nodiscard]] Product hull(const std::vector<Selection>& group, const RawAccess& raw) const;

    const Region& region_;
};

} // namespace hydra::passes
