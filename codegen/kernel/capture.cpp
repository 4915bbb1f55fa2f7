// One walk over the body collects what it names; each variable is then sorted by where it is declared and what the
// directive says of it. Arrays arrive as pointers, so the few mentions in which an array is not used as a pointer
// (sizeof a, &a) are rewritten.
#include "codegen/kernel/capture.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "codegen/text/declarator.h"
#include "codegen/text/walk.h"
#include "ir/operators.h"

namespace hydra::codegen {

namespace {

struct Mention {
    const ir::Expr* expr;
    const ir::Expr* parent;
};

struct Mentioned {
    std::vector<const ir::VarDecl*> order;
    std::map<const ir::VarDecl*, std::vector<Mention>> mentions;
    std::set<const ir::VarDecl*> declared;
    std::vector<const ir::FunctionDecl*> functions;
};

Mentioned read_body(const ir::Stmt& stmt) {
    Mentioned body;
    std::set<const ir::FunctionDecl*> known;
    walk(
        stmt,
        [&body](const ir::Stmt& inner, const ir::Stmt*) {
            if (const auto* decl = inner.as<ir::DeclStmt>())
                for (const auto& variable : decl->variables)
                    body.declared.insert(variable.get());
        },
        [&](const ir::Expr& expr, const ir::Expr* parent) {
            const auto* ref = expr.as<ir::DeclRef>();
            if (ref == nullptr)
                return;
            if (const auto* const* variable = std::get_if<const ir::VarDecl*>(&ref->decl)) {
                auto& list = body.mentions[*variable];
                if (list.empty())
                    body.order.push_back(*variable);
                list.push_back({&expr, parent});
            } else if (const auto* const* function = std::get_if<const ir::FunctionDecl*>(&ref->decl)) {
                if (known.insert(*function).second)
                    body.functions.push_back(*function);
            }
        });
    return body;
}

std::vector<RunTimeLength> run_time_lengths(const Context& context, const ir::VarDecl& variable, bool outermost) {
    std::vector<RunTimeLength> lengths;
    std::string element = variable.name;
    int depth = 0;
    for (auto type = variable.type; type->is_pointer() || type->is_array(); type = type->inner, ++depth) {
        if (is_run_time_array(*type) && (depth > 0 || outermost)) {
            // Rows of rows of no bytes: there is nothing to count, and nothing to divide by.
            const auto host = is_run_time_array(*type->inner)
                                  ? fmt::format("(long)(sizeof {0} / (sizeof {0}[0] + (sizeof {0}[0] == 0)))", element)
                                  : fmt::format("(long)(sizeof {0} / sizeof {0}[0])", element);
            lengths.push_back({depth, context.name(fmt::format("{}_{}", variable.name, depth)), host});
        }
        element += "[0]";
    }
    return lengths;
}

// Whether the array's name stands here as the array itself, not as a pointer to its first element.
bool is_whole_array(const Mention& mention) {
    if (mention.parent == nullptr)
        return true;
    const auto* cast = mention.parent->as<ir::Cast>();
    const bool decays = cast != nullptr && mention.parent->type->is_pointer();
    return !decays && mention.parent->as<ir::Index>() == nullptr;
}

bool only_assigned(const std::vector<Mention>& mentions) {
    return std::all_of(
        mentions.begin(), mentions.end(),
        [](const Mention& mention) {
            const auto* binary = mention.parent == nullptr ? nullptr : mention.parent->as<ir::Binary>();
            return binary != nullptr && binary->op == ir::BinaryOp::assign && binary->lhs.get() == mention.expr;
        });
}

bool contains(const std::vector<const ir::VarDecl*>& list, const ir::VarDecl* variable) {
    return std::find(list.begin(), list.end(), variable) != list.end();
}

class Sorter {
  public:
    Sorter(const Context& context, const ir::Kernel& kernel)
        : context_(context), kernel_(kernel), loop_(*kernel.loop->as<ir::For>()), body_(read_body(*loop_.body)) {}

    KernelVariables run() {
        for (const auto* variable : body_.order)
            sort(*variable);
        for (std::size_t index = 0; index < loop_.directive->last_stored.size(); ++index) {
            for (const auto* target : loop_.directive->last_stored[index].targets) {
                edit(*target, fmt::format("(*({}_{} = {}, &{}))", context_.name("when"), index, context_.name("now"),
                                          loop_.directive->last_stored[index].variable->name));
            }
        }
        for (const auto& reduction : loop_.directive->reductions)
            if (reduction.is_array())
                reduced_array(*reduction.variable);
        result_.functions = body_.functions;
        result_.last_values = kernel_.analysis.last_values;
        return std::move(result_);
    }

  private:
    void sort(const ir::VarDecl& variable) {
        const auto& directive = *loop_.directive;
        const auto& mentions = body_.mentions.at(&variable);
        if (body_.declared.contains(&variable))
            return;
        if (&variable == loop_.canonical.variable) {
            result_.uses_loop_variable = true;
            return;
        }
        if (std::any_of(directive.reductions.begin(), directive.reductions.end(),
                        [&variable](const ir::Reduction& reduction) { return reduction.variable == &variable; }))
            return;
        if (contains(kernel_.analysis.last_values, &variable) || is_last_stored(variable))
            return;
        const bool is_array = variable.type->is_array();
        if (contains(directive.private_, &variable) || contains(directive.firstprivate, &variable)) {
            const bool first = contains(directive.firstprivate, &variable);
            auto& list = first ? result_.firstprivates : result_.privates;
            const bool elements = first && variable.type->is_record() && ir::holds_array(variable.type);
            list.push_back({&variable,
                            is_array   ? Passed::How::pointer
                            : elements ? Passed::How::reference // they arrive after the arguments are made
                                       : Passed::How::value,
                            run_time_lengths(context_, variable, true)});
            if (!is_array && only_assigned(mentions))
                result_.written_only.push_back(&variable);
            return;
        }
        capture(variable, mentions);
    }

    [[nodiscard]] bool is_last_stored(const ir::VarDecl& variable) const {
        const auto& list = loop_.directive->last_stored;
        return std::any_of(list.begin(), list.end(),
                           [&variable](const ir::LastStored& stored) { return stored.variable == &variable; });
    }

    static bool is_target(const std::vector<Mention>& mentions) {
        return std::any_of(
            mentions.begin(), mentions.end(),
            [](const Mention& mention) {
                const auto* binary = mention.parent != nullptr ? mention.parent->as<ir::Binary>() : nullptr;
                const auto* unary = mention.parent != nullptr ? mention.parent->as<ir::Unary>() : nullptr;
                return (binary != nullptr && ir::is_assignment(binary->op) &&
                        ir::strip(binary->lhs.get()) == mention.expr) ||
                       (unary != nullptr && unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec);
            });
    }

    void capture(const ir::VarDecl& variable, const std::vector<Mention>& mentions) {
        // Declared in a block, or behind the function whose block declares it.
        const auto& whole = kernel_.function->whole;
        const bool behind = variable.file_scope && variable.storage != ir::Storage::static_ &&
                            variable.range.file == whole.file && variable.range.begin > whole.begin;
        const bool in_block =
            variable.file_scope &&
            declared_in_block(*context_.program.units[static_cast<std::size_t>(kernel_.unit)], variable);
        if (behind || in_block || (!variable.file_scope && variable.storage == ir::Storage::extern_)) {
            result_.captured.push_back({&variable, Passed::How::external, {}});
            return;
        }
        // A loop that every rank runs in order keeps the meaning of the globals that its callees change.
        // What is printed while the loop runs may be kept back, by another stream.
        const bool is_stream = !variable.in_user_file && (variable.name == "stdout" || variable.name == "stderr");
        const bool by_name = is_stream || variable.type->is_array() || variable.type->is_record() ||
                             variable.type->quals.is_volatile || kernel_.analysis.replicated;
        if (variable.file_scope && by_name)
            return;
        Passed passed{&variable, Passed::How::value, {}};
        if (variable.type->is_array()) {
            passed = array(variable, mentions);
        } else if ((variable.type->is_record() && ir::holds_array(variable.type)) || variable.type->quals.is_atomic) {
            passed.how = Passed::How::reference;
            for (const auto& mention : mentions)
                edit(*mention.expr, fmt::format("(*{}->{})", context_.name("c"), variable.name));
        } else {
            passed.lengths = run_time_lengths(context_, variable, false);
            if (!loop_.directive->ordered.empty() && is_target(mentions))
                result_.accumulated.push_back(&variable);
        }
        result_.captured.push_back(std::move(passed));
    }

    Passed array(const ir::VarDecl& variable, const std::vector<Mention>& mentions) {
        const bool whole = std::any_of(mentions.begin(), mentions.end(), is_whole_array);
        Passed passed{&variable, Passed::How::pointer, run_time_lengths(context_, variable, whole)};
        for (const auto& mention : mentions)
            if (is_whole_array(mention))
                edit(*mention.expr, whole_array(passed));
        return passed;
    }

    void reduced_array(const ir::VarDecl& variable) {
        const auto found = body_.mentions.find(&variable);
        const auto mentions = found != body_.mentions.end() ? found->second : std::vector<Mention>();
        result_.reduced.push_back(variable.type->is_array() ? array(variable, mentions)
                                                            : Passed{&variable, Passed::How::value,
                                                                     run_time_lengths(context_, variable, false)});
    }

    // The array itself, made from the pointer of its name.
    std::string whole_array(const Passed& passed) {
        try {
            const auto type = pointer_declaration(
                *context_.program.units[static_cast<std::size_t>(kernel_.unit)], passed.variable->type, "",
                [&](int depth, const ir::Type&) { return passed.length_text(depth - 1, context_.name("c")); });
            return fmt::format("(*({}){})", type, passed.variable->name);
        } catch (const Unwritable&) {
            return passed.variable->name; // reported where the variable is declared
        }
    }

    void edit(const ir::Expr& place, std::string text) { result_.edits.emplace_back(&place, std::move(text)); }

    const Context& context_;
    const ir::Kernel& kernel_;
    const ir::For& loop_;
    Mentioned body_;
    KernelVariables result_;
};

} // namespace

std::string Passed::length_text(int depth, const std::string& args) const {
    const auto found = std::find_if(lengths.begin(), lengths.end(),
                                    [depth](const RunTimeLength& length) { return length.depth == depth; });
    if (found == lengths.end()) {
        throw support::InternalError("no run-time length of dimension " + std::to_string(depth) + " of " +
                                     variable->name);
    }
    return args + "->" + found->member;
}

bool KernelVariables::has_arguments(const ir::Kernel& kernel) const {
    const auto passes_lengths = [](const Passed& passed) { return !passed.lengths.empty(); };
    return kernel.space.counted || !last_values.empty() || !firstprivates.empty() ||
           std::any_of(privates.begin(), privates.end(), passes_lengths) ||
           std::any_of(reduced.begin(), reduced.end(), passes_lengths) ||
           std::any_of(captured.begin(), captured.end(),
                       [](const Passed& passed) { return passed.how != Passed::How::external; });
}

KernelVariables find_variables(const Context& context, const ir::Kernel& kernel) {
    return Sorter(context, kernel).run();
}

} // namespace hydra::codegen
