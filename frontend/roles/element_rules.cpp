// Definite assignment follows the statements: what is assigned for certain behind each, when it is reached at all.
#include "frontend/roles/element_rules.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace hydra::frontend::cmaps {

namespace {

using Names = std::set<std::string>;
// Assigned for certain; nothing where the place is not reached.
using Assigned = std::optional<Names>;

Assigned meet(const Assigned& a, const Assigned& b) {
    if (!a || !b)
        return a ? a : b;
    Names both;
    std::set_intersection(a->begin(), a->end(), b->begin(), b->end(), std::inserter(both, both.end()));
    return both;
}

constexpr std::array<std::string_view, 26> effects{
    "printf", "fprintf", "vprintf", "puts",  "putchar", "fputs",  "fputc",   "fwrite", "perror",
    "scanf",  "fscanf",  "getchar", "fgets", "fgetc",   "fread",  "fopen",   "fclose", "fflush",
    "exit",   "abort",   "_Exit",   "rand",  "srand",   "random", "drand48", "system"};

class ElementCheck {
  public:
    ElementCheck(const RoleFunction& function, const CmapsUnit& unit) : function_(function), unit_(unit) {
        for (const auto& each : function.parameters) {
            locals_.insert(each.name);
            if (each.role != Role::inout)
                (each.role == Role::in ? read_only_ : outputs_).insert(each.name);
        }
    }

    void run() {
        declared(function_.element_body);
        effects_of(function_.element_body);
        const auto end = items(function_.element_body->blockItem(), Names{});
        at_return(end, nullptr);
    }

  private:
    // ---- effects

    void declared(antlr4::tree::ParseTree* node) {
        if (node == nullptr)
            return;
        if (auto* declarator = dynamic_cast<P::DirectDeclaratorContext*>(node);
            declarator != nullptr && declarator->n != nullptr) {
            const auto name = unit_.text(declarator->n);
            const auto hides = std::any_of(function_.parameters.begin(), function_.parameters.end(),
                                           [&](const auto& each) { return each.name == name; });
            if (hides)
                unit_.error(unit_.range(declarator->n),
                            fmt::format("'{}' hides the parameter of that name; give one of them another name", name));
            locals_.insert(name);
        }
        if (auto* modifier = dynamic_cast<P::ModifierContext*>(node);
            modifier != nullptr && modifier->STATIC() != nullptr && !is_constant(modifier))
            unit_.error(
                unit_.range(modifier),
                fmt::format(
                    "element function '{}' keeps something between its calls; processes run in any order, anywhere",
                    function_.name));
        for (auto* child : node->children)
            declared(child);
    }

    // `static const`: a table.
    static bool is_constant(P::ModifierContext* modifier) {
        auto* declaration = dynamic_cast<P::DeclarationContext*>(modifier->parent);
        if (declaration == nullptr)
            return false;
        const auto modifiers = declaration->modifier();
        return std::any_of(modifiers.begin(), modifiers.end(), [](auto* each) { return each->CONST() != nullptr; });
    }

    void changes(P::UnaryContext* target, antlr4::ParserRuleContext* whole) {
        auto* name = element_name(target);
        if (name == nullptr)
            return;
        const std::string text(unit_.text(name));
        if (target->postfix().size() > 1 && target->postfix(0)->name() != nullptr)
            in_parts_.insert(text + "." + unit_.text(target->postfix(0)->name()));
        if (read_only_.contains(text)) {
            unit_.error(unit_.range(whole), fmt::format("'{0}' is an 'in' parameter and is changed here; make it "
                                                        "'inout', or use a variable of the function's own",
                                                        text));
        } else if (!locals_.contains(text)) {
            unit_.error(unit_.range(whole), fmt::format("element function '{}' changes '{}', which is not its own; "
                                                        "hand it over as an 'out' or 'inout' parameter",
                                                        function_.name, text));
        }
    }

    void effects_of(antlr4::tree::ParseTree* node) {
        if (node == nullptr)
            return;
        for_changes(node, [&](P::UnaryContext* target, antlr4::ParserRuleContext* whole) { changes(target, whole); });
        for (auto* child : node->children)
            effects_of(child);
    }

    // ---- definite assignment

    void at_return(const Assigned& state, antlr4::ParserRuleContext* where) {
        if (!state)
            return;
        for (const auto& each : function_.parameters) {
            if (each.role != Role::out || !each.extents.empty() || is_whole(each.name, *state) ||
                !told_.insert(each.name).second)
                continue;
            const auto message = fmt::format("'{}' is an 'out' parameter, and '{}' may end without assigning it; "
                                             "assign it on every path, or make it 'inout'",
                                             each.name, function_.name);
            auto& error = unit_.error(each.range, message);
            if (where != nullptr)
                error.notes.push_back({unit_.range(where), "it ends here"});
        }
    }

    // An output read before it is assigned; then what the expression assigns.
    // True: all of it has been looked at.
    bool read(P::UnaryContext* unary, const Assigned& state) {
        auto* name = element_name(unary);
        if (name == nullptr || !state)
            return false;
        const std::string text(unit_.text(name));
        const auto* parameter = output(text);
        const bool one = !unary->postfix().empty() && unary->postfix(0)->name() != nullptr &&
                         state->contains(text + "." + unit_.text(unary->postfix(0)->name()));
        if (parameter != nullptr && parameter->extents.empty() && !state->contains(text) && !one &&
            told_.insert(text).second)
            unit_.error(unit_.range(name), fmt::format("'{0}' is an 'out' parameter, which is read here before it is "
                                                       "assigned; make it 'inout' to get the old value",
                                                       text));
        return one && unary->postfix().size() == 1;
    }

    [[nodiscard]] const RoleParameter* output(const std::string& name) const {
        for (const auto& each : function_.parameters)
            if (each.role == Role::out && each.name == name)
                return &each;
        return nullptr;
    }

    // The output that `x = …` and `*x = …` assign whole; empty: none.
    std::string whole_output(antlr4::ParserRuleContext* target) const {
        auto* name = plain_name(target);
        if (name == nullptr) {
            antlr4::tree::ParseTree* node = target;
            while (node->children.size() == 1)
                node = node->children[0];
            if (auto* unary = dynamic_cast<P::UnaryContext*>(node);
                unary != nullptr && unary->STAR() != nullptr && unary->operand() != nullptr)
                name = plain_name(unary->operand());
        }
        const std::string text(name == nullptr ? "" : unit_.text(name));
        return output(text) != nullptr ? text : "";
    }

    // x, where an expression begins with `x`, `(x)` or `(*x)`; null: with something else.
    static antlr4::Token* element_name(P::UnaryContext* unary) {
        if (auto* name = head_name(unary); name != nullptr || unary == nullptr || unary->primary() == nullptr)
            return name;
        auto* inner = unary->primary()->expression();
        if (inner == nullptr)
            return nullptr;
        if (auto* name = plain_name(inner))
            return name;
        antlr4::tree::ParseTree* node = inner;
        while (node->children.size() == 1)
            node = node->children[0];
        auto* star = dynamic_cast<P::UnaryContext*>(node);
        return star != nullptr && star->STAR() != nullptr && star->operand() != nullptr ? plain_name(star->operand())
                                                                                        : nullptr;
    }

    // The member that `x.m = …` assigns, or a part of it; nothing: none.
    std::optional<std::pair<std::string, std::string>> member_output(antlr4::ParserRuleContext* target) const {
        auto* unary = plain_unary(target);
        auto* name = element_name(unary);
        if (name == nullptr || unary->postfix().empty() || unary->postfix(0)->name() == nullptr)
            return std::nullopt;
        const std::string text(unit_.text(name));
        if (output(text) == nullptr)
            return std::nullopt;
        return std::pair(text, unit_.text(unary->postfix(0)->name()));
    }

    Assigned expression(antlr4::tree::ParseTree* node, Assigned state) {
        if (node == nullptr || !state)
            return state;
        if (auto* assignment = dynamic_cast<P::AssignmentContext*>(node)) {
            // The last operand is evaluated; then the targets in front of it are assigned.
            if (assignment->QUESTION().empty() && !assignment->infix().empty()) {
                const auto& operands = assignment->operand();
                const auto& infix = assignment->infix();
                std::size_t targets = 0;
                while (targets < infix.size() && is_assignment(infix[targets]) && operands.size() == infix.size() + 1)
                    ++targets;
                for (std::size_t i = targets; i < operands.size(); ++i)
                    state = i > targets && (infix[i - 1]->AND_AND() || infix[i - 1]->OR_OR())
                                ? (expression(operands[i], state), state)
                                : expression(operands[i], state);
                for (std::size_t i = targets; i-- > 0;)
                    state = assign(operands[i], infix[i], std::move(state));
                return state;
            }
            if (!assignment->QUESTION().empty()) {
                const auto& operands = assignment->operand();
                const bool stores = !assignment->infix().empty() && is_assignment(assignment->infix(0));
                for (std::size_t i = stores ? 1 : 0; i < operands.size(); ++i)
                    (void)expression(operands[i], state);
                for (auto* middle : assignment->expression())
                    (void)expression(middle, state);
                return stores ? assign(operands[0], assignment->infix(0), std::move(state)) : state;
            }
        }
        if (auto* unary = dynamic_cast<P::UnaryContext*>(node)) {
            if (unary->AND() != nullptr && unary->operand() != nullptr) {
                // Whoever gets the address may assign it.
                if (auto* name = plain_name(unary->operand());
                    name != nullptr && output(std::string(unit_.text(name))) != nullptr) {
                    state->insert(std::string(unit_.text(name)));
                    return state;
                }
            }
            if (unary->SIZEOF() != nullptr)
                return state;
            if (read(unary, state))
                return state;
        }
        for (auto* child : node->children)
            state = expression(child, std::move(state));
        return state;
    }

    Assigned assign(antlr4::ParserRuleContext* target, P::InfixContext* infix, Assigned state) {
        const auto whole = whole_output(target);
        const auto member = member_output(target);
        if (whole.empty() && !member)
            return expression(target, std::move(state));
        if (infix->ASSIGN() == nullptr && state)
            (void)expression(target, state);
        if (!whole.empty())
            state->insert(whole);
        else
            assign_member(member->first, member->second, *state);
        return state;
    }

    // All members are the whole.
    void assign_member(const std::string& name, const std::string& member, Names& state) const {
        state.insert(name + "." + member);
        if (is_whole(name, state))
            state.insert(name);
    }

    [[nodiscard]] bool is_whole(const std::string& name, const Names& state) const {
        const auto members = unit_.members_of(output(name)->type);
        const bool any =
            std::any_of(
                state.begin(), state.end(), [&](const std::string& each) { return each.starts_with(name + "."); }) ||
            std::any_of(
                in_parts_.begin(), in_parts_.end(),
                [&](const std::string& each) { return each.starts_with(name + "."); });
        return state.contains(name) ||
               (any && std::all_of(members.begin(), members.end(), [&](const std::string& each) {
                    return state.contains(name + "." + each) || in_parts_.contains(name + "." + each);
                }));
    }

    Assigned items(const std::vector<P::BlockItemContext*>& list, Assigned state) {
        for (auto* each : list)
            state = each->declaration() != nullptr
                        ? expression(each->declaration(), std::move(state))
                        : (each->label().empty() ? statement(each->unlabelled(), std::move(state))
                                                 : labelled(each->label(), each->unlabelled(), std::move(state)));
        return state;
    }

    Assigned labelled(const std::vector<P::LabelContext*>& labels, P::UnlabelledContext* context, Assigned state) {
        for (auto* label : labels) {
            if (label->CASE() != nullptr || label->DEFAULT() != nullptr)
                state = meet(state, at_switch_.empty() ? Assigned{} : at_switch_.back());
            else
                state = state ? state : Assigned(outputs_); // from a goto, of which nothing is known
            if (label->DEFAULT() != nullptr && !has_default_.empty())
                has_default_.back() = true;
        }
        return statement(context, std::move(state));
    }

    Assigned statement(P::StatementContext* context, Assigned state) {
        return context->label().empty() ? statement(context->unlabelled(), std::move(state))
                                        : labelled(context->label(), context->unlabelled(), std::move(state));
    }

    Assigned statement(P::UnlabelledContext* context, Assigned state) {
        if (context->compound() != nullptr)
            return items(context->compound()->blockItem(), std::move(state));
        if (context->IF() != nullptr) {
            state = expression(context->expression(), std::move(state));
            auto yes = statement(context->statement(0), state);
            return meet(yes, context->statement().size() > 1 ? statement(context->statement(1), state) : state);
        }
        if (context->SWITCH() != nullptr)
            return choice(context, std::move(state));
        if (context->DO() != nullptr) {
            breaks_.emplace_back();
            auto end = statement(context->statement(0), std::move(state));
            end = meet(end, continues(breaks_.back()));
            end = expression(context->expression(), std::move(end));
            return leave(end);
        }
        if (context->WHILE() != nullptr) {
            state = expression(context->expression(), std::move(state));
            breaks_.emplace_back();
            (void)statement(context->statement(0), state);
            return leave(unit_.text(context->expression()) == "1" ? Assigned{} : state);
        }
        if (context->forLoop() != nullptr)
            return counting(context->forLoop(), std::move(state));
        if (context->RETURN() != nullptr) {
            at_return(state, context);
            return std::nullopt;
        }
        if (context->BREAK() != nullptr || context->CONTINUE() != nullptr) {
            if (!breaks_.empty())
                (context->BREAK() != nullptr ? breaks_.back().broken : breaks_.back().continued).push_back(state);
            return std::nullopt;
        }
        if (!context->GOTO().empty() && context->ASM() == nullptr)
            return std::nullopt;
        if (context->HYDRA_LOOP() != nullptr || context->HYDRA_STRAY() != nullptr)
            unit_.error(
                unit_.range(context->getStart()),
                fmt::format("element function '{}' holds a directive; what is parallel, coordination functions say",
                            function_.name));
        return context->expression() != nullptr ? expression(context->expression(), std::move(state)) : state;
    }

    struct Jumps {
        std::vector<Assigned> broken, continued;
    };
    static Assigned continues(const Jumps& jumps) {
        Assigned all;
        for (const auto& each : jumps.continued)
            all = meet(all, each);
        return all;
    }
    Assigned leave(Assigned end) {
        for (const auto& each : breaks_.back().broken)
            end = meet(end, each);
        breaks_.pop_back();
        return end;
    }

    Assigned counting(P::ForLoopContext* loop, Assigned state) {
        // declaration | expression ; expression ; expression
        std::vector<antlr4::tree::ParseTree*> parts(3, nullptr);
        std::size_t part = loop->declaration() != nullptr ? 1 : 0;
        if (part == 1)
            parts[0] = loop->declaration();
        for (std::size_t i = 2; i < loop->children.size(); ++i)
            if (auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(loop->children[i]))
                part += leaf->getSymbol()->getType() == P::SEMI ? 1 : 0;
            else if (auto* written = dynamic_cast<P::ExpressionContext*>(loop->children[i]);
                     written != nullptr && part < 3)
                parts[part] = written;
        state = expression(parts[1], expression(parts[0], std::move(state)));
        breaks_.emplace_back();
        (void)expression(parts[2], statement(loop->statement(), state));
        return leave(parts[1] == nullptr ? Assigned{} : state);
    }

    Assigned choice(P::UnlabelledContext* context, Assigned state) {
        state = expression(context->expression(), std::move(state));
        at_switch_.push_back(state);
        has_default_.push_back(false);
        breaks_.emplace_back();
        auto end = statement(context->statement(0), std::nullopt);
        const auto inner = std::move(breaks_.back().continued);
        end = leave(end);
        if (!breaks_.empty())
            breaks_.back().continued.insert(breaks_.back().continued.end(), inner.begin(), inner.end());
        if (!has_default_.back())
            end = meet(end, state);
        at_switch_.pop_back();
        has_default_.pop_back();
        return end;
    }

    const RoleFunction& function_;
    const CmapsUnit& unit_;
    Names locals_, read_only_, outputs_, told_;
    Names in_parts_; // "x.m": of which elements or members are assigned; whether all of them are, nobody counts
    std::vector<Jumps> breaks_;
    std::vector<Assigned> at_switch_;
    std::vector<bool> has_default_;
};

} // namespace

bool is_assignment(P::InfixContext* infix) {
    return infix->ASSIGN() || infix->MUL_ASSIGN() || infix->DIV_ASSIGN() || infix->REM_ASSIGN() ||
           infix->ADD_ASSIGN() || infix->SUB_ASSIGN() || infix->SHL_ASSIGN() || infix->SHR_ASSIGN() ||
           infix->AND_ASSIGN() || infix->XOR_ASSIGN() || infix->OR_ASSIGN();
}

void for_changes(antlr4::tree::ParseTree* node,
                 const std::function<void(P::UnaryContext*, antlr4::ParserRuleContext*)>& f) {
    if (auto* assignment = dynamic_cast<P::AssignmentContext*>(node)) {
        for (std::size_t i = 1; i < assignment->children.size(); ++i)
            if (auto* infix = dynamic_cast<P::InfixContext*>(assignment->children[i]);
                infix != nullptr && is_assignment(infix))
                f(plain_unary(static_cast<antlr4::ParserRuleContext*>(assignment->children[i - 1])), assignment);
    } else if (auto* unary = dynamic_cast<P::UnaryContext*>(node)) {
        if ((unary->INC() != nullptr || unary->DEC() != nullptr) && unary->operand() != nullptr)
            f(plain_unary(unary->operand()), unary);
        for (auto* postfix : unary->postfix())
            if (postfix->INC() != nullptr || postfix->DEC() != nullptr)
                f(unary, unary);
    }
}

void check_element(const RoleFunction& function, const CmapsUnit& unit) {
    ElementCheck(function, unit).run();
    check_calls(function.element_body, unit, fmt::format("element function '{}'", function.name));
}

void check_calls(antlr4::ParserRuleContext* context, const CmapsUnit& unit, const std::string& where) {
    const std::function<void(antlr4::tree::ParseTree*)> visit = [&](antlr4::tree::ParseTree* node) {
        auto* unary = dynamic_cast<P::UnaryContext*>(node);
        auto* name = head_name(unary);
        if (name != nullptr && !unary->postfix().empty() && unary->postfix(0)->LPAREN() != nullptr) {
            const auto called = unit.text(name);
            const auto* function = unit.function(called);
            if (std::find(effects.begin(), effects.end(), called) != effects.end())
                unit.error(
                    unit.range(unary),
                    fmt::format(
                        "{} calls '{}', which has an effect besides its result; only plain C functions may do that",
                        where, called));
            if (called == "Processes" && function == nullptr && where.starts_with("element"))
                unit.error(unit.range(unary), fmt::format("{} calls 'Processes', which only coordination functions "
                                                          "know; hand its value over",
                                                          where));
            if (function != nullptr && function->is_coordination && where.starts_with("element"))
                unit.error(unit.range(unary), fmt::format("{} calls the coordination function '{}'", where, called));
        }
        for (auto* child : node->children)
            visit(child);
    };
    visit(context);
}

} // namespace hydra::frontend::cmaps
