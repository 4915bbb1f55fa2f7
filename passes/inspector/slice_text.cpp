// The text of a slice: the statements that Slicer::close has kept, in their order and with their braces, so that names
// mean what they mean in the body. An expression that is kept whole is printed; of others, only the notes and the
// assignments that matter remain, under the conditions on which they happen. Copies of functions keep the parameters
// that matter.
#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "ir/print_hooks.h"
#include "passes/inspector/slice.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

class SliceWriter {
  public:
    SliceWriter(const Slicer& slicer, const std::map<const Expr*, SliceTarget>& targets, int stage)
        : slicer_(slicer), targets_(targets), stage_(stage) {
        hooks_.expression = [](const Expr& expr) -> std::optional<std::string> {
            if (const auto* size = expr.as<ir::SizeOf>(); size != nullptr && size->operand)
                if (const auto bytes = constant_size(*size))
                    return fmt::format("{}ul", *bytes); // what it names may not be there
            const auto* name = expr.as<ir::DeclRef>();
            const auto* const* constant = name != nullptr ? std::get_if<const ir::EnumConstant*>(&name->decl) : nullptr;
            return constant != nullptr ? ir::constant_text(**constant) : std::nullopt;
        };
    }

    // Prototypes of all copies, which may call one another, then the copies.
    std::string functions() {
        std::string heads;
        for (const ir::FunctionDecl* function : slicer_.entered_)
            if (slicer_.is_sliced(function))
                heads += head(*function) + ";\n";
        for (const ir::FunctionDecl* function : slicer_.entered_) {
            if (!slicer_.is_sliced(function))
                continue;
            inside_ = function;
            line(0, head(*function));
            statement(*function->body, 0);
        }
        inside_ = nullptr;
        return heads + take();
    }

    void statement(const Stmt& stmt, int depth) {
        const bool label = stmt.as<ir::Case>() != nullptr || stmt.as<ir::Default>() != nullptr;
        if (!label && !slicer_.kept_.contains(&stmt))
            return;
        const bool running = slicer_.running_.contains(&stmt);
        if (const auto* compound = stmt.as<ir::Compound>()) {
            line(depth, "{");
            for (const auto& item : compound->items)
                statement(*item, depth + 1);
            line(depth, "}");
        } else if (const auto* expression = stmt.as<ir::ExprStmt>()) {
            effects(*expression->expr, depth);
        } else if (const auto* declaration = stmt.as<ir::DeclStmt>()) {
            declare(*declaration, depth);
        } else if (const auto* branch = stmt.as<ir::If>()) {
            if (!running)
                return effects(*branch->cond, depth);
            line(depth, fmt::format("if ({})", condition(*branch->cond, depth)));
            block(branch->then.get(), depth);
            if (branch->otherwise && slicer_.kept_.contains(branch->otherwise.get())) {
                line(depth, "else");
                block(branch->otherwise.get(), depth);
            }
        } else if (const auto* choice = stmt.as<ir::Switch>()) {
            if (!running)
                return effects(*choice->value, depth);
            line(depth, fmt::format("switch ({})", code(*choice->value)));
            statement(*choice->body, depth);
        } else if (label) {
            labelled(stmt, depth);
        } else if (const auto* leave = stmt.as<ir::Return>()) {
            if (slicer_.valued_.contains(inside_))
                return line(depth, leave->value ? fmt::format("return {};", code(*leave->value)) : "return;");
            if (leave->value)
                effects(*leave->value, depth);
            line(depth, "return;");
        } else if (stmt.as<ir::Break>() != nullptr) {
            line(depth, "break;");
        } else if (stmt.as<ir::Continue>() != nullptr) {
            line(depth, "continue;");
        } else {
            loop(stmt, running, depth);
        }
    }

    // One iteration.
    std::string body(const Stmt& stmt, int depth) {
        statement(stmt, depth);
        const std::string inner = take();
        if (!leaves_)
            return inner;
        line(depth, "{");
        line(depth, "__label__ hydra_leave;");
        text_ += inner;
        line(depth, "hydra_leave:;");
        line(depth, "}");
        return take();
    }

    [[nodiscard]] std::string take() { return std::exchange(text_, {}); }

  private:
    [[nodiscard]] std::string name_of(const ir::FunctionDecl& function) const {
        return fmt::format("hydra_look_{}_{}_{}", slicer_.kernel_.name, stage_, function.name);
    }

    [[nodiscard]] std::string head(const ir::FunctionDecl& function) const {
        std::string params;
        for (const auto& param : function.params)
            if (slicer_.relevant(param.get()))
                params += (params.empty() ? "" : ", ") + ir::declare(param->type, param->name);
        const ir::TypeRef result = function.type->inner;
        const std::string declared = fmt::format("{}({})", name_of(function), params.empty() ? "void" : params);
        return "static " + (slicer_.valued_.contains(&function) ? ir::declare(result, declared) : "void " + declared);
    }

    [[nodiscard]] std::string call(const ir::Call& call, const ir::FunctionDecl& function) const {
        std::string args;
        for (std::size_t i = 0; i < call.args.size(); ++i)
            if (slicer_.relevant(function.params[i].get()))
                args += fmt::format("{}({})", args.empty() ? "" : ", ", code(*call.args[i]));
        return fmt::format("{}({})", name_of(function), args);
    }

    // Without the parts that the slice leaves out; what is noted in these comes before.
    std::string condition(const Expr& expr, int depth) {
        const std::vector<const Expr*> parts = Slicer::parts_of(expr);
        const auto is_dropped = [&](const Expr* part) { return slicer_.dropped_.contains(part); };
        if (std::none_of(parts.begin(), parts.end(), is_dropped))
            return code(expr);
        std::string text;
        for (const Expr* part : parts) {
            if (!is_dropped(part)) {
                text += fmt::format("{}({})", text.empty() ? "" : " && ", code(*part));
            } else if (slicer_.kept_exprs_.contains(part)) {
                line(depth, fmt::format("if ({}) {{", text.empty() ? "1" : text));
                effects(*part, depth + 1);
                line(depth, "}");
            }
        }
        return text.empty() ? "1" : text;
    }

    // The expression, with calls of copies instead of calls of the functions.
    [[nodiscard]] std::string code(const Expr& expr) const {
        std::string text = ir::print_c(expr, hooks_);
        replace_calls(expr, text);
        return inside_ == nullptr && !slicer_.referred_.empty() ? with_references(text) : text;
    }

    // The names of variables that the slice reaches in their place, marked; not tags and texts of the same name.
    [[nodiscard]] std::string with_references(const std::string& text) const {
        std::string result;
        bool tag = false;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t end = at;
            while (end < text.size() && in_name(text[end]))
                ++end;
            if (text[at] == '"' || text[at] == '\'')
                end = past_literal(text, at);
            const std::string word = text.substr(at, end - at);
            const bool member =
                at > 0 && (text[at - 1] == '.' || (text[at - 1] == '>' && at > 1 && text[at - 2] == '-') ||
                           text[at - 1] == ir::Inspector::refers);
            const bool marked = !member && !tag &&
                                std::any_of(slicer_.referred_.begin(), slicer_.referred_.end(),
                                            [&](const auto* variable) { return variable->name == word; });
            if (marked)
                result += ir::Inspector::refers + word + ir::Inspector::referred;
            else
                result += word.empty() ? text.substr(at, 1) : word;
            if (!word.empty() || text[at] != ' ')
                tag = word == "struct" || word == "union" || word == "enum";
            at = std::max(end, at + 1);
        }
        return result;
    }

    // Where the string or character literal that begins there ends.
    static std::size_t past_literal(const std::string& text, std::size_t begin) {
        std::size_t at = begin + 1;
        while (at < text.size() && text[at] != text[begin])
            at += text[at] == '\\' ? 2 : 1;
        return std::min(at + 1, text.size());
    }

    static bool in_name(char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
    }

    void replace_calls(const Expr& expr, std::string& text) const {
        const auto* found = expr.as<ir::Call>();
        const ir::FunctionDecl* function = found != nullptr ? slicer_.entered(*found) : nullptr;
        if (function == nullptr || !slicer_.is_sliced(function))
            return ir::for_each_child(expr, [&](const Expr& child) { replace_calls(child, text); });
        const std::string old = ir::print_c(expr, hooks_); // equal text is an equal call
        const std::string other = call(*found, *function);
        for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at)) {
            if (at > 0 && in_name(text[at - 1])) {
                ++at;
                continue;
            }
            text.replace(at, old.size(), other);
            at += other.size();
        }
    }

    void line(int depth, const std::string& code) {
        text_ += std::string(static_cast<std::size_t>(depth) * 4, ' ') + code + "\n";
    }

    void block(const Stmt* body, int depth) {
        if (body->as<ir::Compound>() != nullptr && slicer_.kept_.contains(body))
            return statement(*body, depth);
        line(depth, "{");
        statement(*body, depth + 1);
        line(depth, "}");
    }

    void declare(const ir::DeclStmt& declaration, int depth) {
        for (const auto& variable : declaration.variables) {
            if (slicer_.relevant(variable.get())) {
                const std::string what = ir::declare(variable->type, variable->name);
                line(depth, variable->init ? fmt::format("{} = {};", what, code(*variable->init)) : what + ";");
                line(depth, fmt::format("(void){};", variable->name));
            } else if (variable->init) {
                effects(*variable->init, depth);
            }
        }
    }

    void labelled(const Stmt& stmt, int depth) {
        const Stmt* body = nullptr;
        if (const auto* one = stmt.as<ir::Case>()) {
            const std::string high = one->high ? " ... " + code(*one->high) : "";
            line(depth, fmt::format("case {}{}:;", code(*one->low), high));
            body = one->body.get();
        } else {
            line(depth, "default:;");
            body = stmt.as<ir::Default>()->body.get();
        }
        if (body != nullptr)
            statement(*body, depth);
    }

    void loop(const Stmt& stmt, bool running, int depth) {
        const auto* for_ = stmt.as<ir::For>();
        const auto* while_ = stmt.as<ir::While>();
        const auto* do_ = stmt.as<ir::DoWhile>();
        const Expr* cond = for_ != nullptr     ? for_->cond.get()
                           : while_ != nullptr ? while_->cond.get()
                                               : do_->cond.get();
        const Stmt* body = for_ != nullptr     ? for_->body.get()
                           : while_ != nullptr ? while_->body.get()
                                               : do_->body.get();
        line(depth, "{");
        if (for_ != nullptr && for_->init)
            statement(*for_->init, depth + 1);
        if (cond != nullptr)
            entry_notes(*cond, depth + 1);
        if (running && do_ != nullptr) {
            line(depth + 1, "do");
            block(body, depth + 1);
            line(depth + 1, fmt::format("while ({});", code(*cond)));
        } else if (running) {
            const std::string next = for_ != nullptr && for_->inc ? increment(*for_->inc) : "";
            line(depth + 1, fmt::format("for (; {}; {})", cond != nullptr ? code(*cond) : "", next));
            block(body, depth + 1);
        }
        line(depth, "}");
    }

    // What is kept of a loop's third expression, as one; the rest of it may store to memory.
    [[nodiscard]] std::string increment(const Expr& expr) {
        if (!slicer_.kept_exprs_.contains(&expr))
            return "";
        const std::string before = take();
        effects(expr, 0);
        std::string kept = std::exchange(text_, before);
        const bool simple = std::count(kept.begin(), kept.end(), '\n') == 1 && kept.ends_with(";\n");
        if (simple)
            return kept.substr(0, kept.size() - 2);
        std::replace(kept.begin(), kept.end(), '\n', ' ');
        return "({ " + kept + "})";
    }

    void entry_notes(const Expr& expr, int depth) {
        if (slicer_.at_entry_.contains(&expr))
            return note(expr, depth);
        ir::for_each_child(expr, [&](const Expr& child) { entry_notes(child, depth); });
    }

    void note(const Expr& expr, int depth) {
        const SliceTarget& target = targets_.at(&expr);
        const std::string how = target.slot < 0 ? "_any(" : fmt::format("({}, ", target.slot);
        line(depth, fmt::format("hydra_rt_touch{}{}, {}, &({}), {});", how, target.reads ? 1 : 0, target.writes ? 1 : 0,
                                code(expr), ir::size_of(expr.type).value_or(1)));
    }

    // What is kept of an expression whose value nobody needs.
    void effects(const Expr& expr, int depth) {
        if (!slicer_.kept_exprs_.contains(&expr))
            return;
        if (slicer_.targets_.contains(&expr))
            return note(expr, depth);
        if (Slicer::ends_program(expr)) {
            leaves_ = true;
            return line(depth, "goto hydra_leave;");
        }
        if (const auto* found = expr.as<ir::Call>())
            if (const ir::FunctionDecl* function = slicer_.entered(*found);
                function != nullptr && slicer_.noting_.contains(function)) {
                for (std::size_t i = 0; i < found->args.size(); ++i)
                    if (!slicer_.relevant(function->params[i].get()))
                        effects(*found->args[i], depth);
                return line(depth, call(*found, *function) + ";");
            }
        if (const auto* binary = expr.as<ir::Binary>()) {
            const bool logical = binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or;
            const bool guards = logical && slicer_.kept_exprs_.contains(binary->rhs.get());
            if (guards && slicer_.dropped_.contains(binary->lhs.get())) {
                effects(*binary->lhs, depth);
                return effects(*binary->rhs, depth);
            }
            if (guards) {
                const char* form = binary->op == BinaryOp::logical_and ? "if ({}) {{" : "if (!({})) {{";
                line(depth, fmt::format(fmt::runtime(form), code(*binary->lhs)));
                effects(*binary->rhs, depth + 1);
                return line(depth, "}");
            }
            if (ir::is_assignment(binary->op) && is_kept_whole(*binary->lhs))
                return line(depth, code(expr) + ";");
        }
        if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op >= ir::UnaryOp::pre_inc &&
                                                      unary->op <= ir::UnaryOp::post_dec &&
                                                      is_kept_whole(*unary->operand))
            return line(depth, code(expr) + ";");
        if (const auto* conditional = expr.as<ir::Conditional>()) {
            const bool then = conditional->then && slicer_.kept_exprs_.contains(conditional->then.get());
            if (then || slicer_.kept_exprs_.contains(conditional->otherwise.get())) {
                line(depth, fmt::format("if ({}) {{", code(*conditional->cond)));
                if (then)
                    effects(*conditional->then, depth + 1);
                line(depth, "} else {");
                effects(*conditional->otherwise, depth + 1);
                return line(depth, "}");
            }
        }
        ir::for_each_child(expr, [&](const Expr& child) { effects(child, depth); });
    }

    [[nodiscard]] bool is_kept_whole(const Expr& target) const {
        const ir::VarDecl* variable = slicer_.own_variable(target);
        return variable != nullptr && slicer_.relevant(variable);
    }

    const Slicer& slicer_;
    const std::map<const Expr*, SliceTarget>& targets_;
    int stage_;
    ir::PrintHooks hooks_; // with the values of constants that have no name where the slice will stand
    const ir::FunctionDecl* inside_ = nullptr; // whose copy is written; null: the body is
    std::string text_;
    bool leaves_ = false; // where the program would end
};

SliceText Slicer::text(const std::map<const Expr*, SliceTarget>& targets, int stage) const {
    SliceWriter writer(*this, targets, stage);
    std::string functions = writer.functions();
    return {std::move(functions), writer.body(*loop_.body, 2)}; // inside the loop over the iterations, in a function
}

} // namespace hydra::passes
