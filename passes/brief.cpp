// See brief.h. What is called is looked into, and a function that calls itself is not brief.
#include "passes/brief.h"

#include <set>

#include "passes/counting.h"
#include "passes/library.h"

namespace hydra::passes {
namespace {

class Brief {
  public:
    explicit Brief(const Summary& summary) : summary_(summary) {}

    bool is_brief(const ir::Stmt& body) {
        bool brief = !holds_loop(body);
        walk(
            body,
            [&](const ir::Expr& expr) {
                if (const auto* call = expr.as<ir::Call>())
                    brief = brief && is_brief(*call);
            },
            [&](const ir::Stmt& stmt) {
                brief = brief && stmt.as<ir::Goto>() == nullptr && stmt.as<ir::Asm>() == nullptr;
            });
        return brief;
    }

  private:
    static constexpr int most_calls = 4; // of functions like exp: each takes as long as to note an element

    bool is_brief(const ir::Call& call) {
        const ir::FunctionDecl* callee = ir::called_function(call);
        if (callee == nullptr)
            return false;
        const ir::FunctionDecl* body = summary_.definition(callee);
        if (body == nullptr) {
            const LibraryEffect* effect = library_effect(callee->name);
            return effect != nullptr && effect->pure() && ++calls_ <= most_calls;
        }
        if (!inside_.insert(body).second)
            return false;
        const bool brief = is_brief(*body->body);
        inside_.erase(body);
        return brief;
    }

    const Summary& summary_;
    std::set<const ir::FunctionDecl*> inside_; // functions that are being looked into
    int calls_ = 0;
};

} // namespace

bool is_brief(const Summary& summary, const ir::Stmt& body) { return Brief(summary).is_brief(body); }

} // namespace hydra::passes
