// Walks the user's functions once. What differs between ranks, or reaches where the analysis of this version cannot
// follow, is an error with its reason; the tables below are the whole list of refused library functions.
#include "frontend/directive/restrictions.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "frontend/sema/flow.h"
#include "support/unshared.h"

namespace hydra::frontend {

using namespace ir;

namespace {

struct Group {
    const char* what; // "reading files"
    const char* instead;
    std::vector<const char*> names;
};

const std::vector<Group>& refused_groups() {
    static const std::vector<Group> groups{
        {"files in memory", "read a text with 'sscanf' or 'strtod', and write one with 'snprintf'", {"fmemopen"}},
        {"input of wide characters",
         "read bytes and convert them with 'mbstowcs'",
         {"fgetwc", "getwc", "getwchar", "ungetwc", "fgetws", "wscanf", "fwscanf", "vwscanf", "vfwscanf"}},
        {"threads",
         "mark the loop with '#pragma hydra parallel for'",
         {"pthread_create", "pthread_join", "thrd_create", "thrd_join", "omp_set_num_threads", "omp_get_thread_num",
          "omp_get_num_threads", "omp_get_max_threads"}},
        {"memory beside malloc", "allocate with 'malloc'", {"sbrk", "brk", "mremap"}},
        {"system calls", "call the C library's functions", {"syscall"}},
    };
    return groups;
}

// The system's families of functions for threads: too many to list each.
bool of_threads(const FunctionDecl& function) {
    static constexpr std::array<std::string_view, 6> families{"pthread_", "thrd_", "mtx_", "cnd_", "tss_", "sem_"};
    return !function.in_user_file && std::any_of(families.begin(), families.end(), [&](std::string_view family) {
        return function.name.starts_with(family);
    });
}

const Group* refused(const FunctionDecl& function) {
    static const std::map<std::string, const Group*> index = [] {
        std::map<std::string, const Group*> map;
        for (const auto& group : refused_groups())
            for (const auto* each : group.names)
                map[each] = &group;
        return map;
    }();
    const auto known = index.find(of_threads(function) ? "thrd_create" : function.name);
    return known != index.end() ? known->second : nullptr;
}

// Output functions of wide characters, which files of all ranks do not have, and the argument that does.
std::optional<std::size_t> stream_argument(const std::string& name) {
    static const std::map<std::string, std::size_t> streams{
        {"fwprintf", 0}, {"vfwprintf", 0}, {"fputws", 1}, {"fputwc", 1}, {"putwc", 1}};
    const auto known = streams.find(name);
    return known != streams.end() ? std::optional(known->second) : std::nullopt;
}

class Checker {
  public:
    Checker(const Program& program, const TranslationUnit& unit, support::Diagnostics& diagnostics, bool openmp)
        : program_(program), unit_(unit), diagnostics_(diagnostics), openmp_(openmp) {}

    void run() {
        for (const auto& global : unit_.globals)
            if (global.in_user_file)
                variable(global);
        for (const auto& function : unit_.functions) {
            if (function.in_user_file && function.body && is_used(function)) {
                for (const auto& param : function.params)
                    variable(*param);
                stmt(*function.body);
            }
        }
    }

  private:
    // A function that nothing mentions, in a program with a main, does not run, whatever it holds.
    [[nodiscard]] bool is_used(const FunctionDecl& function) {
        if (used_.empty())
            find_used();
        return !has_main_ || used_.contains(find_definition(program_, &function));
    }

    void find_used() {
        const std::function<void(const Expr&)> expr = [&](const Expr& each) {
            const auto* name = each.as<DeclRef>();
            const auto* function = name == nullptr ? nullptr : std::get_if<const FunctionDecl*>(&name->decl);
            if (function != nullptr)
                use(find_definition(program_, *function));
            if (const auto* block = each.as<StatementExpr>())
                walk(*block->body, expr);
            for_each_child(each, expr);
        };
        for (const auto& unit : program_.units) {
            for (const auto& function : unit->functions) {
                has_main_ = has_main_ || (function.name == "main" && function.body);
                if (function.body && function.name == "main")
                    use(&function);
            }
            for (const auto& global : unit->globals)
                if (global.init)
                    expr(*global.init);
        }
        while (!open_.empty()) {
            const auto* function = open_.back();
            open_.pop_back();
            walk(*function->body, expr);
        }
    }

    static void walk(const Stmt& stmt, const std::function<void(const Expr&)>& expr) {
        for_each_child(
            stmt, expr, [&](const Stmt& child) { walk(child, expr); });
    }

    void use(const FunctionDecl* function) {
        if (function != nullptr && function->body && used_.insert(function).second)
            open_.push_back(function);
    }

    void refuse(const support::SourceRange& range, const std::string& message) {
        diagnostics_.error(range, "not in this version: " + message);
    }

    void variable(const VarDecl& variable) {
        if (variable.storage == Storage::thread && (!variable.type->is_scalar() || is_in_loops(variable)))
            refuse(variable.range, fmt::format("'{}' is thread-local{}; use an ordinary variable", variable.name,
                                               variable.type->is_scalar() ? ", and iterations of a parallel loop, "
                                                                            "which threads run, use it"
                                                                          : ""));
    }

    // `extern int count;` in a loop whose iterations have a count of their own names the program's again.
    void declared_again(const Directive& directive, const Stmt& body) {
        std::set<std::string> own;
        for (const auto* list : {&directive.private_, &directive.firstprivate})
            for (const auto* variable : *list)
                own.insert(variable->name);
        for (const auto& reduction : directive.reductions)
            own.insert(reduction.variable->name);
        for (const auto& [variable, range] : unit_.inner_externs)
            if (own.contains(variable->name) && support::is_within(range, body.range))
                refuse(range, fmt::format("'{}' is declared in the loop once more, of which each iteration has "
                                          "its own; take this declaration away",
                                          variable->name));
    }

    // Whether a parallel loop, or a function that one calls, mentions the variable.
    [[nodiscard]] bool is_in_loops(const VarDecl& variable) {
        if (!in_loops_)
            find_in_loops();
        return loops_call_anything_ || in_loops_->contains(variable.name);
    }

    void find_in_loops() {
        in_loops_.emplace();
        std::set<const FunctionDecl*> seen;
        const std::function<void(const Expr&)> inside = [&](const Expr& each) {
            if (const auto* call = each.as<Call>(); call != nullptr && called_function(*call) == nullptr)
                loops_call_anything_ = true; // by a pointer
            if (const auto* name = each.as<DeclRef>()) {
                const auto* named = std::get_if<const VarDecl*>(&name->decl);
                if (named != nullptr && (*named)->storage == Storage::thread)
                    in_loops_->insert((*named)->name);
                if (const auto* called = std::get_if<const FunctionDecl*>(&name->decl))
                    if (const auto* function = find_definition(program_, *called);
                        function != nullptr && seen.insert(function).second)
                        walk(*function->body, inside);
            }
            for_each_child(each, inside);
        };
        const std::function<void(const Stmt&)> outside = [&](const Stmt& each) {
            const auto* loop = each.as<For>();
            if (loop != nullptr && loop->directive)
                walk(each, inside);
            else
                for_each_child(
                    each, [](const Expr&) {}, outside);
        };
        for (const auto& unit : program_.units)
            for (const auto& function : unit->functions)
                if (function.body)
                    outside(*function.body);
    }

    void stmt(const Stmt& node) {
        if (const auto* declaration = node.as<DeclStmt>())
            for (const auto& each : declaration->variables)
                variable(*each);
        else if (const auto* loop = node.as<For>(); loop != nullptr && loop->directive)
            declared_again(*loop->directive, *loop->body);
        else if (const auto* assembly = node.as<Asm>(); assembly != nullptr && assembly->effect == nullptr)
            refuse(node.range,
                   "inline assembly with operands that are no numbers, or whose volatile results go elsewhere "
                   "than into variables: what it does to memory cannot be seen; write it in C");
        for_each_child(
            node, [this](const Expr& child) { expr(child); }, [this](const Stmt& child) { stmt(child); });
    }

    void expr(const Expr& node) {
        if (const auto* name = node.as<DeclRef>()) {
            if (const auto* function = std::get_if<const FunctionDecl*>(&name->decl))
                function_use(node, **function);
        } else if (const auto* call = node.as<Call>()) {
            output(node, *call);
            environment(node, *call);
        } else if (const auto* block = node.as<StatementExpr>()) {
            stmt(*block->body);
            return;
        }
        for_each_child(node, [this](const Expr& child) { expr(child); });
    }

    void function_use(const Expr& node, const FunctionDecl& function) {
        if (const auto* body = find_definition(program_, &function); body != nullptr && body->in_user_file)
            return;
        if (function.name.starts_with("MPI_") || function.name.starts_with("PMPI_")) {
            diagnostics_.error(node.range, fmt::format("'{}': hydracc makes the communication itself; take the MPI "
                                                       "calls out and mark the parallel loops",
                                                       function.name));
        } else if (const auto* group = openmp_ && function.name.starts_with("omp_") ? nullptr : refused(function)) {
            refuse(node.range, fmt::format("'{}' ({}); {}", function.name, group->what, group->instead));
        } else if (const auto* unshared =
                       function.in_user_file && function.body ? nullptr : support::unshared_group(function.name)) {
            if (function.name == "munmap")
                return;
            diagnostics_.warning(
                node.range,
                function.name.starts_with("mmap")
                    ? fmt::format("'{}': with several ranks, rank 0 reads what a private mapping shows, for "
                                  "all of them, once; at any other the program stops",
                                  function.name)
                : function.name.starts_with("sig") && function.name.find("proc") == std::string::npos
                    ? fmt::format("'{}': with several ranks, the program stops where a signal comes "
                                  "that it handles",
                                  function.name)
                    : fmt::format("'{}' ({}) is not for several ranks: with more than one, the program "
                                  "stops where it calls it",
                                  function.name, unshared->what),
                "hydra-unshared");
        }
    }

    // The environment then points into the program's own array, which a loop may change on one rank alone.
    void environment(const Expr& node, const Call& call) {
        const auto* function = called_function(call);
        if (function == nullptr || function->body || function->name != "putenv" || call.args.size() != 1)
            return;
        const Expr* text = call.args[0].get();
        while (const auto* cast = text->as<Cast>())
            text = cast->operand.get();
        if (text->as<StringLit>() == nullptr) {
            refuse(node.range, "'putenv' of other than a string literal, since the array itself becomes a part of the "
                               "environment; 'setenv' copies it");
        }
    }

    void output(const Expr& node, const Call& call) {
        const auto* function = called_function(call);
        const auto argument = function != nullptr && !function->body ? stream_argument(function->name) : std::nullopt;
        if (!argument || *argument >= call.args.size())
            return;
        const auto& stream = *call.args[*argument];
        const auto* variable = named_variable(&stream);
        const bool standard = variable != nullptr && (variable->name == "stdout" || variable->name == "stderr");
        if (!standard) {
            refuse(node.range, fmt::format("'{}' to a file; convert the text with 'wcstombs', and write it with "
                                           "'fputs' (or name 'stdout' or 'stderr' itself)",
                                           function->name));
        }
    }

    std::optional<std::set<std::string>> in_loops_; // names of thread-local variables
    bool loops_call_anything_ = false;
    const Program& program_;
    const TranslationUnit& unit_;
    support::Diagnostics& diagnostics_;
    bool openmp_;
    bool has_main_ = false;
    std::set<const FunctionDecl*> used_;
    std::vector<const FunctionDecl*> open_; // whose bodies are to be looked at
};

} // namespace

void check_restrictions(const Program& program, const TranslationUnit& unit, support::Diagnostics& diagnostics,
                        bool openmp) {
    Checker(program, unit, diagnostics, openmp).run();
}

} // namespace hydra::frontend
