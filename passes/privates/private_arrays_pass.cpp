// Pass: arrays of private and firstprivate clauses, arrays in private structs, and private scalars that some way
// through the body reads first. Each iteration has its own copy, so an element that one iteration writes and a later
// one reads does not arrive there, and an element of a private array that nothing has written has no value. The body is
// run through once more with these arrays as if they were shared, and every read is asked where its value may come from
// (isl_clash.h). A proof is an error, doubt the warning hydra-private, as for scalars
// (frontend/directive/loop_check.cpp).
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/facts/record_parts.h"
#include "passes/flow/append_pattern.h"
#include "passes/flow/constant_paths.h"
#include "passes/flow/definite_assignment.h"
#include "passes/flow/dominators.h"
#include "passes/passes.h"
#include "passes/symbolic/isl_clash.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::AccessKind;

namespace {

class PrivateArray {
  public:
    // member: the array in the struct variable that is meant; null: the variable.
    PrivateArray(State& state, const ir::Kernel& kernel, Region& region, const ir::VarDecl* variable, bool first,
                 const ir::Expr* member = nullptr)
        : state_(state), kernel_(kernel), region_(region), variable_(variable), first_(first),
          type_(member != nullptr ? member->type : variable->type),
          name_(member != nullptr ? ir::print_c(*member) : variable->name),
          part_(member != nullptr ? part_of(*member, variable) : std::nullopt),
          dominators_(*kernel.loop->as<ir::For>()->body) {}

    void check() {
        collect();
        find_stores();
        find_fillers();
        const bool written = std::any_of(seen_.begin(), seen_.end(), [](const Seen& s) { return s.writes(); });
        if (first_ && !written)
            return;
        if (variable_->type->is_scalar() && !knows_all_stores())
            return;
        for (const Seen& read : seen_)
            if (!read.writes() && foreign(read))
                return;
    }

  private:
    struct Seen {
        const RawAccess* raw;
        std::string relation; // empty: not known
        bool exact = false;   // happens as described
        bool placed = false;  // the relation is exact but for conditions
        [[nodiscard]] bool writes() const { return raw->kind != AccessKind::read; }
    };

    void collect() {
        ir::TypeRef type = type_;
        for (; type->is_array(); type = type->inner)
            lengths_.push_back(type->length);
        element_ = ir::size_of(type).value_or(-1);
        for (const RawAccess& raw : region_.accesses.accesses) {
            if (raw.root == RawAccess::everything ||
                !is_meant(region_.accesses.roots[static_cast<std::size_t>(raw.root)]))
                continue;
            Seen seen{&raw, as_declared(raw)};
            seen.placed = !seen.relation.empty() && raw.element != nullptr && !raw.called &&
                          raw.widened == RawAccess::Widened::no;
            seen.exact = !seen.relation.empty() && raw.reason.empty() &&
                         (raw.kind == AccessKind::read || raw.kind == AccessKind::write);
            if (seen.relation.empty())
                seen.relation = relation(raw.domain, {});
            seen_.push_back(std::move(seen));
        }
    }

    [[nodiscard]] bool is_meant(const Root& root) const {
        return part_ ? root.base == variable_ && root.name == name_ : root.variable == variable_;
    }

    // Whether every store to the scalar that stands in the body was seen: none by an inner loop's head or an address.
    [[nodiscard]] bool knows_all_stores() const {
        bool known = true;
        walk(
            *kernel_.loop->as<ir::For>()->body,
            [&](const ir::Expr& e) {
                const auto* unary = e.as<ir::Unary>();
                const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of &&
                                     base_variable(unary->operand.get()) == variable_;
                const ir::Expr* target = assigned_variable(e) == variable_ ? assignment_target(e) : nullptr;
                known = known && !address &&
                        (target == nullptr || std::any_of(seen_.begin(), seen_.end(), [&](const Seen& s) {
                             return s.writes() && ir::strip(s.raw->element) == target;
                         }));
            },
            [&](const ir::Stmt& s) {
                const auto* loop = s.as<ir::For>();
                known = known && (loop == nullptr || !loop->directive) && s.as<ir::Asm>() == nullptr;
            });
        return known;
    }

    // The relation, where the array is seen in the shape that it was declared with; else empty.
    std::string as_declared(const RawAccess& raw) {
        const std::size_t given = raw.subscripts.size();
        if (variable_->type->is_scalar())
            return relation(raw.domain, {Poly(0)});
        if (!raw.known || !raw.tables.empty() || given == 0 || given > lengths_.size())
            return "";
        for (std::size_t d = 1; d < given; ++d)
            if (raw.lengths[d - 1].constant() != lengths_[d] || may_count_through_rows(raw, d))
                return "";
        std::int64_t bytes = element_;
        for (std::size_t d = given; d < lengths_.size(); ++d)
            bytes *= lengths_[d];
        return raw.elem == bytes ? relation(raw.domain, raw.subscripts) : "";
    }

    // `w[0][k]`, or `p[k]` from p = &w[0][0] on: whether k may go over the end of the row, into the next ones.
    [[nodiscard]] bool may_count_through_rows(const RawAccess& raw, std::size_t d) const {
        const auto in_one_row = [&](const Poly& subscript) { return subscript.constant().has_value(); };
        if (!std::all_of(raw.subscripts.begin(), raw.subscripts.begin() + static_cast<std::ptrdiff_t>(d), in_one_row))
            return false;
        const auto text = region_.bridge.affine(raw.subscripts[d]);
        return !text || !region_.bridge.holds(raw.domain, fmt::format("0 <= {} < {}", *text, lengths_[d]));
    }

    // { [iterators] -> [subscripts, all of the dimensions behind them] }; empty where it is not affine.
    std::string relation(Domain domain, std::vector<Poly> subscripts) {
        while (subscripts.size() < lengths_.size()) {
            const std::int64_t length = lengths_[subscripts.size()];
            if (length <= 0)
                return "";
            const SymbolId id = region_.symbols.add_iterator("e", type_);
            domain.iterators.push_back(id);
            domain.formulas.push_back(fmt::format("0 <= s{} < {}", id, length));
            subscripts.push_back(Poly::symbol(id));
        }
        return region_.bridge.relation(domain, subscripts).value_or("");
    }

    static unsigned shared_loops(const RawAccess& a, const RawAccess& b) {
        const auto& x = a.domain.iterators;
        const auto& y = b.domain.iterators;
        return static_cast<unsigned>(std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first - x.begin());
    }

    // In one round of the loops around both. Positions inside of called functions say nothing.
    [[nodiscard]] bool stands_before(const RawAccess& a, const RawAccess& b) const {
        if (a.order.in_own_loops) // it is in several arms of a branch
            return &a < &b && a.order.is_sequenced_before(b.order);
        const bool by_text = a.range.file == b.range.file && a.range.end <= b.range.begin;
        return &a < &b && (by_text || a.called || b.called || stored_by(a, b)); // they are in the order of the body
    }
    // Whether the read is one of `w = …`, `w += …` or `w++`, whose store follows it.
    [[nodiscard]] bool stored_by(const RawAccess& read, const RawAccess& write) const {
        if (read.element == nullptr || write.element == nullptr)
            return false;
        const auto store = stores_.find(ir::strip(write.element));
        return store != stores_.end() && store->second.contains(ir::strip(read.element));
    }
    // The variable's elements in each store to one of them, by the target.
    void find_stores() {
        walk(
            *kernel_.loop->as<ir::For>()->body,
            [&](const ir::Expr& e) {
                const ir::Expr* target = assignment_target(e);
                if (target == nullptr || variable_of_part(target) != variable_)
                    return;
                std::set<const ir::Expr*>& inside = stores_[ir::strip(target)];
                walk(
                    e,
                    [&](const ir::Expr& part) {
                        if (variable_of_part(&part) == variable_)
                            inside.insert(ir::strip(&part));
                    },
                    [](const ir::Stmt&) {});
            },
            [](const ir::Stmt&) {});
    }

    // Rounds of the shared loops, as OwnRead::Cover has them. same: a write of the read's own round counts, too.
    [[nodiscard]] std::string in_front(const RawAccess& read, unsigned loops, bool same) const {
        std::string of_read = "x", of_write = "x", earlier, equal;
        for (unsigned d = 1; d < loops; ++d) {
            const bool down = region_.symbols[read.domain.iterators[d]].descending;
            of_read += fmt::format(", r{}", d);
            of_write += fmt::format(", w{}", d);
            earlier += fmt::format("({}w{} {} r{}) or ", equal, d, down ? ">" : "<", d);
            equal += fmt::format("w{0} = r{0} and ", d);
        }
        return fmt::format("{{ [{}] -> [{}] : {}({}{}) }}", of_read, of_write, earlier, equal,
                           same ? "1 = 1" : "1 = 0");
    }

    // The same round of all shared loops.
    static std::string in_round(unsigned loops) {
        std::string of_read = "x", of_write = "x", equal = "1 = 1";
        for (unsigned d = 1; d < loops; ++d) {
            of_read += fmt::format(", r{}", d);
            of_write += fmt::format(", w{}", d);
            equal += fmt::format(" and w{0} = r{0}", d);
        }
        return fmt::format("{{ [{}] -> [{}] : {} }}", of_read, of_write, equal);
    }

    // Whether an iteration that comes to the read has come to the write, whatever the conditions around both are.
    [[nodiscard]] bool dominates(const Seen& write, const Seen& read) const {
        return write.placed && read.placed && dominators_.dominates(*write.raw->element, *read.raw->element);
    }

    // Calls of library functions that fill the array, as far as they fill it: `sprintf(word, …)`.
    void find_fillers() {
        walk(
            *kernel_.loop->as<ir::For>()->body,
            [&](const ir::Expr& e) {
                mentions_.push_back(&e);
                const auto* call = e.as<ir::Call>();
                const auto* callee = call != nullptr ? ir::called_function(*call) : nullptr;
                const LibraryEffect* effect = callee != nullptr && state_.summary.definition(callee) == nullptr
                                                  ? library_effect(callee->name)
                                                  : nullptr;
                for (std::size_t i = 0; effect != nullptr && i < call->args.size(); ++i)
                    if ((effect->argument(i) == 'w' || effect->argument(i) == 'W') &&
                        is_meant(*without_casts(*call->args[i])))
                        fillers_.push_back(&e);
            },
            [](const ir::Stmt&) {});
    }
    [[nodiscard]] bool is_meant(const ir::Expr& array) const {
        return part_ ? part_of(array, variable_) == part_ : ir::named_variable(&array) == variable_;
    }
    [[nodiscard]] bool is_filled_before(const Seen& read) const {
        const auto& range = read.raw->range;
        return std::any_of(mentions_.begin(), mentions_.end(), [&](const ir::Expr* e) {
            return e->range.file == range.file && e->range.begin == range.begin && e->range.end == range.end &&
                   std::any_of(fillers_.begin(), fillers_.end(),
                               [&](const ir::Expr* filler) { return dominators_.dominates(*filler, *e); });
        });
    }

    [[nodiscard]] OwnRead question(const Seen& read) const {
        OwnRead asked;
        asked.common.whole = region_.whole;
        asked.common.descending = kernel_.space.descending;
        asked.common.touches = asked.common.writes = read.relation;
        if (first_)
            asked.writes.emplace();
        for (const Seen& write : seen_) {
            if (!write.writes())
                continue;
            const unsigned loops = shared_loops(*write.raw, *read.raw);
            if (write.exact && (loops > 1 || stands_before(*write.raw, *read.raw)))
                asked.before.push_back(
                    {write.relation, loops, in_front(*read.raw, loops, stands_before(*write.raw, *read.raw))});
            else if (!write.exact && dominates(write, read))
                asked.before.push_back({write.relation, loops, in_round(loops)});
            const bool follows = stands_before(*read.raw, *write.raw);
            if (!write.exact)
                asked.perhaps.push_back({write.relation, 0, ""});
            else if (loops > 1 || !follows)
                asked.perhaps.push_back({write.relation, loops, in_front(*read.raw, loops, !follows)});
            if (first_)
                asked.writes->push_back(write.relation);
        }
        region_.bridge.narrow(asked);
        return asked;
    }

    // Whether something was said.
    bool foreign(const Seen& read) {
        if (all_found_.value_or(false))
            return false;
        const bool known = std::none_of(seen_.begin(), seen_.end(), [](const Seen& s) { return s.relation.empty(); });
        OwnRead asked = question(read);
        if (known && stays_own(asked))
            return false;
        std::optional<Clash> proof;
        if (known && read.exact)
            proof = prove(asked, read);
        const ir::Expr* element = read.raw->called ? nullptr : read.raw->element;
        if (!proof && !first_ &&
            (is_filled_before(read) || is_found(read) ||
             (element != nullptr && is_appended_before(*kernel_.loop->as<ir::For>(), *element))))
            return false;
        if (!proof &&
            variable_->type->is_scalar()) // the warning was given by those who follow all ways (definite_assignment.h)
            return false;
        say(read, proof);
        return true;
    }

    // All reads are asked about at once first, since that may answer for all.
    bool is_found(const Seen& read) {
        const auto& range = read.raw->range;
        const auto names = [&](const ir::Expr* e) { // of an array that is handed over
            return e->range.file == range.file && e->range.begin == range.begin && e->range.end == range.end &&
                   is_meant(*ir::strip(e));
        };
        const auto mention = std::find_if(mentions_.begin(), mentions_.end(), names);
        const ir::Expr* named = mention != mentions_.end() ? *mention : nullptr;
        const ir::Expr* element = read.raw->called || read.raw->element == nullptr ? named : read.raw->element;
        if (element == nullptr)
            return false;
        const auto& loop = *kernel_.loop->as<ir::For>();
        if (!all_found_)
            all_found_ = finds_values(loop, *element, CheckedReads::all_reads);
        return *all_found_ || finds_values(loop, *element, CheckedReads::this_read);
    }

    // Of firstprivate arrays, one write is asked at a time, which happens for certain: of several, some may never
    // happen.
    [[nodiscard]] std::optional<Clash> prove(OwnRead& asked, const Seen& read) const {
        asked.common.writes = read.relation;
        if (!first_)
            return proved_foreign(asked);
        int tried = 0;
        for (const Seen& write : seen_) {
            if (!write.writes() || !write.exact || ++tried > worth::most_writes_tried)
                continue;
            asked.common.writes = write.relation;
            asked.writes = {write.relation};
            if (auto proof = proved_foreign(asked))
                return proof;
        }
        return std::nullopt;
    }

    void say(const Seen& read, const std::optional<Clash>& proof) {
        std::string element = name_;
        if (proof && type_->is_array())
            for (const auto subscript : proof->element)
                element += fmt::format("[{}]", subscript);
        const std::string message =
            first_ ? fmt::format("'{}' is firstprivate, so an iteration does not see what another one wrote to it; "
                                 "here it {} '{}' of the iteration before",
                                 variable_->name, proof ? "reads" : "may read", proof ? element : read.raw->text)
                   : fmt::format("'{0}' is private, so it has no value when an iteration begins, and here '{1}' {2} "
                                 "read before it is written; assign it first, or use firstprivate({0})",
                                 variable_->name, proof ? element : read.raw->text, proof ? "is" : "may be");
        if (proof)
            state_.diagnostics.error(read.raw->range, message, "hydra-private");
        else
            state_.diagnostics.warning(read.raw->range, message, "hydra-private");
    }

    State& state_;
    const ir::Kernel& kernel_;
    Region& region_;
    const ir::VarDecl* variable_;
    const bool first_;
    const ir::TypeRef type_;
    const std::string name_;
    const std::optional<Part> part_;
    std::vector<std::int64_t> lengths_; // as declared; not positive: not constant
    std::int64_t element_ = -1;         // bytes
    std::vector<Seen> seen_;
    std::map<const ir::Expr*, std::set<const ir::Expr*>> stores_;
    BodyOrder dominators_;
    std::vector<const ir::Expr*> mentions_, fillers_;
    std::optional<bool> all_found_; // whether a rehearsal finds values at all reads
};

// Whether all that the body does with bytes of the part, an array, is to name elements of it, or to hand it to
// functions of the library or of the program: then every access was seen.
bool is_used_by_elements(const Summary& summary, const ir::Stmt& body, const ir::VarDecl* variable, const Part& part) {
    std::set<const ir::Expr*> known; // uses, and what they are made of
    const auto know = [&](const ir::Expr* use) {
        for (use = ir::strip(use); known.insert(use).second;) {
            const auto* index = use->as<ir::Index>();
            const auto* member = use->as<ir::Member>();
            if (index == nullptr && member == nullptr)
                return;
            use = ir::strip(index != nullptr ? index->base.get() : member->base.get());
        }
    };
    const auto whole = [&](const ir::Expr& e) { return e.type->is_array() && part_of(e, variable) == part; };
    bool good = true;
    walk(
        body,
        [&](const ir::Expr& e) {
            if (const auto* size = e.as<ir::SizeOf>(); size != nullptr && size->operand)
                know(size->operand.get());
            if (const auto* call = e.as<ir::Call>()) {
                const ir::FunctionDecl* callee = ir::called_function(*call);
                const bool followed = callee != nullptr && (summary.definition(callee) != nullptr ||
                                                            library_effect(callee->name) != nullptr);
                for (const auto& arg : call->args) {
                    const ir::Expr& handed = *without_casts(*arg);
                    const auto of = part_of(handed, variable);
                    if (followed && whole(handed))
                        know(&handed);
                    good = good && !(of && handed.type->is_array() && of->begin < part.begin); // may go on behind it
                }
            }
            const auto* unary = e.as<ir::Unary>();
            if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
                if (const auto of = part_of(*unary->operand, variable); of && of->begin >= part.end)
                    know(unary->operand.get());
            if (const auto of = part_of(e, variable); of && variable_of_part(&e) == variable) {
                const bool apart = of->begin >= part.end || of->end <= part.begin;
                if ((apart && e.type->is_scalar()) || of->begin >= part.end ||
                    (e.as<ir::Index>() != nullptr && e.type->is_scalar() && *of == Part{part.begin, part.end, true}))
                    know(&e);
                good = good && (known.contains(ir::strip(&e)) || ir::strip(&e) != &e);
            }
        },
        [](const ir::Stmt&) {});
    return good;
}

// The arrays of scalars in a private struct whose elements can be told apart, and of which more can be said than that
// none is written first (private_members.cpp).
std::vector<const ir::Expr*> arrays_in(const State& state, const ir::For& loop, const Region& region,
                                       const ir::VarDecl* variable) {
    const ir::Stmt& body = *loop.body;
    const auto was_said = [&](const Part& part) {
        const ir::Expr* first = assignment_in(state.summary, body, variable, {part.begin, part.end, true}).first_read;
        return first != nullptr && !is_appended_before(loop, *first) &&
               !finds_values(loop, *first, CheckedReads::all_reads);
    };
    std::vector<const ir::Expr*> arrays;
    for (const RawAccess& raw : region.accesses.accesses)
        if (raw.root == RawAccess::everything && raw.kind != AccessKind::read)
            return arrays;
    for (const Root& root : region.accesses.roots) {
        const bool member = root.base == variable && root.expr != nullptr && root.expr->as<ir::Member>() != nullptr;
        if (!member || !root.tables.empty() || !root.expr->type->is_array())
            continue;
        ir::TypeRef element = root.expr->type;
        while (element->is_array())
            element = element->inner;
        const std::optional<Part> part = part_of(*root.expr, variable);
        if (element->is_scalar() && part && !part->elements &&
            is_used_by_elements(state.summary, body, variable, *part) && !was_said(*part))
            arrays.push_back(root.expr);
    }
    return arrays;
}

} // namespace

void private_arrays_pass(State& state) {
    for (const ir::Kernel& kernel : state.program.kernels) {
        const auto& directive = *kernel.loop->as<ir::For>()->directive;
        Variables arrays;
        for (const auto* list : {&directive.private_, &directive.firstprivate})
            std::copy_if(
                list->begin(), list->end(), std::inserter(arrays, arrays.end()),
                [](const ir::VarDecl* variable) { return variable->type->is_array(); });
        const auto reads_first = [&](const ir::VarDecl* variable) {
            return variable->type->is_scalar() && variable != kernel.loop->as<ir::For>()->canonical.variable &&
                   assignment_in(state.summary, *kernel.loop->as<ir::For>()->body, variable).may_read_first;
        };
        const auto holds_array = [](const ir::VarDecl* variable) {
            return variable->type->is_record() && ir::holds_array(variable->type);
        };
        std::copy_if(directive.private_.begin(), directive.private_.end(), std::inserter(arrays, arrays.end()),
                     [&](const ir::VarDecl* variable) { return reads_first(variable) || holds_array(variable); });
        if (arrays.empty())
            continue;
        const std::unique_ptr<Region> region = accesses_of(state, kernel, arrays);
        for (const ir::VarDecl* variable : arrays) {
            if (holds_array(variable)) {
                for (const ir::Expr* member : arrays_in(state, *kernel.loop->as<ir::For>(), *region, variable))
                    PrivateArray(state, kernel, *region, variable, false, member).check();
                continue;
            }
            const auto& first = directive.firstprivate;
            PrivateArray(state, kernel, *region, variable,
                         std::find(first.begin(), first.end(), variable) != first.end())
                .check();
        }
    }
}

} // namespace hydra::passes
