// One walk over the statement and the functions that it calls; whatever is not known to be harmless refuses.
#include "passes/coherence/root_statements.h"

#include <algorithm>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::VarDecl;

namespace {

// Where a printing function has its stream: -1 where that is standard output; nullopt for other functions.
std::optional<int> stream_argument(const std::string& name) {
    static const std::map<std::string, int> streams = {
        {"printf", -1}, {"putchar", -1}, {"putchar_unlocked", -1},
        {"puts", -1},   {"fprintf", 0},  {"fputs", 1},
        {"fputc", 1},   {"putc", 1},     {"fwrite", 3},
        {"fflush", 0},
    };
    const auto found = streams.find(name);
    return found == streams.end() ? std::nullopt : std::optional(found->second);
}

// Whether evaluating the expression itself may raise a floating-point exception; widening a float does not.
bool may_raise(const Expr& expr) {
    const auto floats = [](const Expr* part) {
        return part != nullptr && part->type != nullptr && (part->type->is_floating() || part->type->is_complex());
    };
    if (const auto* cast = expr.as<ir::Cast>()) {
        const Expr* from = cast->operand.get();
        const bool widens = floats(from) && expr.type != nullptr && expr.type->kind == ir::TypeKind::Double &&
                            (from->type->kind == ir::TypeKind::Float || from->type->kind == ir::TypeKind::Double);
        return (floats(&expr) || floats(from)) && !widens;
    }
    if (const auto* binary = expr.as<ir::Binary>())
        return floats(binary->lhs.get()) || floats(binary->rhs.get());
    return expr.as<ir::Unary>() != nullptr && floats(&expr);
}

class Walker {
  public:
    explicit Walker(const Summary& summary) : summary_(summary) {}

    // loops, breaks: how many statements around this one `continue` and `break` may mean.
    bool statement(const Stmt& stmt, int loops, int breaks) {
        if (stmt.as<ir::Return>() != nullptr)
            return function_ != nullptr && children(stmt, loops, breaks);
        if (stmt.as<ir::Break>() != nullptr)
            return breaks > 0;
        if (stmt.as<ir::Continue>() != nullptr)
            return loops > 0;
        if (const auto* loop = stmt.as<ir::For>())
            return loop->directive == nullptr && children(stmt, loops + 1, breaks + 1);
        if (stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr)
            return children(stmt, loops + 1, breaks + 1);
        if (stmt.as<ir::Switch>() != nullptr)
            return children(stmt, loops, breaks + 1);
        if (const auto* decl = stmt.as<ir::DeclStmt>())
            return declaration(*decl) && children(stmt, loops, breaks);
        const bool plain = stmt.as<ir::Compound>() != nullptr || stmt.as<ir::ExprStmt>() != nullptr ||
                           stmt.as<ir::If>() != nullptr || stmt.as<ir::Case>() != nullptr ||
                           stmt.as<ir::Default>() != nullptr || stmt.as<ir::Null>() != nullptr;
        return plain && children(stmt, loops, breaks);
    }

    std::set<const VarDecl*> assigned; // that the statement itself does not declare
    std::set<const VarDecl*> streams;
    bool prints = false;
    bool fails = false;  // calls functions that may leave something in errno, or in flags
    bool raises = false; // computes with floats, which may leave something in flags

  private:
    bool children(const Stmt& stmt, int loops, int breaks) {
        bool good = true;
        ir::for_each_child(
            stmt, [&](const Expr& expr) { good = good && expression(expr); },
            [&](const Stmt& child) { good = good && statement(child, loops, breaks); });
        return good;
    }

    bool declaration(const ir::DeclStmt& decl) {
        return std::all_of(
            decl.variables.begin(), decl.variables.end(),
            [&](const auto& variable) {
                declared_.insert(variable.get());
                return variable->type->is_scalar() && !variable->has_static_lifetime() && !variable->type->is_vla();
            });
    }

    bool expression(const Expr& expr) {
        if (expr.as<ir::StatementExpr>() != nullptr || expr.as<ir::BuiltinExpr>() != nullptr ||
            expr.as<ir::CompoundLiteral>() != nullptr || expr.as<ir::ErrorExpr>() != nullptr ||
            (expr.type != nullptr && (expr.type->quals.is_volatile || expr.type->quals.is_atomic)))
            return false;
        raises = raises || may_raise(expr);
        if (function_ != nullptr && names_memory(expr)) // it would ask for a transfer of its own
            return false;
        const auto* unary = expr.as<ir::Unary>();
        if (unary != nullptr && unary->op == ir::UnaryOp::address_of && !names_memory(*ir::strip(unary->operand.get())))
            return false;
        if (const Expr* target = assignment_target(expr); target != nullptr && !assignment(*target))
            return false;
        if (const auto* call = expr.as<ir::Call>(); call != nullptr && !harmless(*call))
            return false;
        bool good = true;
        ir::for_each_child(expr, [&](const Expr& child) { good = good && expression(child); });
        return good;
    }

    bool assignment(const Expr& target) {
        const VarDecl* variable = target.as<ir::DeclRef>() != nullptr ? ir::named_variable(&target) : nullptr;
        if (variable == nullptr || !variable->type->is_scalar() || variable->storage == ir::Storage::thread)
            return false;
        if (declared_.contains(variable))
            return true;
        // A pointer may mean something else in another process.
        if (function_ != nullptr || !variable->type->is_arithmetic() || variable->storage == ir::Storage::register_)
            return false;
        assigned.insert(variable);
        return true;
    }

    bool harmless(const ir::Call& call) {
        const FunctionDecl* callee = ir::called_function(call);
        if (callee == nullptr)
            return false;
        if (const FunctionDecl* body = summary_.definition(callee))
            return harmless(*body) && hands_streams(call, *body);
        const LibraryEffect* effect = library_effect(callee->name);
        if (effect == nullptr)
            return false;
        if (const auto stream = stream_argument(callee->name))
            return prints_to(call, *stream) && says_what_it_prints(call, *callee);
        if (effect->name == "free") // blocks come from the same addresses on all ranks
            return false;
        fails = fails || callee->name != "__errno_location";
        if (callee->name.find("gamma") != std::string::npos) // signgam
            return false;
        return effect->state.empty() && !effect->ends && effect->result == LibraryEffect::Result::plain &&
               effect->arguments.find_first_not_of(".rR*") == std::string_view::npos;
    }

    bool prints_to(const ir::Call& call, int stream) {
        prints = true;
        const auto index = static_cast<std::size_t>(stream);
        return stream < 0 || (index < call.args.size() && is_stream(*call.args[index]));
    }

    // Standard output or error, which lead nowhere on other ranks, or a variable that holds one stream throughout: one
    // from outside of the statement, or a parameter, for which every call has one.
    bool is_stream(const Expr& expr) {
        const VarDecl* named = ir::named_variable(without_casts(expr));
        if (named == nullptr || !named->type->is_pointer())
            return false;
        if (!named->in_user_file && (named->name == "stdout" || named->name == "stderr"))
            return true;
        if (function_ == nullptr) {
            streams.insert(named);
            return !declared_.contains(named) && named->in_user_file && named->storage != ir::Storage::thread;
        }
        const auto& params = function_->params;
        const auto param = std::find_if(params.begin(), params.end(), [&](const auto& p) { return p.get() == named; });
        if (param == params.end() || summary_.ever_assigned(named) || summary_.address_taken().contains(named))
            return false;
        stream_params_[function_].insert(static_cast<std::size_t>(param - params.begin()));
        return true;
    }

    bool hands_streams(const ir::Call& call, const FunctionDecl& body) {
        const std::set<std::size_t>& needed = stream_params_[&body];
        return std::all_of(needed.begin(), needed.end(),
                           [&](std::size_t index) { return index < call.args.size() && is_stream(*call.args[index]); });
    }

    // A format that is known, and that stores nothing.
    static bool says_what_it_prints(const ir::Call& call, const FunctionDecl& callee) {
        if (!callee.name.ends_with("printf"))
            return true;
        const std::size_t at = callee.name == "printf" ? 0 : 1;
        const auto* format = at < call.args.size() ? without_casts(*call.args[at])->as<ir::StringLit>() : nullptr;
        if (format == nullptr)
            return false;
        std::string conversions;
        for (std::size_t i = 0; i < format->spelling.size(); ++i)
            if (format->spelling[i] == '%')
                for (++i; i < format->spelling.size(); ++i) {
                    conversions += format->spelling[i];
                    if (std::string_view("diouxXeEfFgGaAcspn%").find(format->spelling[i]) != std::string_view::npos)
                        break;
                }
        return conversions.find('n') == std::string::npos;
    }

    // A function that computes with its arguments, and may print.
    bool harmless(const FunctionDecl& body) {
        const auto [known, fresh] = functions_.try_emplace(&body, false); // recursion refuses
        if (!fresh)
            return known->second;
        const FunctionDecl* outer = function_;
        function_ = &body;
        for (const auto& param : body.params)
            declared_.insert(param.get());
        const bool scalars = std::all_of(body.params.begin(), body.params.end(),
                                         [](const auto& param) { return param->type->is_scalar(); });
        const bool good = scalars && statement(*body.body, 0, 0);
        function_ = outer;
        return functions_[&body] = good;
    }

    const Summary& summary_;
    const FunctionDecl* function_ = nullptr; // that is looked at; null: the statement
    std::set<const VarDecl*> declared_;
    std::map<const FunctionDecl*, bool> functions_;
    std::map<const FunctionDecl*, std::set<std::size_t>> stream_params_; // numbers of parameters that are printed to
};

std::vector<const VarDecl*> in_order(const std::set<const VarDecl*>& set) {
    std::vector<const VarDecl*> variables(set.begin(), set.end());
    std::sort(variables.begin(), variables.end(), [](const VarDecl* a, const VarDecl* b) {
        return std::tie(a->range.begin, a->name) < std::tie(b->range.begin, b->name);
    });
    return variables;
}

} // namespace

std::optional<RootStatement> root_statement(const Stmt& stmt, const Summary& summary) {
    Walker walker(summary);
    if (!walker.statement(stmt, 0, 0))
        return std::nullopt;
    // What is left there would be rank 0's only; errno can go along with other values.
    if ((walker.fails || walker.raises) && summary.looks_at_exceptions())
        return std::nullopt;
    if (walker.fails && summary.errno_uses().looked_at() && walker.assigned.empty())
        return std::nullopt;
    return RootStatement{in_order(walker.assigned), in_order(walker.streams), walker.prints,
                         walker.fails && summary.errno_uses().looked_at()};
}

} // namespace hydra::passes
