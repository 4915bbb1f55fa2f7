// What a set of isl's covers, as sections: a box with closed-form bounds where it is one, else a scan of its rows.
// Private to passes/symbolic.
#pragma once
#include <optional>
#include <vector>

#include <isl/cpp.h>

#include "passes/symbolic/isl_ast.h"
#include "passes/symbolic/isl_bridge.h"

namespace hydra::passes {

class SectionReader {
  public:
    SectionReader(isl_ctx* context, const Naming& names) : ctx_(context), naming_(names) {}

    // A relation whose outermost output is a row, and which of its inputs is the iteration; -1: nobody asks.
    struct Rows {
        isl::map relation;
        int iteration;
    };

    // Adds the sections of a set, as far as the context does not say them already; false: it has none of these forms.
    // Throws std::exception where isl gives up.
    [[nodiscard]] bool describe(const isl::set& set, const isl::set& context, const Rows& rows_of,
                                std::vector<Section>& out) const;
    mutable bool gave_up = false; // on a part of the question, for which there is another answer

  private:
    // Of a pw_aff, or a set of parameters: the condition under which they lie in it.
    template <class T> [[nodiscard]] ir::SymbolicExpr expr(const isl::ast_build& build, const T& value) const;
    // The guard of a section: when it is not empty, as far as the context does not say so already.
    [[nodiscard]] std::optional<ir::SymbolicExpr> guard(const isl::ast_build& build, const isl::set& set,
                                                        const isl::set& context) const;
    // A product of strided intervals with closed-form bounds, where the set is one.
    [[nodiscard]] std::optional<Section> as_box(const isl::set& set, const isl::set& context) const;
    // The bounds of the last dimension where these are numbers, and the same at all places of the others.
    [[nodiscard]] std::optional<ir::Bound> fixed_end(const isl::set& set, const isl::set& others) const;
    // The same as as_rows of the other dimensions where the last one's bounds are numbers: members of records.
    [[nodiscard]] std::optional<Section> as_rows_of_records(const isl::set& set, const isl::set& context) const;
    // for (c0 …) ROW(c0, lo, hi, step)
    [[nodiscard]] std::optional<Section> as_rows(const isl::set& set, const isl::set& context) const;
    // Whether one of the loops runs through more values than any launch has rows, whatever the parameters are: isl has
    // not found what bounds it ("for (long hydra_c0 = -2147483648; hydra_c0 <= 2147483647; …").
    [[nodiscard]] static bool runs_far(const ir::RowScan& scan);
    [[nodiscard]] static bool runs_far(const ir::RowLoop& loop);
    // as_box, which may take long to see that the set is none; then what comes next starts afresh.
    [[nodiscard]] std::optional<Section> tried_as_box(const isl::set& set, const isl::set& context) const;
    // How far the rows of a part of the range are from the iterations that touch them, where that is one distance. What
    // some of the iterations touch of the part are then the rows at that distance from them.
    [[nodiscard]] std::optional<ir::SymbolicExpr> distance(const Rows& rows, const isl::set& part,
                                                           const isl::set& context) const;
    void add_distance(const Rows& rows, const isl::set& part, const isl::set& context, Section& section) const;
    [[nodiscard]] bool describe_simple(const isl::set& set, const isl::set& context, const Rows& rows_of,
                                       std::vector<Section>& out) const;

    isl_ctx* ctx_;
    const Naming& naming_;
};

} // namespace hydra::passes
