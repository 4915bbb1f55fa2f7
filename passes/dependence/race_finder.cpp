// Pairs of accesses that are known exactly, a write and another one to the same array through the same shape, are asked
// whether two different iterations of the directive's loop meet in an element (isl_clash.h). Nothing is said about
// arrays that only might be the same, about accesses that are wider than the truth, or about values of parameters that
// the program may never use.
#include "passes/dependence/race_finder.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ir/operators.h"
#include "passes/dependence/apart_by_parts.h"
#include "passes/dependence/clash_text.h"
#include "passes/dependence/element_name.h"
#include "passes/dependence/pairs.h"
#include "passes/dependence/row_ends.h"
#include "passes/dependence/same_values.h"
#include "passes/dependence/size_races.h"
#include "passes/sections/footprints.h"
#include "passes/symbolic/isl_clash.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;
using ir::Stmt;

namespace {

// The chain of statements from `from` down to `target`.
bool path_to(const Stmt& from, const Stmt& target, std::vector<const Stmt*>& path) {
    path.push_back(&from);
    if (&from == &target)
        return true;
    bool found = false;
    ir::for_each_child(
        from, [](const Expr&) {}, [&](const Stmt& child) { found = found || path_to(child, target, path); });
    if (!found)
        path.pop_back();
    return found;
}

class RaceFinder {
  public:
    RaceFinder(State& state, ir::Kernel& kernel, Region& region)
        : state_(state), kernel_(kernel), region_(region), accesses_(in_longer_rows(region_)),
          loop_(*kernel.loop->as<ir::For>()) {}

    [[nodiscard]] bool keeps_apart() {
        describe();
        return region_.accesses.obstacle.empty() && doubt().empty() && rows_assumed_.empty();
    }

    void run(const NoAlias& distinct) {
        describe();
        const bool in_order = !loop_.directive->ordered.empty(); // then no iterations meet that should not
        for (std::size_t w = 0; w < accesses_.size() && !in_order; ++w)
            for (std::size_t a = 0; a < accesses_.size() && writes(accesses_[w]); ++a)
                if (proves(w, a))
                    return;
        kernel_.analysis.doubt = region_.accesses.obstacle.empty() ? doubt() : region_.accesses.obstacle;
        if (!kernel_.analysis.doubt.empty() && region_.accesses.obstacle.empty() && keep_apart_where_they_count()) {
            kernel_.analysis.doubt.clear();
            kernel_.analysis.looked_up = nullptr;
            rows_assumed_.clear();
        }
        kernel_.analysis.proved_parallel = kernel_.analysis.doubt.empty() && rows_assumed_.empty();
        if (!kernel_.analysis.doubt.empty()) {
            kernel_.analysis.proved_in_rows = region_.accesses.obstacle.empty() && keep_apart_in_rows();
            warn_of_sizes(state_, region_, loop_, surroundings_, open_);
            note_assumed(distinct);
            return;
        }
        kernel_.analysis.rows_assumed.assign(rows_assumed_.begin(), rows_assumed_.end());
        kernel_.analysis.proved_in_rows = !rows_assumed_.empty() && footprints_tell_;
        const bool through_tables = std::any_of(accesses_.begin(), accesses_.end(),
                                                [](const RawAccess& access) { return !access.tables.empty(); });
        // The runtime compares what rows of tables truly touch.
        if (kernel_.analysis.proved_parallel && !through_tables && !sections_overlap_)
            forget_refinement(state_, region_, kernel_);
        note_assumed(distinct);
    }

  private:
    // Whether the access happens as described: not less, and not elsewhere.
    [[nodiscard]] bool exact(std::size_t index) const {
        const RawAccess& access = accesses_[index];
        const bool certain = access.kind == AccessKind::read || access.kind == AccessKind::write;
        return certain && access.reason.empty() && !relations_[index].empty();
    }

    // The arrays with rows that an access leaves for certain: where two accesses meet, only numbers of elements tell.
    void find_passed_rows() {
        for (const RawAccess& access : accesses_)
            for (std::size_t d = 1; d < access.subscripts.size() && !passed_.contains(access.root); ++d)
                if (leaves_row(region_, access, d))
                    passed_.insert(access.root);
        for (const RawAccess& access : accesses_)
            if (passed_.contains(access.root) && !number_of(access))
                passed_.erase(access.root);
    }

    void describe() {
        find_passed_rows();
        for (const RawAccess& access : accesses_) {
            const bool located = access.known && access.root != RawAccess::everything;
            const bool by_number = passed_.contains(access.root);
            const auto subscripts = by_number ? std::vector<Poly>{*number_of(access)} : access.subscripts;
            const auto relation = located ? region_.bridge.relation(access.domain, subscripts) : std::nullopt;
            relations_.push_back(relation.value_or(""));
            wider_.push_back(relation || !located
                                 ? relation.value_or("")
                                 : region_.bridge.wider_relation(access.domain, subscripts).value_or(""));
            optional_.push_back(is_optional(region_, access.domain));
        }
        surroundings_ = region_.whole;
        assume_quotient(*ir::strip(loop_.canonical.bound));

        std::vector<const Stmt*> path;
        if (kernel_.function->body && path_to(*kernel_.function->body, *kernel_.loop, path))
            for (const Stmt* stmt : path)
                if (const auto* loop = stmt->as<ir::For>(); loop != nullptr && stmt != kernel_.loop)
                    assume_header(*loop);
    }

    // `i < n / 2`: the bound is a number of its own to the others.
    void assume_quotient(const Expr& bound) {
        const auto* division = bound.as<ir::Binary>();
        if (division == nullptr || division->op != ir::BinaryOp::div || !bound.type->is_integer() ||
            bound.type->is_unsigned())
            return;
        const auto value = [&](const Expr& e) {
            const auto poly = host_value(state_.summary, region_.symbols, region_.bridge, {}, e);
            return poly ? region_.bridge.affine(*poly) : std::nullopt;
        };
        const auto by = ir::constant_value(*division->rhs);
        const auto quotient = value(bound), dividend = value(*division->lhs);
        if (by.value_or(0) > 0 && quotient && dividend)
            surroundings_ += fmt::format(
                " and (({0} >= 0 and {2} * {1} <= {0} and {0} < {2} * {1} + {2}) or ({0} < 0 and {1} <= 0))",
                "(" + *dividend + ")", "(" + *quotient + ")", *by);
    }

    // `for (k = …; k < n; …)` around the loop: the condition holds, if the body leaves k and n alone.
    void assume_header(const ir::For& around) {
        const auto* compare = around.cond ? ir::strip(around.cond.get())->as<ir::Binary>() : nullptr;
        if (compare == nullptr || !around.body || compare->op < ir::BinaryOp::lt || compare->op > ir::BinaryOp::ge)
            return;
        const Variables changed = state_.summary.changed_by(*around.body);
        const auto side = [&](const Expr& e) -> std::optional<std::string> {
            const auto value = host_value(state_.summary, region_.symbols, region_.bridge, changed, e);
            return value ? region_.bridge.affine(*value) : std::nullopt;
        };
        const auto left = side(*compare->lhs);
        const auto right = side(*compare->rhs);
        const char* sign = compare->op == ir::BinaryOp::lt   ? "<"
                           : compare->op == ir::BinaryOp::gt ? ">"
                           : compare->op == ir::BinaryOp::le ? "<="
                                                             : ">=";
        if (left && right)
            surroundings_ += fmt::format(" and {} {} {}", *left, sign, *right);
    }

    // One of the first `dims` subscripts is the same multiple of the iteration in both: elements of different
    // iterations differ.
    [[nodiscard]] bool kept_apart(const RawAccess& a, const RawAccess& b, std::size_t dims) const {
        if (passed_.contains(a.root))
            return false;
        const SymbolId x = region_.chunk_variable;
        for (std::size_t d = 0; d < dims; ++d) {
            const Poly& poly = a.subscripts[d];
            if (poly != b.subscripts[d] || !poly.terms().contains({x}))
                continue;
            const bool plain = std::all_of(poly.terms().begin(), poly.terms().end(), [&](const auto& term) {
                return term.first == Poly::Monomial{x} || region_.symbols.invariant(term.first);
            });
            if (plain)
                return true;
        }
        return false;
    }

    [[nodiscard]] ClashQuestion question(const std::string& writes, const std::string& touches) const {
        ClashQuestion question;
        question.whole = surroundings_;
        question.writes = writes;
        question.touches = touches;
        question.descending = kernel_.space.descending;
        question.stride = region_.stride;
        return question;
    }
    [[nodiscard]] bool never_meet(ClashQuestion question) const {
        region_.bridge.narrow(question);
        return never_clash(question);
    }
    [[nodiscard]] std::optional<Clash> find_clash(ClashQuestion question) const {
        region_.bridge.narrow(question);
        return proved_clash(question);
    }

    [[nodiscard]] bool proves(std::size_t write, std::size_t other) {
        const RawAccess& first = accesses_[write];
        const RawAccess& second = accesses_[other];
        const bool both = writes(second);
        if (!exact(write) || !exact(other) || optional_[write] || optional_[other] || (both && other < write) ||
            !same_view(first, second) || kept_apart(first, second, first.subscripts.size()) || is_atomic(first))
            return false;
        ClashQuestion asked = question(relations_[write], relations_[other]);
        for (std::size_t w = 0; w < accesses_.size() && !both; ++w)
            if (writes(accesses_[w]) && exact(w) && same_view(accesses_[w], second))
                asked.covers.push_back(relations_[w]);
        std::sort(asked.covers.begin(), asked.covers.end());
        asked.covers.erase(std::unique(asked.covers.begin(), asked.covers.end()), asked.covers.end());
        if (!asked_.insert(asked.writes + asked.touches + (both ? "w" : "r")).second ||
            asked_.size() > worth::most_race_questions)
            return false;
        const std::optional<Clash> clash = find_clash(asked);
        if (!clash && !both)
            open_.push_back({std::move(asked), first, second});
        if (!clash || (both && values_.same(first, second)))
            return false;
        if (!both || !report_carried())
            report(first, second, *clash);
        return true;
    }

    // What iterations overwrite is wrong already; what one reads that another wrote says more, if there is such an
    // element: one that the reader itself has not written before.
    [[nodiscard]] bool report_carried() {
        int asked = 0;
        for (std::size_t w = 0; w < accesses_.size(); ++w)
            for (std::size_t r = 0; r < accesses_.size() && asked < worth::most_carried_questions; ++r) {
                const RawAccess& write = accesses_[w];
                const RawAccess& read = accesses_[r];
                if (!writes(write) || writes(read) || !exact(w) || !exact(r) || optional_[w] || optional_[r] ||
                    !same_view(write, read) || kept_apart(write, read, write.subscripts.size()) || is_atomic(write))
                    continue;
                ClashQuestion carried = question(relations_[w], relations_[r]);
                for (std::size_t c = 0; c < accesses_.size(); ++c)
                    if (writes(accesses_[c]) && exact(c) && same_view(accesses_[c], read) && !is_later(c, r))
                        carried.covers.push_back(relations_[c]);
                ++asked;
                if (const auto clash = find_clash(std::move(carried))) {
                    report(write, read, *clash);
                    return true;
                }
            }
        return false;
    }

    // Whether the access certainly comes behind the other one in each iteration: it stands there, in no loop of both.
    [[nodiscard]] bool is_later(std::size_t access, std::size_t other) const {
        const auto& loops = accesses_[access].domain.iterators;
        const auto& around = accesses_[other].domain.iterators;
        return access > other && std::none_of(loops.begin(), loops.end(), [&](SymbolId id) {
                   return id != region_.chunk_variable && std::find(around.begin(), around.end(), id) != around.end();
               });
    }

    [[nodiscard]] bool is_atomic(const RawAccess& access) const {
        ir::TypeRef type = region_.accesses.roots[static_cast<std::size_t>(access.root)].pointee;
        while (type != nullptr && type->is_array())
            type = type->inner;
        return type != nullptr && type->quals.is_atomic;
    }

    // ---- the message ----

    void report(const RawAccess& write, const RawAccess& other, Clash clash) {
        for (std::size_t d = other.lengths.size();
             passed_.contains(other.root) && d-- > 0;) { // the number as subscripts
            const std::int64_t length = *other.lengths[d].constant();
            const std::int64_t row = clash.element.front() / length;
            clash.element.insert(clash.element.begin() + 1, clash.element.front() - row * length);
            clash.element.front() = row;
        }
        const std::string variable = loop_.canonical.variable->name;
        const auto iteration = [&](std::int64_t x) {
            return fmt::format("{}={}", variable, text_.loop_value(x, clash));
        };
        const std::string element = text_.element(other, clash);
        if (!loop_.directive->layout.empty()) {
            report_processes(write, other, iteration(clash.writer), iteration(clash.other), element);
            return;
        }
        std::string message = "loop is not parallel: " + text_.assumed(other, clash);
        support::SourceRange where = other.range;
        support::SourceRange noted = write.range;
        if (writes(other)) {
            const bool swapped = (clash.other < clash.writer) != kernel_.space.descending;
            message +=
                fmt::format("iterations {} and {} both write {}", iteration(swapped ? clash.other : clash.writer),
                            iteration(swapped ? clash.writer : clash.other), element);
            where = write.range;
            noted = other.range;
        } else {
            message += fmt::format("iteration {} reads {}, which iteration {} writes", iteration(clash.other), element,
                                   iteration(clash.writer));
        }
        support::Diagnostic& error = state_.diagnostics.error(where, message, "hydra-race");
        if (!writes(other) || noted.begin != where.begin)
            error.notes.push_back({noted, "written here"});
        const std::string& array = region_.accesses.roots[static_cast<std::size_t>(write.root)].name;
        if (!writes(other) || values_.depend_on_iteration(write))
            return;
        const ir::VarDecl* variable_of_root = region_.accesses.roots[static_cast<std::size_t>(write.root)].variable;
        if (variable_of_root != nullptr && variable_of_root->type->is_array())
            error.clause = fmt::format("private({})", array);
        if (!error.clause.empty())
            error.fixes.push_back({loop_.directive->range, error.clause, true});
        error.notes.push_back(
            {loop_.directive->range,
             fmt::format("if '{0}' is each iteration's own scratch memory, declare it inside the loop or list it in "
                         "private({0}); if it collects a result, in a reduction",
                         array)});
    }

    // The same in the words of CMAPS, where the accesses stand in element functions.
    void report_processes(const RawAccess& write, const RawAccess& other, const std::string& writer,
                          const std::string& reader, const std::string& element) {
        const bool both = writes(other);
        support::Diagnostic& error = state_.diagnostics.error(
            kernel_.loop->range,
            both ? fmt::format("processes {} and {} both write {}; reduce(op, …) combines what several yield", writer,
                               reader, element)
                 : fmt::format("process {} reads {}, which process {} writes; name the access in 'wave:' to read new "
                               "values, or write to a second array to read old ones",
                               reader, element, writer),
            "hydra-race");
        error.notes.push_back({write.range, "written here"});
        if (other.range.begin != write.range.begin)
            error.notes.push_back({other.range, both ? "and here" : "read here"});
    }

    // The arrays that the proof takes to be different memory.
    void note_assumed(const NoAlias& distinct) {
        std::set<std::pair<std::string, std::string>> noted;
        const auto root = [&](const RawAccess& access) -> const Root& {
            return region_.accesses.roots[static_cast<std::size_t>(access.root)];
        };
        for (const RawAccess& write : accesses_) {
            if (!writes(write) || write.root == RawAccess::everything)
                continue;
            if (!write.tables.empty())
                noted.insert({root(write).name, root(write).name});
            for (const RawAccess& other : accesses_)
                if (other.root != RawAccess::everything && other.root != write.root &&
                    !distinct.certainly(root(write), root(other)))
                    noted.insert(std::minmax(root(write).name, root(other).name));
        }
        kernel_.analysis.taken_apart.assign(noted.begin(), noted.end());
    }

    // ---- the proof of the contrary ----

    // Why it is not proved that iterations never meet; empty: it is, as far as rows_assumed_ holds.
    [[nodiscard]] std::string doubt() {
        const auto anywhere = std::find_if(accesses_.begin(), accesses_.end(), [this](const RawAccess& access) {
            return access.root == RawAccess::everything && !lies_apart(access);
        });
        std::set<std::string> seen;
        for (std::size_t w = 0; w < accesses_.size(); ++w) {
            if (!writes(accesses_[w]))
                continue;
            if (anywhere != accesses_.end())
                return fmt::format("'{}' may touch any memory: {}", anywhere->text, anywhere->reason);
            for (std::size_t a = 0; a < accesses_.size(); ++a) {
                std::string found = accesses_[a].root == accesses_[w].root ? doubt_of(w, a, seen) : "";
                if (!found.empty())
                    return found;
            }
        }
        return "";
    }

    // Whether what is read without any known pointer lies in objects that the loop does not write.
    [[nodiscard]] bool lies_apart(const RawAccess& anywhere) const {
        const auto objects = writes(anywhere) ? std::nullopt : objects_of(pointers_of(state_), anywhere);
        return objects && std::none_of(accesses_.begin(), accesses_.end(), [&](const RawAccess& access) {
                   const auto others = writes(access) ? objects_of(pointers_of(state_), access) : std::set<int>();
                   return !others || std::any_of(objects->begin(), objects->end(),
                                                 [&](int object) { return others->contains(object); });
               });
    }

    // Where elements are counted as data decide, whether iterations stay apart wherever the counters may be.
    [[nodiscard]] bool keep_apart_where_they_count() {
        if (std::none_of(wider_.begin(), wider_.end(), [](const std::string& relation) { return relation.empty(); }))
            return false;
        const std::size_t told = state_.program.accessors.size();
        const ir::Expr* const looked_up = kernel_.analysis.looked_up;
        const std::unique_ptr<Region> counted = accesses_of(state_, kernel_, {}, true);
        complete_region(state_, kernel_, *counted); // who may call it from elsewhere, at any time, keeps it from that
        RaceFinder among(state_, kernel_, *counted);
        const bool apart = among.keeps_apart();
        sections_overlap_ = among.sections_overlap_;
        kernel_.analysis.looked_up = looked_up;
        state_.program.accessors.resize(told); // nobody will ask
        return apart;
    }

    // Whether nothing is in doubt where what is added to multiples of a row's length, which only the run tells, is less
    // than that: the boxes of a launch show whether it is.
    [[nodiscard]] bool keep_apart_in_rows() {
        const ir::Expr* const looked_up = kernel_.analysis.looked_up;
        boxes_tell_ = true;
        const bool apart = doubt().empty() && footprints_tell_;
        kernel_.analysis.looked_up = looked_up;
        return apart;
    }

    // Of a write and another access to the same root, or the same one.
    [[nodiscard]] std::string doubt_of(std::size_t w, std::size_t a, std::set<std::string>& seen) {
        const RawAccess& write = accesses_[w];
        const RawAccess& other = accesses_[a];
        for (const std::size_t index : {w, a})
            if (wider_[index].empty()) {
                kernel_.analysis.looked_up = accesses_[index].called ? nullptr : accesses_[index].expr;
                return fmt::format("which element '{}' touches is known only when the program runs",
                                   accesses_[index].text);
            }
        const std::size_t rows = common_rows(write, other);
        if (rows == 0)
            return fmt::format("'{}' and '{}' see the memory of '{}' in different shapes", write.text, other.text,
                               region_.accesses.roots[static_cast<std::size_t>(write.root)].name);
        const bool by_number = passed_.contains(write.root) && same_view(write, other);
        if (!by_number && parts_.by_division(write, other))
            return by_parts();
        for (const std::size_t index : {w, a})
            if (!by_number && !stays_in_rows(index))
                return doubt_of_rows(index);
        if (!by_number && (kept_apart(write, other, rows) || in_other_columns(write, other, rows)))
            return "";
        if (!by_number && parts_.by_exchange(write, other))
            return by_parts();
        const auto writes_rows = rows_of(w, rows), touches_rows = rows_of(a, rows);
        if (writes_rows && touches_rows && !seen.insert(*writes_rows + *touches_rows).second)
            return "";
        if (seen.size() > worth::most_race_questions)
            return "the loop has too many pairs of accesses to look at";
        if (writes_rows && touches_rows && never_meet(question(*writes_rows, *touches_rows)))
            return "";
        if (w != a && write.text != other.text)
            return fmt::format("'{}' and '{}' may be one element in two iterations", write.text, other.text);
        kernel_.analysis.looked_up = write.called ? nullptr : write.expr;
        return fmt::format("two iterations may touch one element through '{}'", write.text);
    }

    std::string by_parts() {
        sections_overlap_ = true;
        return "";
    }

    // Of an access whose subscripts may leave their rows. The rows may be none of the user's, but what a product in one
    // subscript makes of it: `d[i * step]`.
    [[nodiscard]] std::string doubt_of_rows(std::size_t index) {
        const RawAccess& access = accesses_[index];
        const std::size_t open = inside_.first_open(index);
        const std::string length = region_.symbols.user_text(access.lengths[open - 1]);
        const auto within = access.subscripts[open].constant();
        if (!text_.flattened(access))
            return fmt::format("nothing shows that the subscripts of '{}' stay inside their rows", access.text);
        if (within && *within >= 0)
            return fmt::format("nothing shows that '{}' is above {}, and else two iterations may touch one element "
                               "through '{}'",
                               length, *within, access.text);
        return fmt::format("nothing shows that in '{}' what is added to multiples of '{}' is from 0 to less than that",
                           access.text, length);
    }

    // The relation of the first subscripts alone.
    [[nodiscard]] std::optional<std::string> rows_of(std::size_t index, std::size_t rows) const {
        const RawAccess& access = accesses_[index];
        if (rows == access.subscripts.size())
            return wider_[index];
        const auto end = access.subscripts.begin() + static_cast<std::ptrdiff_t>(rows);
        return region_.bridge.wider_relation(access.domain, {access.subscripts.begin(), end});
    }

    [[nodiscard]] bool stays_in_rows(std::size_t index) {
        const RawAccess& access = accesses_[index];
        if (inside_.holds(index))
            return true;
        if (boxes_tell_ && is_described(access))
            return true;
        if (!has_declared_rows(access, region_.accesses.roots[static_cast<std::size_t>(access.root)]) &&
            !inside_.holds_as_declared(index))
            return false;
        footprints_tell_ = footprints_tell_ && is_described(access);
        rows_assumed_.insert(access.text);
        return true;
    }

    // Whether footprints say what it touches in the same rows.
    [[nodiscard]] bool is_described(const RawAccess& access) const {
        const int number = slot_of(kernel_, region_, access);
        if (number < 0 || access.whole || access.everywhere || access.inspected.stage > 0 || !access.tables.empty())
            return false;
        const std::vector<ir::SymbolicExpr>& lengths = kernel_.touches.slots[static_cast<std::size_t>(number)].lengths;
        return std::equal(lengths.begin(), lengths.end(), access.lengths.begin(), access.lengths.end(),
                          [&](const ir::SymbolicExpr& own, const Poly& length) {
                              return region_.symbols.invariant(length) && own == region_.symbols.in_keys(length);
                          });
    }

    State& state_;
    ir::Kernel& kernel_;
    Region& region_;
    const std::vector<RawAccess> accesses_;
    const ir::For& loop_;
    const ClashText text_{region_};
    const SameValues values_{state_, loop_, region_, accesses_};
    std::vector<std::string> relations_; // by access; empty: not affine
    std::vector<std::string> wider_;     // the same, or one with more in it (IslBridge::wider_relation)
    std::vector<bool> optional_;         // by access: see is_optional (pairs.h)
    std::string surroundings_;           // the whole loop, and what the loops around it say
    std::vector<OpenPair> open_;
    std::set<std::string> asked_;
    std::set<int> passed_;                        // roots: see find_passed_rows
    bool footprints_tell_ = true;                 // whether those do
    bool boxes_tell_ = false;                     // also of rows whose length only the run tells
    bool sections_overlap_ = false;               // as footprints describe them, though iterations are proved apart
    std::set<std::string> rows_assumed_;          // accesses whose subscripts stay in their rows because C demands it
    InsideRows inside_{region_, accesses_, true}; // note_assumed names the tables
    ApartByParts parts_{region_};
};

} // namespace

void find_races(State& state, ir::Kernel& kernel, Region& region, const NoAlias& distinct) {
    RaceFinder(state, kernel, region).run(distinct);
}

bool keep_apart(State& state, ir::Kernel& kernel, Region& region) {
    return RaceFinder(state, kernel, region).keeps_apart();
}

} // namespace hydra::passes
