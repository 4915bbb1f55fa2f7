// Pass: constant rows. With `#define N 600`, a[i * N + j] is a subscript with constant factors, and says as little of
// rows as a pointer does. Placement, boxes and dealing want to know which rows an iteration touches; so the subscript
// becomes two, as that of a[i * n + j] does when it is collected. Here it is proved first that the column stays inside
// of its row: with constants, nobody can look later whether it does. All accesses of a kernel to one array are split by
// the same lengths, or none is. What no loop variable moves along the rows of stays as it is (a[2 * i], a[2 * i + 1]).
#include "passes/passes.h"
#include "passes/sections/constant_rows.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hydra::passes {

namespace {

class RowFinder {
  public:
    explicit RowFinder(Region& region) : region_(region) {}

    void run() {
        for (std::size_t root = 0; root < region_.accesses.roots.size(); ++root) {
            const std::vector<RawAccess*> accesses = plain_accesses(region_, root);
            const bool plain = !accesses.empty() && std::all_of(accesses.begin(), accesses.end(), [&](const auto* raw) {
                return raw->subscripts.size() == 1 && region_.bridge.affine(raw->subscripts.front()).has_value();
            });
            while (plain && split(accesses))
                ;
        }
    }

  private:
    // The last subscript of all into two; false, with nothing changed: they have no rows of one length.
    bool split(const std::vector<RawAccess*>& accesses) {
        const std::int64_t length = row_length(accesses);
        if (length <= 1)
            return false;
        std::vector<RowSplit> found;
        bool moves = false; // a loop variable moves along rows
        for (const RawAccess* raw : accesses) {
            const bool divides = raw->lengths.empty() || *raw->lengths.back().constant() % length == 0;
            const auto two = divides ? split_subscript(*raw, length) : std::nullopt;
            if (!two)
                return false;
            moves = moves || moved_by_one(two->column);
            found.push_back(*two);
        }
        if (!moves)
            return false;
        for (std::size_t a = 0; a < accesses.size(); ++a) {
            RawAccess& raw = *accesses[a];
            raw.subscripts.back() = found[a].row;
            raw.subscripts.push_back(found[a].column);
            if (!raw.lengths.empty())
                raw.lengths.back() = Poly(*raw.lengths.back().constant() / length);
            raw.lengths.emplace_back(length);
        }
        return true;
    }

    // The largest factor of a variable that moves inside of the kernel.
    std::int64_t row_length(const std::vector<RawAccess*>& accesses) const {
        std::int64_t largest = 0;
        for (const RawAccess* raw : accesses)
            for (const auto& [monomial, factor] : raw->subscripts.back().terms())
                if (!monomial.empty() && !region_.symbols.invariant(monomial))
                    largest = std::max(largest, std::abs(factor));
        return largest;
    }

    bool moved_by_one(const Poly& column) const {
        const auto& terms = column.terms();
        return std::any_of(terms.begin(), terms.end(), [this](const auto& term) {
            return !term.first.empty() && !region_.symbols.invariant(term.first) && std::abs(term.second) == 1;
        });
    }

    // Of each term as many whole rows as are nearest to it, and of the number that stands alone so many that the column
    // is proved to lie in a row.
    std::optional<RowSplit> split_subscript(const RawAccess& raw, std::int64_t length) const {
        RowSplit parts;
        for (const auto& [monomial, factor] : raw.subscripts.back().terms()) {
            std::int64_t rows = monomial.empty() ? 0 : factor / length;
            if (const std::int64_t left = factor - rows * length; !monomial.empty() && std::abs(left) > length / 2)
                rows += left > 0 ? 1 : -1;
            if (!add_term(parts.row, monomial, rows) || !add_term(parts.column, monomial, factor - rows * length))
                return std::nullopt;
        }
        return settle_column(region_, raw, parts, length);
    }

    Region& region_;
};

} // namespace

std::vector<RawAccess*> plain_accesses(Region& region, std::size_t root) {
    std::vector<RawAccess*> found;
    for (RawAccess& raw : region.accesses.accesses)
        if (raw.root == static_cast<int>(root))
            found.push_back(&raw);
    const bool plain = std::all_of(found.begin(), found.end(), [&](const RawAccess* raw) {
        return raw->known && raw->tables.empty() && !raw->inspected.is_found() && raw->rows == nullptr &&
               !raw->subscripts.empty() && raw->elem == found.front()->elem;
    });
    return plain ? found : std::vector<RawAccess*>();
}

std::optional<RowSplit> settle_column(Region& region, const RawAccess& raw, const RowSplit& parts,
                                      std::int64_t length) {
    const auto found = parts.column.terms().find({});
    const std::int64_t alone = found == parts.column.terms().end() ? 0 : found->second;
    const std::int64_t below = alone >= 0 ? alone / length : -((-alone + length - 1) / length);
    for (const std::int64_t rows : {below, below + 1, below - 1}) {
        const auto row = parts.row.plus(Poly(rows)), column = parts.column.minus(Poly(rows * length));
        if (row && column && lies_in_row(region, raw, *column, fmt::format("{}", length)))
            return RowSplit{*row, *column};
    }
    return std::nullopt;
}

bool lies_in_row(Region& region, const RawAccess& raw, const Poly& column, const std::string& length) {
    const auto text = region.bridge.affine(column);
    return text && region.bridge.holds(raw.domain, fmt::format("0 <= {} < {}", *text, length));
}

bool add_term(Poly& to, const Poly::Monomial& monomial, std::int64_t factor) {
    Poly term(factor);
    for (const SymbolId id : monomial) {
        const auto product = term.times(Poly::symbol(id));
        if (!product)
            return false;
        term = *product;
    }
    const auto sum = to.plus(term);
    to = sum.value_or(to);
    return sum.has_value();
}

void constant_rows_pass(State& state) {
    for (const std::unique_ptr<Region>& region : state.kernels)
        RowFinder(*region).run();
}

} // namespace hydra::passes
