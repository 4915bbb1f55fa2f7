// See iteration_cost.h. What is called is looked into, and a function that calls itself is neither.
#include "passes/flow/iteration_cost.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "passes/facts/library.h"
#include "passes/flow/counting.h"
#include "passes/worth.h"

namespace hydra::passes {
namespace {

using Variables = std::set<const ir::VarDecl*>;

class Brief {
  public:
    Brief(const Summary& summary, bool with_loops) : summary_(summary), with_loops_(with_loops) {}

    bool costs_noting(const ir::Stmt& body) {
        bool brief = with_loops_ ? goes_through_elements(body, {}) : !holds_loop(body);
        walk(
            body,
            [&](const ir::Expr& expr) {
                if (const auto* call = expr.as<ir::Call>())
                    brief = brief && costs_noting(*call);
            },
            [&](const ir::Stmt& stmt) {
                brief = brief && stmt.as<ir::Goto>() == nullptr && stmt.as<ir::Asm>() == nullptr;
            });
        return brief;
    }

  private:
    bool costs_noting(const ir::Call& call) {
        const ir::FunctionDecl* callee = ir::called_function(call);
        if (callee == nullptr)
            return false;
        const ir::FunctionDecl* body = summary_.definition(callee);
        if (body == nullptr) {
            const LibraryEffect* effect = library_effect(callee->name);
            return effect != nullptr && effect->pure() && ++calls_ <= worth::most_brief_calls;
        }
        if (!inside_.insert(body).second)
            return false;
        const bool brief = costs_noting(*body->body);
        inside_.erase(body);
        return brief;
    }

    // Whether each loop, together with those around it, counts through elements. around: their variables.
    bool goes_through_elements(const ir::Stmt& stmt, Variables around) const {
        if (const auto* loop = stmt.as<ir::For>()) {
            const auto counts = counting(*loop);
            if (!counts)
                return false;
            around.insert(counts->variable);
            bool touches = false, calls_loops = false;
            walk(
                *loop->body,
                [&](const ir::Expr& expr) {
                    const auto* unary = expr.as<ir::Unary>();
                    const bool is_element =
                        expr.as<ir::Index>() != nullptr || (unary != nullptr && unary->op == ir::UnaryOp::deref);
                    touches = touches || (is_element && names_all(expr, around));
                    calls_loops = calls_loops || holds_loop_in_call(expr);
                },
                [](const ir::Stmt&) {});
            if (!touches || calls_loops)
                return false;
        }
        bool all = stmt.as<ir::While>() == nullptr && stmt.as<ir::DoWhile>() == nullptr;
        for_each_child(
            stmt, [](const ir::Expr&) {},
            [&](const ir::Stmt& child) { all = all && goes_through_elements(child, around); });
        return all;
    }
    bool holds_loop_in_call(const ir::Expr& expr) const {
        const auto* call = expr.as<ir::Call>();
        const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        const ir::FunctionDecl* body = callee != nullptr ? summary_.definition(callee) : nullptr;
        return body != nullptr && holds_loop(*body->body);
    }
    static bool names_all(const ir::Expr& expr, Variables variables) {
        walk(
            expr, [&](const ir::Expr& part) { variables.erase(ir::named_variable(&part)); }, [](const ir::Stmt&) {});
        return variables.empty();
    }

    const Summary& summary_;
    bool with_loops_;
    std::set<const ir::FunctionDecl*> inside_; // functions that are being looked into
    int calls_ = 0;
};

bool divides(ir::BinaryOp op) {
    return op == ir::BinaryOp::div || op == ir::BinaryOp::rem || op == ir::BinaryOp::div_assign ||
           op == ir::BinaryOp::rem_assign;
}

bool is_access(const ir::Expr& expr) {
    const auto* member = expr.as<ir::Member>();
    const auto* unary = expr.as<ir::Unary>();
    return expr.as<ir::Index>() != nullptr || (member != nullptr && member->arrow) ||
           (unary != nullptr && unary->op == ir::UnaryOp::deref);
}

// What memory or a function says decides where it leads.
bool is_scattered(const ir::Expr& access) {
    const auto* index = access.as<ir::Index>();
    bool found = false;
    if (index != nullptr)
        walk(
            *index->index,
            [&](const ir::Expr& part) { found = found || is_access(part) || part.as<ir::Call>() != nullptr; },
            [](const ir::Stmt&) {});
    return found;
}

constexpr std::int64_t most_thirds = worth::most_weight * worth::parts_of_operation;

// Of a library function, thirds of operations.
std::int64_t weight_of(const std::string& function) {
    const std::string name = function.substr(0, function.find_last_not_of("fl") + 1); // fabsf, fabsl
    static const std::set<std::string> instructions = {"fabs", "abs", "fmin", "fmax", "copysign"};
    if (instructions.contains(function) || instructions.contains(name) || function == "labs" || function == "llabs")
        return 1;
    static const std::set<std::string> in_tables = {"isalnum", "isalpha", "isdigit",  "islower", "isspace", "isupper",
                                                    "isprint", "ispunct", "isxdigit", "tolower", "toupper"};
    if (in_tables.contains(function))
        return worth::weight_of_table;
    return name == "sqrt" ? worth::weight_of_division : worth::weight_of_call;
}

// Adds up what statements take, as often as the loops around them go round. What nobody knows the number of is guessed.
class Operations {
  public:
    explicit Operations(const Summary& summary) : summary_(summary) {}

    IterationCost of_body(const ir::Stmt& body) {
        of(body);
        return sum_;
    }

  private:
    using ByLoops = IterationCost::ByLoops;

    struct Around {
        Variables changed;                  // in the loop
        std::optional<std::int64_t> rounds; // nullopt: nobody knows
    };

    void of(const ir::Stmt& stmt) {
        if (stmt.as<ir::Goto>() != nullptr)
            sum_.is_known = false;
        const auto* loop = stmt.as<ir::For>();
        if (loop == nullptr && stmt.as<ir::While>() == nullptr && stmt.as<ir::DoWhile>() == nullptr) {
            of_parts(stmt);
            return;
        }
        around_.push_back({summary_.changed_by(stmt), loop != nullptr ? rounds_of(*loop) : std::nullopt});
        sum_.is_known = sum_.is_known && around_.back().rounds.has_value();
        const auto outside = std::exchange(read_, {});
        add_operation(1);
        of_parts(stmt);
        read_ = outside;
        around_.pop_back();
    }

    void of_parts(const ir::Stmt& stmt) {
        if (stmt.as<ir::If>() != nullptr)
            add_operation(1);
        for_each_child(
            stmt, [&](const ir::Expr& expr) { of(expr); }, [&](const ir::Stmt& child) { of(child); });
    }

    // Names, numbers and conversions cost nothing, nor does what leads to an element; the same element is read once.
    void of(const ir::Expr& expr) {
        if (is_access(expr)) {
            of_access(expr);
            return;
        }
        if (const auto* call = expr.as<ir::Call>())
            of_call(*call);
        else if (const auto* binary = expr.as<ir::Binary>())
            add_operation(divides(binary->op) ? worth::weight_of_division
                          : binary->op == ir::BinaryOp::assign || binary->op == ir::BinaryOp::comma ? 0
                                                                                                    : 1);
        else if (const auto* unary = expr.as<ir::Unary>())
            add_operation(unary->op == ir::UnaryOp::address_of ? 0 : 1);
        else if (expr.as<ir::Conditional>() != nullptr)
            add_operation(1);
        else if (expr.as<ir::StatementExpr>() != nullptr) {
            sum_.is_known = false;
            add_operation(worth::weight_of_call);
            return;
        }
        for_each_child(expr, [&](const ir::Expr& child) { of(child); });
    }

    void of_access(const ir::Expr& access) {
        const auto name = print_c(access);
        if (read_.insert(name).second)
            add_operation(is_scattered(access) ? worth::weight_of_scattered : 1);
        if (touched_.insert(name).second)
            add_touch(access);
        for_each_child(access, [&](const ir::Expr& child) { of_place(child); });
    }

    // What is read or called to know the place of an element.
    void of_place(const ir::Expr& expr) {
        if (is_access(expr) || expr.as<ir::Call>() != nullptr)
            return of(expr);
        for_each_child(expr, [&](const ir::Expr& child) { of_place(child); });
    }

    void of_call(const ir::Call& call) {
        const ir::FunctionDecl* callee = ir::called_function(call);
        const ir::FunctionDecl* body = callee != nullptr ? summary_.definition(callee) : nullptr;
        if (body == nullptr) {
            sum_.is_known = sum_.is_known && callee != nullptr && library_effect(callee->name) != nullptr;
            add_operation(callee != nullptr ? weight_of(callee->name) : worth::weight_of_call);
            return;
        }
        const auto [known, is_new] = called_.try_emplace(body);
        if (is_new) { // should it call itself, that is a guess
            known->second.is_known = false;
            known->second.thirds[0] = worth::weight_of_call * worth::parts_of_operation;
            Operations inside(summary_);
            inside.called_ = std::move(called_);
            const IterationCost found = inside.of_body(*body->body);
            called_ = std::move(inside.called_);
            called_[body] = found;
        }
        const IterationCost& cost = called_[body];
        sum_.is_known = sum_.is_known && cost.is_known;
        const auto [times, loops] = rounds_around([](const Around&) { return true; });
        for (std::size_t depth = 0; depth < cost.thirds.size(); ++depth) {
            add(sum_.thirds, depth + loops, cost.thirds[depth] * times);
            add(sum_.touches, depth + loops, cost.touches[depth] * times); // each round leads elsewhere
        }
    }

    // How often the loops around go round that are counted, and how many more there are of them.
    template <class Counts> [[nodiscard]] std::pair<std::int64_t, std::size_t> rounds_around(Counts counts) const {
        std::int64_t times = 1;
        std::size_t loops = 0;
        for (const Around& loop : around_)
            if (counts(loop) && loop.rounds)
                times = std::min(times * *loop.rounds, worth::most_weight);
            else
                loops += counts(loop) ? 1 : 0;
        return {times, loops};
    }

    void add_operation(std::int64_t thirds) {
        const auto [times, loops] = rounds_around([](const Around&) { return true; });
        add(sum_.thirds, loops, thirds * times);
    }

    // In each round of the loops that change its place it is another element.
    void add_touch(const ir::Expr& access) {
        Variables named;
        walk(
            access, [&](const ir::Expr& part) { named.insert(ir::named_variable(&part)); }, [](const ir::Stmt&) {});
        const auto [times, loops] = rounds_around([&](const Around& loop) {
            return std::any_of(named.begin(), named.end(),
                               [&](const ir::VarDecl* variable) { return loop.changed.contains(variable); });
        });
        add(sum_.touches, loops, times);
    }

    static void add(ByLoops& sum, std::size_t loops, std::int64_t more) {
        for (; loops >= sum.size(); --loops)
            more = std::min(more, most_thirds) * worth::likely_rounds;
        sum[loops] = std::min(sum[loops] + std::min(more, most_thirds), most_thirds);
    }

    // Of a loop between numbers, in steps of one.
    static std::optional<std::int64_t> rounds_of(const ir::For& loop) {
        const auto counts = counting(loop);
        const ir::Expr* const start = counts && counts->step == nullptr ? start_of(loop, counts->variable) : nullptr;
        const auto from = start != nullptr ? ir::constant_value(*start) : std::nullopt;
        const auto to = start != nullptr ? ir::constant_value(*counts->bound) : std::nullopt;
        if (!from || !to)
            return std::nullopt;
        return std::clamp(counts->descending ? *from - *to : *to - *from, std::int64_t{1}, worth::most_weight);
    }

    const Summary& summary_;
    IterationCost sum_;
    std::vector<Around> around_;    // loops, the outermost first
    std::set<std::string> read_;    // elements of this round, as the program writes them
    std::set<std::string> touched_; // of all rounds
    std::map<const ir::FunctionDecl*, IterationCost> called_;
};

} // namespace

std::int64_t IterationCost::operations(std::int64_t rounds) const {
    std::int64_t sum = 0;
    for (std::size_t loops = thirds.size(); loops-- > 0;)
        sum = std::min(sum * rounds + thirds[loops], most_thirds);
    return std::max<std::int64_t>(1, (sum + worth::parts_of_operation - 1) / worth::parts_of_operation);
}

IterationCost iteration_cost(const Summary& summary, const ir::Stmt& body) { return Operations(summary).of_body(body); }

bool costs_noting(const Summary& summary, const ir::Stmt& body) { return Brief(summary, false).costs_noting(body); }

bool costs_touching(const Summary& summary, const ir::Stmt& body) { return Brief(summary, true).costs_noting(body); }

} // namespace hydra::passes
