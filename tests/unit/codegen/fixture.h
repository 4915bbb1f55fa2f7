// Programs for code generation, made by hand: C text, and over it a tree that holds what code generation looks at. An
// expression is a flat list of the variables that its text names.
#pragma once
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "codegen/edit/emit.h"

namespace hydra::codegen::test {

class Fixture {
  public:
    explicit Fixture(std::string text) : text_(std::move(text)) {
        program.units.push_back(std::make_unique<ir::TranslationUnit>());
        unit().file = sources.add("prog.c", text_, true);
    }

    ir::TranslationUnit& unit() { return *program.units.front(); }

    // The nth (from 0) occurrence of the text.
    support::SourceRange range(const std::string& part, int nth = 0) const {
        auto at = text_.find(part);
        for (; nth > 0 && at != std::string::npos; --nth)
            at = text_.find(part, at + 1);
        if (at == std::string::npos)
            throw std::runtime_error("not in the text: " + part);
        return {support::FileId{0}, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + part.size()), true};
    }

    ir::VarDecl& variable(const std::string& name, ir::TypeRef type, bool file_scope = false) {
        auto& made = *variables_.emplace_back(std::make_unique<ir::VarDecl>());
        made.name = name;
        made.type = type;
        made.file_scope = file_scope;
        by_name_[name] = &made;
        return made;
    }

    // Makes the name known as a function; `function` defines it.
    ir::FunctionDecl& declare_function(const std::string& name, ir::TypeRef type, ir::Storage storage) {
        auto& made = unit().functions.emplace_back();
        made.name = name;
        made.type = type;
        made.storage = storage;
        functions_[name] = &made;
        return made;
    }

    ir::ExprPtr reference(const std::string& name, support::SourceRange where) {
        auto expr = std::make_unique<ir::Expr>();
        expr->range = where;
        if (const auto function = functions_.find(name); function != functions_.end()) {
            expr->type = function->second->type;
            expr->node = ir::DeclRef{function->second};
            return expr;
        }
        const auto* variable = by_name_.at(name);
        expr->type = variable->type;
        expr->node = ir::DeclRef{variable};
        if (!variable->type->is_array())
            return expr;
        auto decay = std::make_unique<ir::Expr>();
        decay->range = where;
        decay->type = unit().types.pointer_to(variable->type->inner);
        decay->node = ir::Cast{true, decay->type, std::move(expr)};
        return decay;
    }

    // All known names in the range.
    ir::ExprPtr uses(support::SourceRange where) {
        ir::BuiltinExpr list;
        const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
        for (auto at = where.begin; at < where.end;) {
            auto end = at;
            while (end < where.end && word(text_[end]))
                ++end;
            const auto name = text_.substr(at, end - at);
            if (functions_.contains(name)) { // all are called
                auto call = std::make_unique<ir::Expr>();
                call->range = {where.file, at, end, true};
                call->type = unit().types.basic(ir::TypeKind::Int);
                call->node = ir::Call{reference(name, call->range), {}};
                list.args.push_back(std::move(call));
            } else if (by_name_.contains(name)) {
                list.args.push_back(reference(name, {where.file, at, end, true}));
            }
            at = std::max(end, at + 1);
        }
        auto expr = std::make_unique<ir::Expr>();
        expr->range = where;
        expr->type = unit().types.basic(ir::TypeKind::Int);
        expr->node = std::move(list);
        return expr;
    }

    ir::StmtPtr statement(support::SourceRange where) {
        auto stmt = std::make_unique<ir::Stmt>();
        stmt->range = where;
        stmt->node = ir::ExprStmt{uses(where)};
        return stmt;
    }

    // `for (head) body` with its pragma.
    ir::StmtPtr loop(const std::string& pragma, const std::string& head, const std::string& body,
                     const ir::VarDecl& counter, bool declared_here, bool descending = false) {
        auto stmt = std::make_unique<ir::Stmt>();
        stmt->range = range(head);
        ir::For node;
        node.body = statement(range(body));
        stmt->range.end = node.body->range.end;
        node.directive = std::make_unique<ir::Directive>();
        node.directive->range = range(pragma);
        node.canonical.variable = &counter;
        node.canonical.declared_here = declared_here;
        node.canonical.descending = descending;
        stmt->node = std::move(node);
        return stmt;
    }

    ir::FunctionDecl& function(const std::string& name, const std::string& whole, std::vector<ir::StmtPtr> items) {
        auto& made = functions_.contains(name) ? *functions_.at(name) : unit().functions.emplace_back();
        made.name = name;
        made.range = range(name);
        made.whole = range(whole);
        made.body = std::make_unique<ir::Stmt>();
        made.body->range = made.whole;
        made.body->range.begin = static_cast<std::uint32_t>(text_.find('{', made.whole.begin));
        made.body->node = ir::Compound{std::move(items)};
        return made;
    }

    // Keeps the tree's nodes; kernels and sites are added by hand to `program`.
    ir::Site& site(const ir::FunctionDecl& function, const ir::Stmt* statement, const ir::Expr* condition,
                   const std::string& name) {
        auto& made = program.sites.emplace_back();
        made.id.value = static_cast<int>(program.sites.size()) - 1;
        made.function = &function;
        made.statement = statement;
        made.condition = condition;
        made.name = name;
        made.at = "prog.c:1";
        return made;
    }

    ir::Kernel& kernel(const ir::FunctionDecl& function, const ir::Stmt& loop, const std::string& name,
                       const std::string& at) {
        auto& made = program.kernels.emplace_back();
        made.id.value = static_cast<int>(program.kernels.size()) - 1;
        made.function = &function;
        made.loop = &loop;
        made.name = name;
        made.at = at;
        return made;
    }

    std::string emit_text() { return emit(program, sources, diagnostics, {}).at(0).text; }

    // Whether the native compiler takes the text without a warning.
    static bool compiles(const std::string& text) {
        const auto include = std::string(HYDRA_TEST_FOLDER) + "/../../runtime/include";
        const auto command = "cc -std=c11 -O2 -Wall -Wextra -Werror -x c -c -o /dev/null -I'" + include + "' -";
        FILE* pipe = popen(command.c_str(), "w");
        std::fwrite(text.data(), 1, text.size(), pipe);
        return pclose(pipe) == 0;
    }

    [[nodiscard]] const std::map<std::string, const ir::VarDecl*>& names() const { return by_name_; }

    support::SourceManager sources;
    support::Diagnostics diagnostics{sources};
    ir::Program program;

  private:
    std::string text_;
    std::vector<std::unique_ptr<ir::VarDecl>> variables_;
    std::map<std::string, const ir::VarDecl*> by_name_;
    std::map<std::string, ir::FunctionDecl*> functions_;
};

} // namespace hydra::codegen::test
