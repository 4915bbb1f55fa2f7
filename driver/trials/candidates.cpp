// Two walks over the program: one down the statements for loops, one along calls.
#include "driver/trials/candidates.h"

#include <algorithm>
#include <utility>

namespace hydra::driver {

namespace {

class Loops {
  public:
    explicit Loops(const passes::Summary& summary) : summary_(summary) {}

    std::vector<std::size_t> find(const ir::FunctionDecl& function) {
        std::vector<std::size_t> outermost;
        function_ = &function;
        visit(*function.body, outermost);
        return outermost;
    }
    std::vector<Candidate> all;

  private:
    void visit(const ir::Stmt& stmt, std::vector<std::size_t>& into) {
        const auto* loop = stmt.as<ir::For>();
        if (loop != nullptr && loop->directive)
            return;
        if (loop == nullptr || summary_.holds_launch(stmt)) {
            ir::for_each_child(
                stmt, [](const ir::Expr&) {}, [&](const ir::Stmt& child) { visit(child, into); });
            return;
        }
        const auto at = std::find_if(all.begin(), all.end(), [&](const Candidate& other) {
            return other.range.file == stmt.range.file && other.range.begin == stmt.range.begin;
        }); // of a header that several files include
        const auto index = static_cast<std::size_t>(at - all.begin());
        if (at != all.end())
            return;
        into.push_back(index);
        all.push_back({stmt.range, function_, {}, touches_memory(stmt), {}, "", "", ""});
        std::vector<std::size_t> inside;
        visit(*loop->body, inside);
        all[index].inside = inside;
    }

    // Whether the statement, or a function that it calls, does more than changing variables.
    bool touches_memory(const ir::Stmt& stmt) {
        std::set<const ir::FunctionDecl*> seen;
        return touches_memory(stmt, seen);
    }
    bool touches_memory(const ir::Stmt& stmt, std::set<const ir::FunctionDecl*>& seen) {
        bool found = false;
        passes::walk(
            stmt,
            [&](const ir::Expr& e) {
                const auto* unary = e.as<ir::Unary>();
                const auto* member = e.as<ir::Member>();
                const auto* call = e.as<ir::Call>();
                found = found || e.as<ir::Index>() != nullptr || (member != nullptr && member->arrow) ||
                        (unary != nullptr && unary->op == ir::UnaryOp::deref);
                const auto* body = call == nullptr ? nullptr : summary_.definition(ir::called_function(*call));
                found = found || (body != nullptr && seen.insert(body).second && touches_memory(*body->body, seen));
            },
            [](const ir::Stmt&) {});
        return found;
    }

    const passes::Summary& summary_;
    const ir::FunctionDecl* function_ = nullptr;
};

class RunSerially {
  public:
    explicit RunSerially(const ir::Program& program, const passes::Summary& summary) : summary_(summary) {
        bool has_main = false;
        for (const auto& unit : program.units)
            for (const auto& function : unit->functions)
                has_main = has_main || (function.name == "main" && function.body);
        for (const auto& unit : program.units) {
            for (const auto& function : unit->functions)
                if (function.name == "main" || (!has_main && function.storage != ir::Storage::static_))
                    reach(&function);
            for (const auto& variable : unit->globals)
                if (variable.init)
                    look(*variable.init);
        }
        reach_unused(program);
    }
    std::set<const ir::FunctionDecl*> take() { return std::move(found_); }

  private:
    // Functions that nothing calls, a library's for instance, are there to be called some day: serially, as far as the
    // program shows.
    void reach_unused(const ir::Program& program) {
        const auto in_iterations = mentioned_in_iterations(program);
        for (const auto& unit : program.units) {
            for (const auto& function : unit->functions)
                if (function.body && !in_iterations.contains(summary_.definition(&function)))
                    reach(&function);
        }
    }

    [[nodiscard]] std::set<const ir::FunctionDecl*> mentioned_in_iterations(const ir::Program& program) const {
        RunSerially inside(summary_);
        for (const auto& unit : program.units) {
            for (const auto& function : unit->functions)
                if (function.body)
                    inside.look_into_iterations(*function.body);
        }
        return inside.take();
    }

    explicit RunSerially(const passes::Summary& summary) : summary_(summary) {}

    void look_into_iterations(const ir::Stmt& stmt) {
        const auto* loop = stmt.as<ir::For>();
        if (loop != nullptr && loop->directive)
            look(*loop->body);
        ir::for_each_child(
            stmt, [](const ir::Expr&) {}, [this](const ir::Stmt& child) { look_into_iterations(child); });
    }

    void reach(const ir::FunctionDecl* function) {
        const auto* body = summary_.definition(function);
        if (body != nullptr && found_.insert(body).second)
            look(*body->body);
    }
    void look(const ir::Expr& expr) {
        if (const auto* reference = expr.as<ir::DeclRef>()) {
            if (const auto* const* function = std::get_if<const ir::FunctionDecl*>(&reference->decl))
                reach(*function);
        }
        ir::for_each_child(expr, [&](const ir::Expr& child) { look(child); });
    }
    void look(const ir::Stmt& stmt) {
        const auto* loop = stmt.as<ir::For>();
        const ir::Stmt* shared_out = loop != nullptr && loop->directive ? loop->body.get() : nullptr;
        ir::for_each_child(
            stmt, [&](const ir::Expr& child) { look(child); },
            [&](const ir::Stmt& child) {
                if (&child != shared_out)
                    look(child);
            });
    }

    const passes::Summary& summary_;
    std::set<const ir::FunctionDecl*> found_;
};

} // namespace

Candidates find_candidates(const ir::Program& program, const passes::Summary& summary) {
    Loops loops(summary);
    Candidates found;
    for (const auto& unit : program.units) {
        for (const auto& function : unit->functions) {
            if (function.body && function.in_user_file) {
                const auto outermost = loops.find(function);
                found.outermost.insert(found.outermost.end(), outermost.begin(), outermost.end());
            }
        }
    }
    found.all = std::move(loops.all);
    return found;
}

std::set<const ir::FunctionDecl*> functions_run_serially(const ir::Program& program, const passes::Summary& summary) {
    return RunSerially(program, summary).take();
}

} // namespace hydra::driver
