// See TableView::row_names: which subscripts lead through tables of pointers to a row. A row's pointer stands in some
// entries of the last table; where an entry stands in its table is one subscript (or several), and the pointer to that
// table stands in an entry of the table before, up to the first, which the loop's own pointer leads to.
#include "runtime/base/text.h"
#include "runtime/touch/tables.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace hydra::rt {
namespace {

using Slot = hydra_rt_footprint::Slot;

class Paths {
  public:
    Paths(const TableView& view, const char* base, const Slot& shape) : base_(base), shape_(shape) {
        view.for_each_entry([this](const char* entry) {
            const char* pointer = nullptr;
            std::memcpy(&pointer, entry, sizeof pointer);
            entries_.emplace(pointer, entry);
        });
    }

    // To a pointer that stands in the table number `level`; none: no entry that holds it is reached.
    std::optional<std::string> to(const char* pointer, std::size_t level) const {
        const auto [first, last] = entries_.equal_range(pointer);
        for (auto entry = first; entry != last; ++entry) { // in the order of their addresses
            const char* table = level == 0 ? base_ : table_of(entry->second);
            if (table == nullptr || entry->second < table)
                continue;
            if (const std::optional<std::string> before = level == 0 ? std::string() : to(table, level - 1))
                return *before + subscripts(entry->second - table, level);
        }
        return std::nullopt;
    }

  private:
    // The last place in front of an entry, or at it, that a pointer leads to.
    const char* table_of(const char* entry) const {
        const auto after = entries_.upper_bound(entry);
        return after == entries_.begin() ? nullptr : std::prev(after)->first;
    }

    std::string subscripts(std::int64_t bytes, std::size_t level) const {
        std::string found;
        for (int d = level == 0 ? 0 : shape_.tables[level - 1]; d < shape_.tables[level]; ++d) {
            const std::int64_t each = std::max<std::int64_t>(stride(shape_, d), 1);
            found += text("[", bytes / each, "]");
            bytes %= each;
        }
        return found;
    }

    const char* base_;
    const Slot& shape_;
    std::multimap<const char*, const char*> entries_; // by the pointers that stand there
};

} // namespace

std::vector<std::pair<const char*, std::string>> TableView::row_names(std::size_t slot, const Slot& shape) const {
    const Paths paths(*this, static_cast<const char*>(pointers[slot]), shape);
    std::vector<std::pair<const char*, std::string>> names;
    for (const auto& [pointer, row] : row_of[slot])
        if (const std::optional<std::string> path = paths.to(pointer, shape.tables.size() - 1))
            names.emplace_back(pointer, *path);
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace hydra::rt
