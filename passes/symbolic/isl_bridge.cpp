// isl behind plain types. Sets are written as text, since isl's own parser is the shortest way in; sections come out as
// trees.
#include "passes/symbolic/isl_bridge.h"
#include "passes/symbolic/isl_ast.h"
#include "passes/symbolic/isl_reader.h"
#include "passes/symbolic/isl_sections.h"
#include "passes/worth.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <isl/ast_build.h>
#include <isl/cpp.h>
#include <isl/options.h>

namespace hydra::passes {

namespace {

// A region whose questions have taken long gets short answers only. Nobody tells how many steps isl has taken, so a
// question is asked with little patience first: most answers are short.
struct Patience {
    unsigned long spent = 0; // at most

    // One after the other, until the question is answered.
    [[nodiscard]] std::vector<unsigned long> limits(bool again) const {
        // Of a question that has been answered when less was known: others have gone by that.
        if (again)
            return {worth::most_section_steps * worth::patience_again};
        std::vector<unsigned long> all{worth::steps_of_short_answer};
        if (spent < 2 * worth::most_region_steps)
            all.push_back(worth::steps_of_usual_answer);
        if (spent < worth::most_region_steps)
            all.push_back(worth::most_section_steps);
        return all;
    }
};

struct GivenUp : std::runtime_error {
    GivenUp() : std::runtime_error("isl has given up once") {}
};

struct ContextGuard {
    ContextGuard(isl_ctx* context, unsigned long limit) : ctx(context) {
        isl_ctx_reset_operations(ctx);
        isl_ctx_set_max_operations(ctx, limit);
    }
    ~ContextGuard() {
        isl_ctx_set_max_operations(ctx, 0);
        isl_ctx_reset_error(ctx);
    }
    ContextGuard(const ContextGuard&) = delete;
    ContextGuard& operator=(const ContextGuard&) = delete;
    // Also where what the question caught on its way hides that: isl allocates nothing then.
    [[nodiscard]] bool has_given_up() const {
        isl_space* const probe = isl_space_params_alloc(ctx, 0);
        isl_space_free(probe);
        return probe == nullptr;
    }
    isl_ctx* ctx;
};

// The text with each s<id> named by its place in the set.
std::string with_numbers(const std::string& text, const std::set<SymbolId>& ids) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const bool starts = at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
        std::size_t end = at + 1;
        while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0)
            ++end;
        if (text[at] != 's' || !starts || end == at + 1) {
            out += text[at++];
            continue;
        }
        const auto id = ids.find(std::stoi(text.substr(at + 1, end - at - 1)));
        out += fmt::format("s{}", std::distance(ids.begin(), id));
        at = end;
    }
    return out;
}

// Answers, by the shape of the question: regions of a program, and versions of it that are tried, ask the same.
std::map<std::string, std::optional<std::vector<Section>>>& answered_images() {
    static std::map<std::string, std::optional<std::vector<Section>>> answers;
    return answers;
}

} // namespace

struct IslBridge::Impl {
    explicit Impl(Symbols& s) : symbols(s), ctx(isl_ctx_alloc()) {
        isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
        isl_options_set_ast_iterator_type(ctx, "long");
        isl_options_set_ast_always_print_block(ctx, 1);
    }
    ~Impl() {
        contexts.clear();
        domains.clear();
        isl_ctx_free(ctx);
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    Symbols& symbols;
    isl_ctx* ctx;
    const Naming naming = [this](const std::string& name) { return renamed(name); };
    std::vector<std::string> assumptions;
    Patience patience;
    mutable IslReader reader; // in a context of its own: its questions have other limits
    std::map<std::string, bool> held;
    std::set<std::string> answered; // questions, whatever was known then
    struct Read {
        std::optional<isl::set> set; // nullopt: it took more than so many steps
        unsigned long limit = 0;
    };
    std::map<std::string, Read> domains; // as they have been read
    std::map<std::string, isl::set> contexts;
    const SectionReader sections{ctx, naming};

    // Whether a domain lies in a set in isl's text, where the context holds.
    bool holds(const std::string& dims, const std::string& condition, const std::string& formula);

    [[nodiscard]] std::string parameter_list() const {
        std::string list = "lo, hi";
        for (std::size_t i = 0; i < symbols.size(); ++i)
            if (symbols[static_cast<SymbolId>(i)].kind == Symbol::Kind::parameter)
                list += fmt::format(", s{}", i);
        return list;
    }

    // What types and (with_found) the range pass say of the parameters, and what was assumed: one formula each.
    [[nodiscard]] std::vector<std::string> facts(bool with_found) const {
        std::vector<std::string> all = assumptions;
        if (with_found)
            for (std::string& order : symbols.ordered())
                all.push_back(std::move(order));
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            const Symbol& symbol = symbols[static_cast<SymbolId>(i)];
            if (symbol.kind == Symbol::Kind::parameter)
                for (std::string& bound : range(i, with_found ? symbol : of_any_size(symbol)))
                    all.push_back(std::move(bound));
        }
        return all;
    }

    [[nodiscard]] std::string known(bool with_found = true) const {
        std::string formula = "1 = 1";
        for (const std::string& fact : facts(with_found))
            formula += " and " + fact;
        return formula;
    }

    // The parameters that a question speaks of, also by way of what is known of others, and what is known of these: no
    // other has a part in the answer, and isl takes the longer the more there are.
    struct Scope {
        std::string parameters, known;
        std::set<SymbolId> symbols; // all that occur, iterators too
    };
    [[nodiscard]] Scope scope_of(const std::string& question) const {
        Scope scope;
        const std::vector<SymbolId> spoken_of = symbols_in(question);
        scope.symbols.insert(spoken_of.begin(), spoken_of.end());
        std::vector<std::pair<std::string, std::vector<SymbolId>>> open;
        for (std::string& fact : facts(true)) {
            std::vector<SymbolId> of = symbols_in(fact);
            open.emplace_back(std::move(fact), std::move(of));
        }
        scope.known = "1 = 1";
        std::vector<bool> taken(open.size(), false);
        for (bool grows = true; grows;) {
            grows = false;
            for (std::size_t i = 0; i < open.size(); ++i) {
                const auto& [fact, of] = open[i];
                // The chunk's bounds, lo and hi, have a part in everything.
                const bool is_near =
                    fact.find("lo") != std::string::npos || fact.find("hi") != std::string::npos ||
                    std::any_of(of.begin(), of.end(), [&](SymbolId id) { return scope.symbols.contains(id); });
                if (taken[i] || !is_near)
                    continue;
                taken[i] = grows = true;
                scope.symbols.insert(of.begin(), of.end());
            }
        }
        for (std::size_t i = 0; i < open.size(); ++i)
            if (taken[i])
                scope.known += " and " + open[i].first;
        scope.parameters = "lo, hi";
        for (const SymbolId id : scope.symbols)
            if (symbols[id].kind == Symbol::Kind::parameter)
                scope.parameters += fmt::format(", s{}", id);
        return scope;
    }

    [[nodiscard]] const isl::set& context(const Scope& scope) {
        const std::string text = fmt::format("[{}] -> {{ : {} }}", scope.parameters, scope.known);
        auto found = contexts.find(text);
        if (found == contexts.end())
            found = contexts.emplace(text, isl::set(isl::ctx(ctx), text)).first;
        return found->second;
    }

    // An access relation in isl's text: from `dims`, where `condition` holds, to `outs`, which `equal` defines.
    struct Access {
        std::string dims, condition, outs, equal;
    };

    // nullopt: not affine.
    [[nodiscard]] std::optional<Access> access(const Domain& domain, const std::vector<Poly>& subscripts) const {
        std::string outs;
        std::string equal;
        for (std::size_t d = 0; d < subscripts.size(); ++d) {
            const std::optional<std::string> text = affine(subscripts[d]);
            if (!text)
                return std::nullopt;
            outs += fmt::format("{}o{}", d == 0 ? "" : ", ", d);
            equal += fmt::format(" and o{} = {}", d, *text);
        }
        const auto [dims, condition] = domain_text(domain, equal);
        return Access{dims, condition, outs, equal};
    }

    // The range of an access relation; nullopt: neither boxes nor rows, as far as the patience goes.
    std::optional<std::vector<Section>> image(const Access& access, const Scope& scope, int iteration, bool again);
    // "{ [iterators] -> [subscripts] : … }"; nullopt: not affine.
    [[nodiscard]] std::optional<std::string> relation(const Domain& domain, const std::vector<Poly>& subscripts) const {
        const auto found = access(domain, subscripts);
        if (!found)
            return std::nullopt;
        return fmt::format("{{ [{}] -> [{}] : {}{} }}", found->dims, found->outs, found->condition, found->equal);
    }

    void narrow(ClashQuestion& question, const std::string& more) const;

    // The points of a domain. Many accesses have the same one, and conditions with many cases take isl long to read.
    [[nodiscard]] const isl::set& points(const std::string& dims, const std::string& condition) {
        const auto known = domains
                               .try_emplace(fmt::format("[{}] -> {{ [{}] : {} }}",
                                                        scope_of(dims + " " + condition).parameters, dims, condition))
                               .first;
        Read& read = known->second;
        const unsigned long limit = isl_ctx_get_max_operations(ctx);
        if (!read.set && read.limit < limit) {
            read.limit = limit;
            read.set = isl::set(isl::ctx(ctx), known->first);
        }
        if (!read.set)
            throw GivenUp();
        return *read.set;
    }

    // What the question says, asked with patience; nothing where isl gives up.
    template <class F> std::invoke_result_t<F> ask(bool again, F question) {
        const std::vector<unsigned long> limits = patience.limits(again);
        for (const unsigned long limit : limits) {
            const ContextGuard guard(ctx, limit);
            patience.spent += again ? 0 : limit;
            sections.gave_up = false;
            try {
                std::invoke_result_t<F> answer = question();
                if (!guard.has_given_up() && (!sections.gave_up || limit == limits.back()))
                    return answer;
            } catch (const GivenUp&) {
            } catch (const std::exception&) {
                if (!guard.has_given_up())
                    return {};
            }
        }
        return {};
    }

    // A question with its symbols numbered by their order, their names, and the patience that it meets: what the answer
    // depends on.
    [[nodiscard]] std::string shape(const std::string& question, const Scope& scope, bool again) const {
        std::string text = with_numbers(question + " : " + scope.known, scope.symbols);
        for (const SymbolId id : scope.symbols)
            text += fmt::format(", {} {}", symbols[id].kind == Symbol::Kind::parameter ? "" : "*", symbols[id].name);
        return fmt::format("{} < {}", text, patience.limits(again).back());
    }

    // Without what the range pass found; a least value may stay, where it is no more than that.
    static Symbol of_any_size(Symbol symbol) {
        if (symbol.found && symbol.least == symbol.most)
            symbol.least.reset();
        if (symbol.found)
            symbol.most.reset();
        return symbol;
    }

    static std::vector<std::string> range(std::size_t id, const Symbol& symbol) {
        constexpr std::int64_t limit = std::int64_t{1} << 62;
        std::vector<std::string> formulas;
        if (symbol.least && *symbol.least > -limit)
            formulas.push_back(fmt::format("s{} >= {}", id, *symbol.least));
        if (symbol.most && *symbol.most < limit)
            formulas.push_back(fmt::format("s{} <= {}", id, *symbol.most));
        return formulas;
    }

    // "s3, s5 …" and the formula of a domain: its iterators, and the defined symbols that it or `more` speaks of.
    [[nodiscard]] std::pair<std::string, std::string> domain_text(const Domain& domain, const std::string& more) const {
        std::string dims;
        std::string formula = "1 = 1";
        for (const SymbolId id : domain.iterators)
            dims += fmt::format("{}s{}", dims.empty() ? "" : ", ", id);
        for (const std::string& part : domain.formulas)
            formula += " and (" + part + ")";
        std::set<SymbolId> known;
        long cases = 1;
        std::vector<SymbolId> open = symbols_in(formula + more);
        while (!open.empty()) {
            const SymbolId id = open.back();
            open.pop_back();
            const Symbol& symbol = symbols[id];
            if (symbol.kind != Symbol::Kind::defined || !known.insert(id).second)
                continue;
            dims += fmt::format("{}s{}", dims.empty() ? "" : ", ", id);
            formula += " and (" + symbol.definition + ")";
            const std::vector<SymbolId> further = symbols_in(symbol.definition);
            open.insert(open.end(), further.begin(), further.end());
            cases *= symbol.weight;
            if (cases > worth::most_cases) // too many cases to look at: the caller gives up
                throw std::length_error("too many cases");
        }
        return {dims, formula};
    }

    [[nodiscard]] std::optional<std::string> affine(const Poly& poly) const {
        std::string text = "0";
        for (const auto& [monomial, coefficient] : poly.terms()) {
            if (monomial.empty()) {
                text += fmt::format(" + {}", coefficient);
                continue;
            }
            SymbolId id = monomial.front();
            if (monomial.size() > 1) {
                if (!symbols.invariant(monomial))
                    return std::nullopt;
                Poly product(1);
                for (const SymbolId factor : monomial)
                    product = *product.times(Poly::symbol(factor));
                id = symbols.as_parameter(product);
            }
            text += fmt::format(" + {} s{}", coefficient, id);
        }
        return "(" + text + ")";
    }

    // What sections call isl's parameters and loops.
    [[nodiscard]] std::string renamed(const std::string& name) const {
        if (name == "lo")
            return ir::chunk_begin;
        if (name == "hi")
            return ir::chunk_end;
        const bool numbered = name.size() > 1 && name.find_first_not_of("0123456789", 1) == std::string::npos;
        if (numbered && name[0] == 's')
            return symbols[std::stoi(name.substr(1))].name;
        if (numbered && name[0] == 'c')
            return "hydra_" + name;
        return name;
    }
};

IslBridge::IslBridge(Symbols& symbols) : impl_(std::make_unique<Impl>(symbols)) {}
IslBridge::~IslBridge() = default;

std::optional<std::string> IslBridge::affine(const Poly& poly) { return impl_->affine(poly); }

void IslBridge::assume(const std::string& formula) { impl_->assumptions.push_back("(" + formula + ")"); }

bool IslBridge::holds(const Domain& domain, const std::string& formula) {
    try {
        const auto [dims, condition] = impl_->domain_text(domain, formula);
        const auto [known, fresh] = impl_->held.try_emplace(
            fmt::format("[{}] {}: {} {}{}", dims, condition, formula, impl_->parameter_list(), impl_->known()));
        if (fresh)
            known->second = impl_->holds(dims, condition, formula);
        return known->second;
    } catch (const std::length_error&) {
        return false;
    }
}

bool IslBridge::Impl::holds(const std::string& dims, const std::string& condition, const std::string& formula) {
    const Scope scope = scope_of(dims + " " + condition + " " + formula);
    return ask(false, [&] {
        const isl::set good(isl::ctx(ctx), fmt::format("[{}] -> {{ [{}] : ({}) }}", scope.parameters, dims, formula));
        return points(dims, condition).intersect_params(context(scope)).is_subset(good);
    });
}

// Whether it has no quotients: next to these, numbers stand where isl puts them.
static bool may_be_moved(const ir::SymbolicExpr& expr) {
    using Op = ir::SymbolicExpr::Op;
    const Op op = expr.op();
    const bool divides =
        op == Op::exact_quotient || op == Op::quotient || op == Op::remainder || op == Op::floor_quotient;
    const auto parts = expr.operands();
    return !divides && std::all_of(parts.begin(), parts.end(), may_be_moved);
}

// Inner subscripts that are numbers (`a[i][j][2][3]`, members of records) have no part in what the others cover, and
// numbers that are added to subscripts move the whole of it (`a[i + 1][j - 1]`): many accesses that differ in these
// alone are one question.
std::optional<std::vector<Section>> IslBridge::image(const Domain& domain, const std::vector<Poly>& subscripts,
                                                     SymbolId x) {
    std::vector<Poly> others;
    std::vector<std::int64_t> added;
    for (std::size_t d = 0; d < subscripts.size(); ++d)
        if (d == 0 || !subscripts[d].constant()) {
            constexpr std::int64_t most = std::int64_t{1} << 40; // sums of such are no matter
            const auto number = subscripts[d].terms().find({});
            const bool is_added = number != subscripts[d].terms().end() && !subscripts[d].constant() &&
                                  number->second > -most && number->second < most;
            added.push_back(is_added ? number->second : 0);
            others.push_back(*subscripts[d].minus(Poly(added.back())));
        }
    if (others == subscripts)
        return image_of(domain, subscripts, x);
    std::optional<std::vector<Section>> sections = image_of(domain, others, x);
    if (!sections)
        return std::nullopt;
    for (Section& section : *sections) {
        const auto moves = [](const ir::Bound& bound) { return may_be_moved(bound.lo) && may_be_moved(bound.hi); };
        if (section.form != ir::Access::Form::box || !std::all_of(section.box.begin(), section.box.end(), moves))
            return image_of(domain, subscripts, x);
        for (std::size_t d = 0; d < added.size(); ++d) {
            section.box[d].lo = section.box[d].lo.plus(added[d]);
            section.box[d].hi = section.box[d].hi.plus(added[d]);
        }
        if (section.row)
            section.row = section.row->plus(added[0]);
        for (std::size_t d = 1; d < subscripts.size(); ++d)
            if (const auto number = subscripts[d].constant())
                section.box.insert(section.box.begin() + static_cast<std::ptrdiff_t>(d), {*number, *number + 1});
    }
    return sections;
}

std::optional<std::vector<Section>> IslBridge::image_of(const Domain& domain, const std::vector<Poly>& subscripts,
                                                        SymbolId x) {
    std::optional<Impl::Access> asked;
    try {
        asked = impl_->access(domain, subscripts);
    } catch (const std::length_error&) {
    }
    if (!asked)
        return std::nullopt;
    const auto at = std::find(domain.iterators.begin(), domain.iterators.end(), x);
    const int iteration = at == domain.iterators.end() ? -1 : static_cast<int>(at - domain.iterators.begin());
    const std::string question = fmt::format("{} {} {}@{}", asked->dims, asked->condition, asked->equal, iteration);
    const Impl::Scope scope = impl_->scope_of(question);
    const bool again = impl_->answered.contains(question);
    const auto [known, fresh] = answered_images().try_emplace(impl_->shape(question, scope, again));
    if (fresh)
        known->second = impl_->image(*asked, scope, iteration, again);
    if (known->second)
        impl_->answered.insert(question);
    return known->second;
}

std::optional<std::vector<Section>> IslBridge::Impl::image(const Access& access, const Scope& scope, int iteration,
                                                           bool again) {
    return ask(
        again,
        [&]() -> std::optional<std::vector<Section>> {
            const isl::set& around = context(scope);
            const isl::map map =
                isl::map(isl::ctx(ctx), fmt::format("[{}] -> {{ [{}] -> [{}] : 1 = 1{} }}", scope.parameters,
                                                    access.dims, access.outs, access.equal))
                    .intersect_domain(points(access.dims, access.condition));
            const isl::set range = map.range().intersect_params(around).coalesce();
            std::vector<Section> found;
            if (!sections.describe(range, around, {map, iteration}, found))
                return std::nullopt;
            return found;
        });
}

std::optional<std::string> IslBridge::relation(const Domain& domain, const std::vector<Poly>& subscripts) {
    try {
        return impl_->relation(domain, subscripts);
    } catch (const std::length_error&) {
        return std::nullopt;
    }
}

std::optional<std::string> IslBridge::wider_relation(const Domain& domain, const std::vector<Poly>& subscripts) {
    if (auto exact = relation(domain, subscripts))
        return exact;
    Domain wider{domain.iterators, {}};
    for (const std::string& formula : domain.formulas) {
        const std::vector<SymbolId> named = symbols_in(formula);
        if (std::none_of(named.begin(), named.end(),
                         [&](SymbolId id) { return impl_->symbols[id].kind == Symbol::Kind::defined; }))
            wider.formulas.push_back(formula);
    }
    return relation(wider, subscripts);
}

IslReader& IslBridge::reader() const { return impl_->reader; }

void IslBridge::Impl::narrow(ClashQuestion& question, const std::string& more) const {
    std::string text = question.whole + " " + question.writes + " " + question.touches + " " + question.stride + more;
    for (const std::string& cover : question.covers)
        text += " " + cover;
    const Scope scope = scope_of(text);
    question.reader = &reader;
    question.parameters = "[" + scope.parameters + "]";
    question.context = scope.known;
    question.any_size = "1 = 1";
    for (const std::string& fact : facts(false)) {
        const std::vector<SymbolId> of = symbols_in(fact);
        if (std::all_of(of.begin(), of.end(), [&](SymbolId id) { return scope.symbols.contains(id); }))
            question.any_size += " and " + fact;
    }
}

void IslBridge::narrow(ClashQuestion& question) const { impl_->narrow(question, ""); }

void IslBridge::narrow(OwnRead& read) const {
    std::string more;
    for (const auto* covers : {&read.before, &read.perhaps})
        for (const OwnRead::Cover& cover : *covers)
            more += " " + cover.write;
    if (read.writes)
        for (const std::string& write : *read.writes)
            more += " " + write;
    impl_->narrow(read.common, more);
}

std::string IslBridge::parameters() const { return "[" + impl_->parameter_list() + "]"; }

std::string IslBridge::context() const { return impl_->known(); }

} // namespace hydra::passes
