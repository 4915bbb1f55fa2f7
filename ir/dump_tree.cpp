// The tree as an indented outline for --dump=ast: one line a node, with its type and place. Only what the user's own
// files declare is shown.
#include "ir/tree.h"

#include <fmt/format.h>

namespace hydra::ir {

namespace {

class Dumper {
  public:
    explicit Dumper(const support::SourceManager& sources) : sources_(sources) {}

    void unit(const TranslationUnit& unit) {
        for (const auto& type : unit.typedefs)
            if (type.in_user_file)
                line(type.range, "Typedef " + declare(type.type, type.name));
        for (const auto& global : unit.globals)
            if (global.in_user_file)
                variable("Global", global);
        for (const auto& function : unit.functions)
            if (function.in_user_file)
                this->function(function);
    }

    std::string out;

  private:
    void line(const SourceRange& range, const std::string& text) {
        out += std::string(static_cast<std::size_t>(depth_) * 2, ' ') + text;
        if (range.valid()) {
            const auto at = sources_.position(range.file, range.begin);
            out += fmt::format("  <{}:{}{}>", at.line, at.column, range.verbatim ? "" : ", not verbatim");
        }
        out += '\n';
    }

    void function(const FunctionDecl& function) {
        line(function.range, "Function " + declare(function.type, function.name));
        ++depth_;
        for (const auto& param : function.params)
            line(param->range, "Parameter " + declare(param->type, param->name));
        if (function.body)
            stmt(*function.body);
        --depth_;
    }

    void variable(const char* word, const VarDecl& variable) {
        line(variable.range, fmt::format("{} {}", word, declare(variable.type, variable.name)));
        if (variable.init) {
            ++depth_;
            expr(*variable.init);
            --depth_;
        }
    }

    static std::string name_of(const Expr& node) {
        if (const auto* literal = node.as<IntLit>())
            return fmt::format("Int {}", literal->value);
        if (const auto* real = node.as<FloatLit>())
            return fmt::format("Float {}", real->value);
        if (const auto* text = node.as<StringLit>())
            return "String " + text->spelling;
        if (const auto* name = node.as<DeclRef>())
            return "Name " + std::visit([](const auto* decl) { return decl->name; }, name->decl);
        if (const auto* unary = node.as<Unary>()) {
            const bool after = unary->op == UnaryOp::post_inc || unary->op == UnaryOp::post_dec;
            return fmt::format("Unary {}{}", after ? "postfix " : "", spelling(unary->op));
        }
        if (const auto* binary = node.as<Binary>())
            return fmt::format("Binary {}", spelling(binary->op));
        if (const auto* cast = node.as<Cast>())
            return cast->implicit ? "ImplicitCast" : "Cast";
        if (const auto* member = node.as<Member>())
            return fmt::format("Member {}{}", member->arrow ? "->" : ".", member->field);
        if (const auto* size = node.as<SizeOf>())
            return fmt::format("{} {}", size->align ? "AlignOf" : "SizeOf", size->of ? declare(size->of, "") : "");
        if (const auto* builtin = node.as<BuiltinExpr>())
            return "Builtin " + builtin->name;
        static constexpr const char* names[] = {
            "Int",           "Float",   "String", "Name",   "Unary",  "Binary",          "Conditional",
            "Cast",          "Call",    "Index",  "Member", "SizeOf", "CompoundLiteral", "InitList",
            "StatementExpr", "Builtin", "Error"};
        static_assert(std::size(names) == std::variant_size_v<decltype(Expr::node)>);
        return names[node.node.index()];
    }

    void expr(const Expr& node) {
        auto text = name_of(node);
        if (node.type != nullptr)
            text += fmt::format(" : {}{}", declare(node.type, ""), node.lvalue ? " lvalue" : "");
        line(node.range, text);
        ++depth_;
        if (const auto* block = node.as<StatementExpr>(); block != nullptr && block->body)
            stmt(*block->body);
        else
            for_each_child(node, [this](const Expr& child) { expr(child); });
        --depth_;
    }

    static std::string name_of(const Stmt& node) {
        if (const auto* label = node.as<Label>())
            return "Label " + label->name;
        if (const auto* jump = node.as<Goto>())
            return "Goto " + jump->label;
        static constexpr const char* names[] = {"Compound", "Expression", "Declaration", "If",      "While", "DoWhile",
                                                "For",      "Switch",     "Case",        "Default", "Label", "Goto",
                                                "Break",    "Continue",   "Return",      "Null",    "Asm"};
        static_assert(std::size(names) == std::variant_size_v<decltype(Stmt::node)>);
        return names[node.node.index()];
    }

    void directive(const Directive& directive, const CanonicalLoop& loop) {
        std::string text = "Directive";
        const auto names = [&text](const char* clause, const std::vector<const VarDecl*>& variables) {
            for (const auto* variable : variables)
                text += fmt::format(" {}({})", clause, variable->name);
        };
        names("shared", directive.shared);
        names("private", directive.private_);
        names("firstprivate", directive.firstprivate);
        static constexpr const char* ops[] = {"+", "*", "&", "|", "^", "&&", "||", "min", "max"};
        for (const auto& reduction : directive.reductions)
            text += fmt::format(" reduction({}:{})", ops[static_cast<int>(reduction.op)], section_text(reduction));
        line(directive.range, text);
        if (loop.variable != nullptr && loop.start != nullptr && loop.bound != nullptr) {
            line({}, fmt::format("Canonical {} = {}; {} {} {}; {}{}", loop.variable->name, print_c(*loop.start),
                                 loop.variable->name, spelling(loop.compare), print_c(*loop.bound),
                                 loop.descending ? "-" : "+", loop.step != nullptr ? print_c(*loop.step) : "1"));
        }
    }

    void stmt(const Stmt& node) {
        line(node.range, name_of(node));
        ++depth_;
        if (const auto* loop = node.as<For>(); loop != nullptr && loop->directive)
            directive(*loop->directive, loop->canonical);
        if (const auto* declaration = node.as<DeclStmt>()) {
            for (const auto& each : declaration->variables)
                variable("Variable", *each);
        } else {
            for_each_child(
                node, [this](const Expr& child) { expr(child); }, [this](const Stmt& child) { stmt(child); });
        }
        --depth_;
    }

    const support::SourceManager& sources_;
    int depth_ = 0;
};

} // namespace

std::string dump(const TranslationUnit& unit, const support::SourceManager& sources) {
    Dumper dumper(sources);
    dumper.unit(unit);
    return dumper.out;
}

} // namespace hydra::ir
