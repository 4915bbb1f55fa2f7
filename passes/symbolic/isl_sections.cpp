// See isl_sections.h.
#include "passes/symbolic/isl_sections.h"
#include "passes/symbolic/isl_row_step.h"
#include "passes/worth.h"

#include <algorithm>

#include <fmt/format.h>
#include <isl/ast_build.h>

namespace hydra::passes {

namespace {

isl::set projection(const isl::set& set, unsigned dim) {
    const auto dims = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
    isl_set* one = isl_set_project_out(set.copy(), isl_dim_set, dim + 1, dims - dim - 1);
    return isl::manage(isl_set_project_out(one, isl_dim_set, 0, dim));
}

} // namespace

template <class T> ir::SymbolicExpr SectionReader::expr(const isl::ast_build& build, const T& value) const {
    return symbolic_expr(build.expr_from(value), naming_);
}

std::optional<ir::SymbolicExpr> SectionReader::guard(const isl::ast_build& build, const isl::set& set,
                                                     const isl::set& context) const {
    const isl::set when = isl::manage(isl_set_gist_params(isl_set_params(set.copy()), context.copy())).coalesce();
    if (isl_set_plain_is_universe(when.get()) == isl_bool_true)
        return std::nullopt;
    return expr(build, when);
}

std::optional<Section> SectionReader::as_box(const isl::set& set, const isl::set& context) const {
    const auto dims = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
    std::vector<isl::set> sides;
    std::vector<int> steps;
    for (unsigned d = 0; d < dims; ++d) {
        sides.push_back(projection(set, d));
        steps.push_back(row_step(sides.back()));
        if (steps.back() == 0)
            return std::nullopt;
    }
    isl::set product = sides[0];
    for (unsigned d = 1; d < dims; ++d)
        product = isl::manage(isl_set_flat_product(product.copy(), sides[d].copy()));
    if (!product.is_subset(set))
        return std::nullopt;

    Section section;
    const isl::set when = isl::manage(isl_set_params(set.copy())).intersect(context);
    const isl::ast_build build = isl::ast_build::from_context(when);
    section.guard = guard(isl::ast_build::from_context(context), set, context);
    for (unsigned d = 0; d < dims; ++d) {
        const auto side = [&](isl_pw_aff* value) {
            return isl::manage(isl_pw_aff_gist_params(isl_pw_aff_coalesce(value), when.copy()));
        };
        const isl::pw_aff low = side(isl_set_dim_min(sides[d].copy(), 0));
        const isl::pw_aff one(isl::ctx(ctx_), "{ [(1)] }");
        const isl::pw_aff high = side(isl_set_dim_max(sides[d].copy(), 0)).add(one);
        section.box.push_back({expr(build, low), expr(build, high), steps[d]});
    }
    return section;
}

std::optional<ir::Bound> SectionReader::fixed_end(const isl::set& set, const isl::set& others) const {
    const isl::set last = projection(set, static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set)) - 1);
    const isl::val low = isl::manage(isl_set_dim_min_val(last.copy(), 0));
    const isl::val high = isl::manage(isl_set_dim_max_val(last.copy(), 0));
    if (!low.is_int() || !high.is_int())
        return std::nullopt;
    const long from = low.get_num_si(), to = high.get_num_si() + 1;
    const isl::set all(isl::ctx(ctx_), fmt::format("{{ [x] : {} <= x < {} }}", from, to));
    if (!isl::manage(isl_set_flat_product(others.copy(), all.copy())).is_subset(set))
        return std::nullopt;
    return ir::Bound{from, to};
}

std::optional<Section> SectionReader::as_rows_of_records(const isl::set& set, const isl::set& context) const {
    const auto dims = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
    if (dims < 3)
        return std::nullopt;
    const isl::set others = isl::manage(isl_set_project_out(set.copy(), isl_dim_set, dims - 1, 1));
    std::optional<ir::Bound> end = fixed_end(set, others);
    std::optional<Section> section = end ? as_rows(others, context) : std::nullopt;
    if (section)
        section->box.push_back(*std::move(end));
    return section;
}

std::optional<Section> SectionReader::as_rows(const isl::set& set, const isl::set& context) const {
    if (std::optional<Section> of_records = as_rows_of_records(set, context))
        return of_records;
    const auto dims = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
    const int step = row_step(set);
    if (step == 0 || dims < 2)
        return std::nullopt;
    // A subscript that may be anything is no loop to run through.
    const isl::set edge(isl::ctx(ctx_), fmt::format("{{ [{}] }}", anywhere - 1));
    for (unsigned d = 0; d + 1 < dims; ++d)
        if (!projection(set, d).intersect(edge).is_empty())
            return std::nullopt;
    isl_map* rows = isl_map_from_range(set.copy());
    rows = isl_map_move_dims(rows, isl_dim_in, 0, isl_dim_out, 0, dims - 1);
    const isl::map by_row = isl::manage(rows);
    isl::map bounds =
        isl::manage(isl_map_flat_range_product(isl_map_lexmin(by_row.copy()), isl_map_lexmax(by_row.copy())));
    isl::set flat = isl::manage(isl_map_wrap(bounds.copy())).flatten();
    flat = isl::manage(isl_set_set_tuple_name(flat.release(), "row"));
    std::string order;
    std::string dims_text;
    for (unsigned d = 0; d < dims + 1; ++d)
        dims_text += fmt::format("{}x{}", d == 0 ? "" : ", ", d);
    for (unsigned d = 0; d + 1 < dims; ++d)
        order += fmt::format("{}x{}", d == 0 ? "" : ", ", d);
    const isl::union_map schedule(isl::ctx(ctx_), fmt::format("{{ row[{}] -> [{}] }}", dims_text, order));
    const isl::union_map scan = schedule.intersect_domain(isl::union_set(flat));
    const isl::ast_build build = isl::ast_build::from_context(context);
    isl_ast_node* node = isl_ast_build_node_from_schedule_map(build.get(), scan.copy());
    const isl::ast_node tree = isl::manage(node);
    Section section;
    section.form = ir::Access::Form::rows;
    section.rows = row_scan(tree, step, naming_);
    return runs_far(section.rows) ? std::nullopt : std::optional(section);
}

bool SectionReader::runs_far(const ir::RowScan& scan) {
    return std::any_of(
        scan.statements.begin(), scan.statements.end(),
        [](const ir::RowStatement& statement) {
            if (const auto* loop = statement.as<ir::RowLoop>())
                return runs_far(*loop) || runs_far(loop->body);
            if (const auto* branch = statement.as<ir::RowBranch>())
                return runs_far(branch->then) || runs_far(branch->otherwise);
            const auto* name = statement.as<ir::RowName>();
            return name != nullptr && runs_far(name->body);
        });
}

bool SectionReader::runs_far(const ir::RowLoop& loop) {
    constexpr std::int64_t most = 1 << 20;
    if (loop.condition.op() != ir::SymbolicExpr::Op::less_equal)
        return false;
    const auto least = loop.from.constant(), last = loop.condition.operands()[1].constant();
    return least && last && *last - *least > most;
}

std::optional<Section> SectionReader::tried_as_box(const isl::set& set, const isl::set& context) const {
    try {
        std::optional<Section> box = as_box(set, context);
        isl_ctx_reset_operations(ctx_);
        return box;
    } catch (const std::exception&) {
        gave_up = true;
        isl_ctx_reset_error(ctx_);
        isl_ctx_reset_operations(ctx_);
        return std::nullopt;
    }
}

std::optional<ir::SymbolicExpr> SectionReader::distance(const Rows& rows, const isl::set& part,
                                                        const isl::set& context) const {
    isl_map* map = isl_map_intersect_params(isl_map_intersect_range(rows.relation.copy(), part.copy()), context.copy());
    const auto x = static_cast<unsigned>(rows.iteration);
    map = isl_map_project_out(map, isl_dim_out, 1, static_cast<unsigned>(isl_map_dim(map, isl_dim_out)) - 1);
    map = isl_map_project_out(map, isl_dim_in, x + 1, static_cast<unsigned>(isl_map_dim(map, isl_dim_in)) - x - 1);
    map = isl_map_project_out(map, isl_dim_in, 0, x);
    const isl::set distances = isl::manage(isl_map_deltas(map)).coalesce();
    const isl::map chosen = isl::manage(isl_map_from_range(distances.copy()));
    if (isl_map_is_single_valued(chosen.get()) != isl_bool_true)
        return std::nullopt;
    const isl::set when = isl::manage(isl_set_params(distances.copy())).intersect(context);
    const isl::pw_aff value =
        isl::manage(isl_pw_aff_gist_params(isl_pw_aff_coalesce(isl_set_dim_min(distances.copy(), 0)), when.copy()));
    return expr(isl::ast_build::from_context(when), value);
}

void SectionReader::add_distance(const Rows& rows, const isl::set& part, const isl::set& context,
                                 Section& section) const {
    if (rows.iteration < 0 || section.form != ir::Access::Form::box)
        return;
    isl_ctx_reset_operations(ctx_);
    try {
        section.row = distance(rows, part, context);
    } catch (const std::exception&) {
        gave_up = true;
        isl_ctx_reset_error(ctx_);
    }
    isl_ctx_reset_operations(ctx_);
}

bool SectionReader::describe(const isl::set& set, const isl::set& context, const Rows& rows_of,
                             std::vector<Section>& out) const {
    if (set.is_empty())
        return true;
    if (std::optional<Section> box = tried_as_box(set, context)) {
        add_distance(rows_of, set, context, *box);
        out.push_back(std::move(*box));
        return true;
    }
    std::vector<isl::set> parts;
    const isl::set split = isl::manage(isl_set_make_disjoint(isl_set_coalesce(set.copy())));
    split.foreach_basic_set([&](const isl::basic_set& part) { parts.emplace_back(part); });
    if (parts.size() > 1) {
        std::vector<Section> pieces;
        bool all = true;
        for (const isl::set& part : parts)
            all = all && describe_simple(part, context, rows_of, pieces);
        if (all && pieces.size() <= worth::most_pieces) {
            out.insert(out.end(), pieces.begin(), pieces.end());
            return true;
        }
    }
    std::optional<Section> rows = as_rows(set, context);
    if (!rows)
        return false;
    out.push_back(std::move(*rows));
    return true;
}

bool SectionReader::describe_simple(const isl::set& set, const isl::set& context, const Rows& rows_of,
                                    std::vector<Section>& out) const {
    std::optional<Section> section = as_box(set, context);
    if (!section)
        section = as_rows(set, context);
    if (!section)
        return false;
    add_distance(rows_of, set, context, *section);
    out.push_back(std::move(*section));
    return true;
}

} // namespace hydra::passes
